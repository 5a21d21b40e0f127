/**
 * `npm run verify`: proves a whole database. Every client's units follow from the ledger, no row of an audit log is
 * missing or changed, every signed note is what was signed. Reads the settings of the server; an embedded database
 * must not be in use. Ends with 1 and names the first bad row of each kind.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { servicesOn } from '../src/app/server.ts';
import { verifyAudit } from '../src/features/audit/server/verifyReads.ts';
import { verifyNotes } from '../src/features/notes/server/verifyReads.ts';
import { verifyLedger } from '../src/features/units/server/verifyReads.ts';
import { clock } from '../src/platform/server/clock.ts';
import type { Services } from '../src/platform/server/context.ts';
import { openDatabase } from '../src/platform/server/database/database.ts';
import { DataDirectoryInUse } from '../src/platform/server/database/embedded/errors.ts';
import { openLog } from '../src/platform/server/log.ts';
import { readSettings, SettingsError } from '../src/platform/server/settings.ts';

interface Outcome {
  isRight: boolean;
  line: string;
}

/** One line for each kind of row, right or wrong. */
async function verify(services: Services, now: Date): Promise<Outcome[]> {
  const ledger = await verifyLedger(services, now);
  const audit = await verifyAudit(services, now);
  const notes = await verifyNotes(services, now);
  return [
    outcome('Ledger', ledger.fault, `${ledger.movements} movements of ${ledger.clients} clients`),
    outcome('Audit logs', audit.fault, `${audit.rows} rows of ${audit.businesses} businesses`),
    outcome('Signed notes', notes.fault, `${notes.versions} versions of ${notes.notes} notes`),
  ];
}

const outcome = (what: string, fault: string | null, looked: string): Outcome => ({
  isRight: fault === null,
  line: fault === null ? `${what}: right, ${looked}` : `${what}: WRONG. ${fault}`,
});

async function onDatabase<T>(work: (services: Services) => Promise<T>): Promise<T> {
  const settings = readSettings();
  const log = openLog('silent');
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'database'))) {
    throw new SettingsError([`DATA_DIR: there is no database in ${settings.dataDir}`]);
  }
  const database = await openDatabase(settings, log);
  try {
    return await work(servicesOn(database, settings, log));
  } finally {
    await database.close();
  }
}

try {
  const outcomes = await onDatabase((services) => verify(services, clock.now()));
  for (const { line } of outcomes) console.log(line);
  if (!outcomes.every(({ isRight }) => isRight)) process.exitCode = 1;
} catch (error) {
  const expected = error instanceof SettingsError || error instanceof DataDirectoryInUse;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
