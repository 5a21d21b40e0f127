/**
 * `npm run restore -- FILE`: restores a backup into the server's data directory and database, which must be empty.
 * Exits with 1 when nothing was restored or the verification of the result fails.
 */

import { join, resolve } from 'node:path';
import { openLog } from '#platform/server/log.ts';
import { readSettings, SettingsError } from '#platform/server/settings.ts';
import { restore } from '#app/backups.ts';
import { expectedError, runVerifications } from './verification.ts';

const [file] = process.argv.slice(2);
const migrations = join(import.meta.dirname, '../db/migrations');

try {
  if (!file) throw new SettingsError(['Name the file to restore: npm run restore -- FILE']);
  const settings = readSettings(process.env, { makeKey: false });
  const report = await restore({ path: resolve(file), settings, migrations, log: openLog('silent') });
  console.log(
    `Restored the backup of ${report.madeAt}: ${report.rows} rows of ${report.tables} tables, each table compared with its digest, and ${report.files} files.`,
  );
  for (const { key, fault } of report.faultyFiles)
    console.log(`The file ${key} was ${fault} when the backup was made.`);
  await runVerifications(settings, { isRestored: true });
} catch (error) {
  console.error(expectedError(error));
  process.exitCode = 1;
}
