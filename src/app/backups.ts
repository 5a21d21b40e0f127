/** Backups of database and files: on demand, through a running server, and scheduled. */

import type { FastifyBaseLogger } from 'fastify';
import { dirname } from 'node:path';
import { BackupAlerts } from '#platform/server/backup/alerts.ts';
import { makeBackup, type BackupReport, type Target } from '#platform/server/backup/backup.ts';
import {
  keyFingerprints,
  restoreBackup,
  type Restore,
  type RestoreReport,
} from '#platform/server/backup/restore.ts';
import { AutomaticBackups } from '#platform/server/backup/schedule.ts';
import {
  requestSnapshot,
  serveSnapshots,
  snapshotAt,
  takeSnapshot,
  spaceFactor,
  type Snapshot,
} from '#platform/server/backup/snapshots.ts';
import type { Services } from '#platform/server/context.ts';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { checkDirectUrl } from '#platform/server/database/directUrl.ts';
import { DataDirectoryInUse } from '#platform/server/database/embedded/errors.ts';
import { openFileStore } from '#platform/server/files/openFileStore.ts';
import { mailTransport } from '#platform/server/mail.ts';
import { publicUrlOf } from '#platform/server/publicUrl.ts';
import { SettingsError, type Settings } from '#platform/server/settings.ts';
import { filesOfAllBusinesses } from '#features/files/server/reads.ts';
import { listCreatorAdmins } from '#features/people/server/reads.ts';

interface BackupContext {
  settings: Settings;
  log: FastifyBaseLogger;
  /** The embedded database's worker, if it is not beside its source. */
  databaseWorker?: URL | undefined;
}

/**
 * Makes a backup, with or without a server running on the data.
 * @throws SettingsError when the running server has other keys, the signal's reason, and errors of the database, the
 * file store or the disk; a failed backup is deleted
 */
export async function backUp(context: BackupContext, target: Target): Promise<BackupReport> {
  const { settings, log, databaseWorker } = context;
  let database: Database;
  try {
    await checkDirectUrl(settings);
    // Behind a pooler, the session lock of the schema does not work.
    const databaseUrl = settings.databaseDirectUrl ?? settings.databaseUrl;
    database = await openDatabase({ ...settings, databaseUrl, databaseDirectUrl: null }, log, databaseWorker);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    return backUpThroughServer(context, target);
  }
  return backUpAndClose(context, database, target);
}

async function backUpThroughServer(context: BackupContext, target: Target): Promise<BackupReport> {
  const { settings } = context;
  const times = await spaceFactor(settings.dataDir, dirname(target.path));
  const { name, keyFingerprints: ofServer } = await requestSnapshot(settings.dataDir, times);
  const snapshot = snapshotAt(settings.dataDir, name);
  const sorted = (fingerprints: string[]) => fingerprints.toSorted().join();
  if (sorted(ofServer) !== sorted(keyFingerprints(settings))) {
    await snapshot.remove();
    // The backup would have the fingerprint of a key that decrypts nothing in it.
    throw new SettingsError([
      'SERVER_KEY: the running server has another key, or others in SERVER_KEY_PREVIOUS. Make the backup with its settings.',
    ]);
  }
  return backUpSnapshot(context, snapshot, target);
}

async function backUpSnapshot(
  context: BackupContext,
  snapshot: Snapshot,
  target: Target,
): Promise<BackupReport> {
  try {
    const settings = { databaseUrl: null, dataDir: snapshot.dataDir };
    return await backUpAndClose(
      context,
      await openDatabase(settings, context.log, context.databaseWorker),
      target,
    );
  } finally {
    await snapshot.remove();
  }
}

async function backUpAndClose(
  { settings }: BackupContext,
  database: Database,
  target: Target,
): Promise<BackupReport> {
  try {
    const source = {
      database,
      store: openFileStore(settings),
      listFiles: filesOfAllBusinesses,
      keyFingerprints: keyFingerprints(settings),
    };
    return await makeBackup(source, target);
  } finally {
    await database.close();
  }
}

/** Restores a backup of `backUp`. @throws as `restoreBackup` */
export const restore = (backup: Omit<Restore, 'listFiles'>): Promise<RestoreReport> =>
  restoreBackup({ ...backup, listFiles: filesOfAllBusinesses });

export interface Backups {
  /** Null on a PostgreSQL server. */
  automatic: AutomaticBackups | null;
  /** Stops the schedule, and waits for a backup in progress. */
  end(): Promise<void>;
}

/** Serves snapshots of the embedded database to commands, and starts automatic backups. */
export async function startBackups(
  services: Services,
  log: FastifyBaseLogger,
  databaseWorker?: URL,
): Promise<Backups> {
  const { settings, database, backupStatus } = services;
  const { copyTo } = database;
  if (!copyTo) return { automatic: null, end: () => Promise.resolve() };
  const context = { settings, log, databaseWorker };
  const automatic = new AutomaticBackups({
    settings: settings.backups,
    record: backupStatus,
    alerts: new BackupAlerts({
      dataDir: settings.dataDir,
      publicUrl: publicUrlOf(settings),
      mail: services.mail,
      listRecipients: () => listAdministrators(services),
      log,
    }),
    log,
    make: async (path, now) => {
      const { dataDir } = settings;
      const name = await takeSnapshot(copyTo, dataDir, await spaceFactor(dataDir, dirname(path)));
      return backUpSnapshot(context, snapshotAt(dataDir, name), { path, now });
    },
  });
  const stopSnapshots = await serveSnapshots({
    copyTo,
    dataDir: settings.dataDir,
    keyFingerprints: keyFingerprints(settings),
    log,
  });
  const stopAutomatic = settings.backups.automatic ? automatic.start() : () => Promise.resolve();
  return {
    automatic,
    end: async () => {
      await Promise.all([stopSnapshots(), stopAutomatic()]);
    },
  };
}

/** Who gets alerts about the installation: `ADMIN_EMAIL`, or the admins of the first business. */
async function listAdministrators(services: Services): Promise<string[]> {
  const { adminEmails } = services.settings;
  return adminEmails.length > 0 ? adminEmails : listCreatorAdmins(services);
}

/** The alerts of `npm run backup`, which a scheduler runs for PostgreSQL; without `ADMIN_EMAIL`, only its exit code shows a failure. */
export function commandAlerts(settings: Settings, log: FastifyBaseLogger): BackupAlerts | undefined {
  const { dataDir, adminEmails } = settings;
  if (adminEmails.length === 0) return undefined;
  return new BackupAlerts({
    dataDir,
    publicUrl: publicUrlOf(settings),
    mail: mailTransport(settings, log),
    listRecipients: () => Promise.resolve(adminEmails),
    log,
  });
}
