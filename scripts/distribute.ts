/**
 * `npm run distribute`: migrates the database and distributes its tables over the workers of a Citus cluster, once. Uses
 * the server's settings; no server may run. Exits with 1 when nothing was changed because it cannot be done.
 */

import { join } from 'node:path';
import { openDatabase } from '#platform/server/database/database.ts';
import { NotDistributable } from '#platform/server/database/distribute.ts';
import { migrateAndDistribute } from '#platform/server/database/migrate.ts';
import { openLog } from '#platform/server/log.ts';
import { readSettings, SettingsError } from '#platform/server/settings.ts';

/** Connections of a pooler have the settings from before the distribution, with which workers see no tenant. */
const NEXT_STEPS = 'If pgbouncer is used, restart it. Then start the server.';

try {
  const settings = readSettings();
  if (!settings.databaseUrl) throw new SettingsError(['DATABASE_URL: set the address of the coordinator']);
  const database = await openDatabase(settings, openLog('silent'));
  try {
    const migrations = join(import.meta.dirname, '../db/migrations');
    const tables = await database.withoutTimeout(() => migrateAndDistribute(database.pool, migrations));
    console.log(
      tables.length > 0
        ? `Distributed ${tables.length} tables by business. ${NEXT_STEPS}`
        : 'The database is distributed already. Nothing was changed.',
    );
  } finally {
    await database.close();
  }
} catch (error) {
  const isExpected = error instanceof SettingsError || error instanceof NotDistributable;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
