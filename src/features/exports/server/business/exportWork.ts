/** Runs the export of a business in a child process, beside the requests of the server. */

import { join } from 'node:path';
import { dayInZone } from '#platform/contract/zone.ts';
import { runChildProcess } from '#platform/server/childProcess/runChildProcess.ts';
import { clock } from '#platform/server/clock.ts';
import type { Services } from '#platform/server/context.ts';
import type { Settings } from '#platform/server/settings.ts';
import type { JobTools, JobWork } from '#features/exports/server/jobs/actions.ts';
import type { Copy } from './copyActions.ts';
import { copyRows } from './copyReads.ts';

/** Input of the process; it must be cloneable. */
export interface ExportInput {
  /** The database to read: PostgreSQL, or an empty embedded one for the copy. */
  database: Pick<Settings, 'databaseUrl' | 'dataDir'>;
  /** The rows of the business from the embedded database; null on PostgreSQL. */
  copy: Copy | null;
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
  | { type: 'done'; path: string; unprintable: string[] };

/** Enough for 500,000 entries: the archive keeps 0.7 kB for each. */
const MAX_HEAP_MB = 512;

interface ExportParts {
  /** The folder of the migrations. */
  migrations: string;
  databaseWorker?: URL | undefined;
}

/** Makes the archive of a business in a process of the module at this address. */
export const exportWork =
  (module: URL, { migrations, databaseWorker }: ExportParts): JobWork =>
  async ({ businessId }, { scope, folder, priority, signal, report }) => {
    const { services } = scope;
    const now = clock.now();
    const source = services.database.copyTo
      ? await copySource({ scope, folder, signal }, migrations)
      : openSource(services);
    let path: string | null = null;
    let unprintable: string[] = [];
    await runChildProcess<ExportMessage>(module, {
      input: {
        ...source,
        databaseWorker: databaseWorker?.href ?? null,
        source: services.database.kind,
        files: { bucket: services.settings.bucket, dataDir: services.settings.dataDir },
        businessId,
        now: now.toISOString(),
        folder,
      } satisfies ExportInput,
      maxHeapMb: MAX_HEAP_MB,
      signal,
      lowPriority: priority,
      onMessage: (message) => {
        if (message.type === 'progress') report(message.done, message.total);
        else ({ path, unprintable } = message);
      },
    });
    if (path === null) throw new Error('The process of the export sent no archive');
    const name = `quarterhour-export-${dayInZone(now, 'UTC')}.zip`;
    return { path, name, mimeType: 'application/zip', unprintable };
  };

/** The rows of the business, for an embedded database of their own in the folder of the job. */
async function copySource(
  { scope, folder, signal }: Pick<JobTools, 'scope' | 'folder' | 'signal'>,
  migrations: string,
): Promise<Pick<ExportInput, 'database' | 'copy'>> {
  const rows = join(folder, 'rows');
  const tables = await copyRows(scope, rows, signal);
  return {
    database: { databaseUrl: null, dataDir: join(folder, 'copy') },
    copy: { folder: rows, tables, migrations },
  };
}

/** PostgreSQL itself; a long transaction does not belong behind a pooler. */
function openSource({ settings }: Services): Pick<ExportInput, 'database' | 'copy'> {
  const { databaseUrl, databaseDirectUrl, dataDir } = settings;
  return { database: { databaseUrl: databaseDirectUrl ?? databaseUrl, dataDir }, copy: null };
}
