/**
 * `npm run verify:ledger`: proves that every client's units follow from the ledger. Reads the settings of
 * the server; the embedded database must not be in use. Ends with 1 at the first client that is wrong.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { servicesOn } from '../src/app/server.ts';
import { verifyLedger } from '../src/features/units/server/verifyReads.ts';
import { clock } from '../src/platform/server/clock.ts';
import { openDatabase } from '../src/platform/server/database/database.ts';
import { DataDirectoryInUse } from '../src/platform/server/database/embedded/errors.ts';
import { openLog } from '../src/platform/server/log.ts';
import { readSettings, SettingsError } from '../src/platform/server/settings.ts';

async function main(): Promise<void> {
  const settings = readSettings();
  const log = openLog('silent');
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'database'))) {
    throw new SettingsError([`DATA_DIR: there is no database in ${settings.dataDir}`]);
  }
  const database = await openDatabase(settings, log);
  try {
    const { fault, ...counts } = await verifyLedger(servicesOn(database, settings, log), clock.now());
    if (fault !== null) process.exitCode = 1;
    console.log(
      fault ??
        `The ledger is right: ${counts.movements} movements of ${counts.clients} clients in ${counts.businesses} businesses.`,
    );
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  const expected = error instanceof SettingsError || error instanceof DataDirectoryInUse;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
