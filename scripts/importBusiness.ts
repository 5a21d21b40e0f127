/**
 * `npm run import-business -- FILE`: imports the export of a business into this installation, which must have none yet.
 * Exits with 1 when nothing was imported or the verification of the result fails.
 */

import { join, resolve } from 'node:path';
import { openLog } from '#platform/server/log.ts';
import { readSettings, SettingsError } from '#platform/server/settings.ts';
import { importBusiness, type ImportReport } from '#features/exports/server/import/importBusiness.ts';
import { expectedError, runVerifications } from './verification.ts';

const [file] = process.argv.slice(2);
const migrations = join(import.meta.dirname, '../db/migrations');

function printReport({ business, createdAt, admin, ...report }: ImportReport): void {
  console.log(
    `Imported ${business.name} as of ${createdAt}: ${report.rows} records, each table compared with its digest, and ${report.files} files.`,
  );
  for (const { name, reason } of report.missing) console.log(`Not in the export: ${name}. ${reason}`);
  console.log('These accounts need a new password:');
  for (const { username, name, hasTwoFactor } of report.needsPasswords)
    console.log(
      `  ${username} (${name})${hasTwoFactor ? ', and has to set up two-factor authentication again' : ''}`,
    );
  console.log('These clients need a new signature code:');
  for (const { id, name } of report.needsSignatureCodes) console.log(`  ${name} (${id})`);
  if (admin)
    console.log(
      `Log in as ${admin.username} with the temporary password ${admin.password} and choose another one.`,
    );
}

try {
  if (!file) throw new SettingsError(['Specify the file to import: npm run import-business -- FILE']);
  const settings = readSettings();
  printReport(await importBusiness({ path: resolve(file), settings, migrations, log: openLog('silent') }));
  await runVerifications(settings, { isRestored: true });
} catch (error) {
  console.error(expectedError(error));
  process.exitCode = 1;
}
