/**
 * `npm run backup [-- FILE or FOLDER]`: writes everything the product knows into one file, while the server runs or not.
 * Reads the settings of the server. Ends with 1 when there is no backup.
 */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUp } from '#app/backups.ts';
import { BackupStopped } from '#platform/server/backup/backup.ts';
import { backupName } from '#platform/server/backup/schedule.ts';
import { clock } from '#platform/server/clock.ts';
import { openLog } from '#platform/server/log.ts';
import { expectedError, settingsWithDatabase } from './verification.ts';

const [file] = process.argv.slice(2);
const now = clock.now();
/** The first signal lets the half-made file be removed; a second one ends the process at once. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stop.abort(new BackupStopped()));

try {
  const settings = settingsWithDatabase();
  const given = resolve(file ?? settings.backups.directory);
  const isFolder = file === undefined || statSync(given, { throwIfNoEntry: false })?.isDirectory();
  const path = isFolder ? join(given, backupName('manual', now)) : given;
  const target = { path, now, signal: stop.signal };
  const report = await backUp({ settings, log: openLog('silent') }, target);
  const megabytes = (report.bytes / 1024 / 1024).toFixed(1);
  console.log(
    `${report.path}: ${report.rows} rows of ${report.tables} tables and ${report.files} files, ${megabytes} MB, read back and right.`,
  );
  for (const { key, fault } of report.faultyFiles) console.log(`The file ${key} is ${fault} in the store.`);
  console.log(
    'The server key is not in it. Keep server.key (or SERVER_KEY) apart: nothing is restored without.',
  );
} catch (error) {
  console.error(expectedError(error));
  process.exitCode = 1;
}
