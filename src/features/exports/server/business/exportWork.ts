/** Runs the export of a business in a child process, beside the requests of the server. */
import { dayInZone } from '#platform/contract/zone.ts';
import { snapshotAt, spaceFactor, takeSnapshot, type Snapshot } from '#platform/server/backup/snapshots.ts';
import { clock } from '#platform/server/clock.ts';
import type { Services } from '#platform/server/context.ts';
import type { Settings } from '#platform/server/settings.ts';
import { runChildProcess } from '#platform/server/childProcess/runChildProcess.ts';
import type { JobWork } from '#features/exports/server/jobs/actions.ts';

/** What the process receives; it must be cloneable. */
export interface ExportInput {
  /** The database to read: PostgreSQL, or the snapshot in the data directory. */
  database: Pick<Settings, 'databaseUrl' | 'dataDir'>;
  databaseWorker: string | null;
  source: 'embedded' | 'postgres';
  /** The settings of the file store. */
  files: Pick<Settings, 'bucket' | 'dataDir'>;
  businessId: number;
  now: string;
  folder: string;
}

export type ExportMessage =
  | { type: 'progress'; done: number; total: number }
  | { type: 'rowsRead' }
  | { type: 'done'; path: string };

/** Enough for 500,000 entries: the archive keeps 0.7 kB for each. */
const MAX_HEAP_MB = 512;

/** Makes the archive of a business in a process of the module at this address. */
export const exportWork =
  (module: URL, databaseWorker?: URL): JobWork =>
  async ({ businessId }, { scope: { services }, folder, signal, report }) => {
    const now = clock.now();
    const source = await openSource(services, folder);
    try {
      let path: string | null = null;
      await runChildProcess<ExportMessage>(module, {
        input: {
          database: source.settings,
          databaseWorker: databaseWorker?.href ?? null,
          source: services.database.kind,
          files: { bucket: services.settings.bucket, dataDir: services.settings.dataDir },
          businessId,
          now: now.toISOString(),
          folder,
        } satisfies ExportInput,
        maxHeapMb: MAX_HEAP_MB,
        signal,
        lowPriority: true,
        onMessage: (message) => {
          if (message.type === 'progress') report(message.done, message.total);
          else if (message.type === 'done') path = message.path;
          // A failure is repeated at the end of the job.
          else void source.close().catch(() => undefined);
        },
      });
      if (path === null) throw new Error('The process of the export sent no archive');
      const name = `quarterhour-export-${dayInZone(now, 'UTC')}.zip`;
      return { path, name, mimeType: 'application/zip' };
    } finally {
      await source.close();
    }
  };

/** A database that the process can open: PostgreSQL itself, or a copy of the embedded one. */
async function openSource({ database, settings }: Services, folder: string) {
  const { databaseUrl, databaseDirectUrl, dataDir } = settings;
  if (!database.copyTo)
    // A long transaction does not belong behind a pooler.
    return { settings: { databaseUrl: databaseDirectUrl ?? databaseUrl, dataDir }, close: async () => {} };
  const name = await takeSnapshot(database.copyTo, dataDir, await spaceFactor(dataDir, folder));
  const snapshot: Snapshot = snapshotAt(dataDir, name);
  return { settings: { databaseUrl: null, dataDir: snapshot.dataDir }, close: snapshot.remove };
}
