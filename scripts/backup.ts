/**
 * `npm run backup [-- FILE or FOLDER]`: backs up database and files into one file, whether the server runs or not.
 * Uses the server's settings. Exits with 1 when no backup was made.
 */

import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BackupAlerts } from '#platform/server/backup/alerts.ts';
import { BackupStopped } from '#platform/server/backup/backup.ts';
import { backupName } from '#platform/server/backup/schedule.ts';
import { clock } from '#platform/server/clock.ts';
import { openLog } from '#platform/server/log.ts';
import { backUp, commandAlerts } from '#app/backups.ts';
import { expectedError, settingsWithDatabase } from './verification.ts';

const [file] = process.argv.slice(2);
const now = clock.now();
/** The first signal removes the incomplete file; a second one ends the process at once. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stop.abort(new BackupStopped()));

let alerts: BackupAlerts | undefined;
try {
  const settings = settingsWithDatabase();
  alerts = commandAlerts(settings, openLog('warn'));
  const destination = resolve(file ?? settings.backups.directory);
  const isFolder = file === undefined || statSync(destination, { throwIfNoEntry: false })?.isDirectory();
  const path = isFolder ? join(destination, backupName('manual', now)) : destination;
  const target = { path, now, signal: stop.signal };
  const report = await backUp({ settings, log: openLog('silent') }, target);
  await alerts?.reportSuccess();
  const megabytes = (report.bytes / 1024 / 1024).toFixed(1);
  console.log(
    `${report.path}: ${report.rows} rows of ${report.tables} tables and ${report.files} files, ${megabytes} MB, read back and right.`,
  );
  for (const { key, fault } of report.faultyFiles) console.log(`The file ${key} is ${fault} in the store.`);
  console.log(
    'It does not contain the server key. Keep a copy of server.key (or SERVER_KEY): a restore needs it.',
  );
} catch (error) {
  console.error(expectedError(error));
  if (!(error instanceof BackupStopped)) await alerts?.reportFailure(error as Error);
  process.exitCode = 1;
}
