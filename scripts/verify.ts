/** What the commands that prove a database have in common: the server's settings, its database, an exit code. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { servicesOn } from '../src/app/server.ts';
import { clock } from '../src/platform/server/clock.ts';
import type { Services } from '../src/platform/server/context.ts';
import { openDatabase } from '../src/platform/server/database/database.ts';
import { DataDirectoryInUse } from '../src/platform/server/database/embedded/errors.ts';
import { openLog } from '../src/platform/server/log.ts';
import { readSettings, SettingsError } from '../src/platform/server/settings.ts';

interface Verdict {
  /** The first thing that is wrong, in words; null when all is right. */
  fault: string | null;
}

/** Runs a proof and prints its outcome, `right` when all is. Ends with 1 at the first fault. */
export async function prove<V extends Verdict>(
  verify: (services: Services, now: Date) => Promise<V>,
  right: (verdict: V) => string,
): Promise<void> {
  try {
    const verdict = await onDatabase((services) => verify(services, clock.now()));
    if (verdict.fault !== null) process.exitCode = 1;
    console.log(verdict.fault ?? right(verdict));
  } catch (error) {
    const expected = error instanceof SettingsError || error instanceof DataDirectoryInUse;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  }
}

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
