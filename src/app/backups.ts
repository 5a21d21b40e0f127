/** Backups of the whole product: of an open database, of one that a running server holds, and by itself every day. */
import type { FastifyBaseLogger } from 'fastify';
import { filesOfAllBusinesses } from '../features/files/server/reads.ts';
import { makeBackup } from '../platform/server/backup/backup.ts';
import type { BackupReport } from '../platform/server/backup/backup.ts';
import { keyFingerprints } from '../platform/server/backup/restore.ts';
import { AutomaticBackups } from '../platform/server/backup/schedule.ts';
import { askForSnapshot, offerSnapshots, takeSnapshot } from '../platform/server/backup/snapshots.ts';
import type { Snapshot } from '../platform/server/backup/snapshots.ts';
import type { Services } from '../platform/server/context.ts';
import { openDatabase } from '../platform/server/database/database.ts';
import type { Database } from '../platform/server/database/database.ts';
import { DataDirectoryInUse } from '../platform/server/database/embedded/errors.ts';
import { openStore } from '../platform/server/files/store.ts';
import type { Settings } from '../platform/server/settings.ts';

interface Surroundings {
  settings: Settings;
  log: FastifyBaseLogger;
  /** The embedded database's worker, where it does not lie beside its source. */
  databaseWorker?: URL | undefined;
}

interface Target {
  path: string;
  now: Date;
}

/**
 * Makes a backup, whether a server runs on the data or not.
 * @throws what the database, the file store or the disk says; nothing is left behind then
 */
export async function backUp(around: Surroundings, target: Target): Promise<BackupReport> {
  const { settings, log, databaseWorker } = around;
  let database: Database;
  try {
    database = await openDatabase(settings, log, databaseWorker);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    return backUpSnapshot(around, await askForSnapshot(settings.dataDir), target);
  }
  return backUpAndClose(around, database, target);
}

async function backUpSnapshot(
  around: Surroundings,
  snapshot: Snapshot,
  target: Target,
): Promise<BackupReport> {
  try {
    const settings = { databaseUrl: null, dataDir: snapshot.dataDir };
    return await backUpAndClose(
      around,
      await openDatabase(settings, around.log, around.databaseWorker),
      target,
    );
  } finally {
    await snapshot.remove();
  }
}

async function backUpAndClose(
  { settings }: Surroundings,
  database: Database,
  { path, now }: Target,
): Promise<BackupReport> {
  try {
    const source = {
      database,
      store: openStore(settings),
      listFiles: filesOfAllBusinesses,
      keyFingerprints: keyFingerprints(settings),
    };
    return await makeBackup(source, path, now);
  } finally {
    await database.close();
  }
}

export interface Backups {
  /** Null where the database is not the embedded one. */
  automatic: AutomaticBackups | null;
  /** Ends what runs by itself, and waits for a backup under way. */
  end(): Promise<void>;
}

/** On the embedded database: gives snapshots to commands, and makes the automatic backups. */
export async function startBackups(
  { settings, database: { copyTo }, backups }: Services,
  log: FastifyBaseLogger,
  databaseWorker?: URL,
): Promise<Backups> {
  if (!copyTo) return { automatic: null, end: () => Promise.resolve() };
  const around = { settings, log, databaseWorker };
  const automatic = new AutomaticBackups({
    settings: settings.backups,
    record: backups,
    log,
    make: async (path, now) =>
      backUpSnapshot(around, await takeSnapshot(copyTo, settings.dataDir), { path, now }),
  });
  const endOffer = await offerSnapshots({ copyTo, dataDir: settings.dataDir, log });
  const endAutomatic = settings.backups.automatic ? automatic.start() : () => Promise.resolve();
  return {
    automatic,
    end: async () => {
      await Promise.all([endOffer(), endAutomatic()]);
    },
  };
}
