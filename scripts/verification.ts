/** Verification of a whole database, and helpers of the commands that work on one. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedArchive } from '#platform/server/backup/archive.ts';
import { BackupStopped } from '#platform/server/backup/backup.ts';
import { NewerArchive } from '#platform/server/backup/manifest.ts';
import { RestoreRefused, RestoreUncertain } from '#platform/server/backup/restore.ts';
import { SnapshotUnavailable } from '#platform/server/backup/snapshots.ts';
import { clock } from '#platform/server/clock.ts';
import type { Services } from '#platform/server/context.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { NotDistributable } from '#platform/server/database/distribute.ts';
import { NotEnoughSpace } from '#platform/server/database/embedded/copyCluster.ts';
import { DataDirectoryInUse } from '#platform/server/database/embedded/errors.ts';
import { MigrationInProgress } from '#platform/server/database/migrate.ts';
import { openLog } from '#platform/server/log.ts';
import { readSettings, SettingsError, type Settings } from '#platform/server/settings.ts';
import { verifyCheckpoints } from '#features/audit/server/checkpointReads.ts';
import { verifyAudit } from '#features/audit/server/verifyReads.ts';
import { verifyNotes } from '#features/evidence/server/verifyReads.ts';
import { ImportRefused } from '#features/exports/server/import/archiveReader.ts';
import { ImportUncertain } from '#features/exports/server/import/importBusiness.ts';
import { verifyClaims } from '#features/invoices/server/claims/verifyReads.ts';
import { verifyInvoices } from '#features/invoices/server/verifyReads.ts';
import { verifyLedger } from '#features/units/server/verifyReads.ts';
import { createServices } from '#app/server.ts';

interface Outcome {
  isRight: boolean;
  line: string;
}

interface VerificationOptions {
  /** A command has just filled the database, and no server has run on it. */
  isRestored?: boolean;
}

type Verification = (services: Services, now: Date, options?: VerificationOptions) => Promise<Outcome>;

/** The verifications by name, in the order in which they run. */
export const VERIFICATIONS: Record<string, Verification> = {
  ledger: async (services, now) => {
    const { fault, entries, clients } = await verifyLedger(services, now);
    return outcome('Ledger', fault, `${entries} ledger entries of ${clients} clients`);
  },
  audit: async (services, now) => {
    const { fault, rows, businesses } = await verifyAudit(services, now);
    return outcome('Audit logs', fault, `${rows} rows of ${businesses} businesses`);
  },
  notes: async (services, now) => {
    const { fault, versions, notes } = await verifyNotes(services, now);
    return outcome('Signed notes', fault, `${versions} versions of ${notes} notes`);
  },
  invoices: async (services, now) => {
    const { fault, invoices } = await verifyInvoices(services, now);
    return outcome('Invoices', fault, `${invoices} issued invoices`);
  },
  claims: async (services, now) => {
    const { fault, batches } = await verifyClaims(services, now);
    return outcome('Claims', fault, `${batches} claim batches`);
  },
  ends: async (services, now, options) => {
    const { fault, ends } = await verifyCheckpoints(services, now, options);
    const none = `Audit checkpoints: none in ${services.settings.auditCheckpointsDir}, so nothing was compared`;
    if (fault === null && ends === 0) return { isRight: true, line: none };
    return outcome('Audit checkpoints', fault, `${ends} of ${services.settings.auditCheckpointsDir}`);
  },
};

/** Runs verifications and prints a line for each. Sets the exit code to 1 if one fails. */
export async function runVerifications(
  settings: Settings,
  {
    verifications = Object.values(VERIFICATIONS),
    ...options
  }: VerificationOptions & { verifications?: Verification[] } = {},
): Promise<void> {
  await onDatabase(settings, async (services) => {
    for (const verification of verifications) {
      // A large database takes longer than a request may.
      const { isRight, line } = await services.database.withoutTimeout(() =>
        verification(services, clock.now(), options),
      );
      console.log(line);
      if (!isRight) process.exitCode = 1;
    }
  });
}

const outcome = (what: string, fault: string | null, counts: string): Outcome => ({
  isRight: fault === null,
  line: fault === null ? `${what}: right, ${counts}` : `${what}: WRONG. ${fault}`,
});

/**
 * The server's settings. Creates no server key: a backup made with a new key could not be restored with the server's.
 * @throws SettingsError when they lead to no database
 */
export function settingsWithDatabase(): Settings {
  const settings = readSettings(process.env, { makeKey: false });
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'database'))) {
    throw new SettingsError([`DATA_DIR: there is no database in ${settings.dataDir}`]);
  }
  return settings;
}

/** The message of an error that the operator can fix; any other error itself, with its stack. */
export function expectedError(error: unknown): unknown {
  return EXPECTED.some((kind) => error instanceof kind) ? (error as Error).message : error;
}

const EXPECTED = [
  SettingsError,
  BackupStopped,
  DataDirectoryInUse,
  DamagedArchive,
  ImportRefused,
  ImportUncertain,
  MigrationInProgress,
  NewerArchive,
  NotDistributable,
  NotEnoughSpace,
  SnapshotUnavailable,
  RestoreRefused,
  RestoreUncertain,
];

async function onDatabase<T>(settings: Settings, work: (services: Services) => Promise<T>): Promise<T> {
  const log = openLog('silent');
  const database = await openDatabase(settings, log);
  try {
    return await work(createServices(database, settings, log));
  } finally {
    await database.close();
  }
}
