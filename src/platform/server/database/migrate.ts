/** Migrates the schema at start; safe when several nodes start at once. */

import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type { ClientBase, Pool } from 'pg';
import {
  setSchemaChangeParameters,
  assertDistributable,
  assertNoOtherSessions,
  DATABASE_SETTINGS,
  distributeTables,
  isDistributed,
  truncateLocalRows,
} from './distribute.ts';
import { enableRowLevelSecurity } from './rowLevelSecurity.ts';

/** Advisory lock of the node that migrates; the others wait. */
const MIGRATION_LOCK = 70_151;

/** Another process is changing the schema. */
export class MigrationInProgress extends Error {
  constructor() {
    super(
      'The schema of the database is being changed by a server that starts. Try again when it has started.',
    );
    this.name = 'MigrationInProgress';
  }
}

/**
 * Applies the missing migrations in `folder`, and row-level security, in one transaction. Idempotent.
 * @returns how many migrations were applied
 */
export async function migrate(pool: Pool, folder: string): Promise<number> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  // Without the lock, so that a start without migrations and a backup do not block each other.
  if (await isComplete(pool, migrations)) return 0;
  const count = await changeSchema(pool, (client) => applyMissingMigrations(client, migrations));
  if (await isDistributed(pool)) await truncateLocalRows(pool);
  return count;
}

/**
 * Migrates the schema, then distributes all tables over a Citus cluster in one transaction. No server may run.
 * @returns the distributed tables; none when the database is distributed already
 * @throws NotDistributable
 */
export async function migrateAndDistribute(pool: Pool, folder: string): Promise<string[]> {
  await assertDistributable(pool);
  if (!(await isDistributed(pool))) await assertNoOtherSessions(pool);
  await migrate(pool, folder);
  const tables = await changeSchema(pool, async (client) => {
    if (await isDistributed(client)) return [];
    const distributed = await distributeTables(client);
    await enableRowLevelSecurity(client);
    await client.query(APPLY_SETTINGS);
    // A server may have started meanwhile.
    await assertNoOtherSessions(client);
    return distributed;
  });
  await truncateLocalRows(pool);
  return tables;
}

const APPLY_SETTINGS = DATABASE_SETTINGS.map(
  (setting) =>
    `do $$ begin execute format('alter database %I set ', current_database()) || $set$${setting}$set$; end $$`,
).join('; ');

/** Runs work on the schema in a transaction, while other processes that change it wait. */
async function changeSchema<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

async function isComplete(client: ClientBase | Pool, migrations: MigrationMeta[]): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_history.migrations') is not null as there`,
  );
  if (!rows[0]?.there) return false;
  const applied = await listAppliedMigrations(client);
  return migrations.every(({ hash }) => applied.includes(hash));
}

/**
 * Blocks migrations until `unlockSchema` or the end of the connection. The lock belongs to the session, because a
 * transaction that acquires it already has its snapshot.
 * @throws MigrationInProgress
 */
export async function lockSchema(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock_shared(${MIGRATION_LOCK}) as held`,
  );
  if (!rows[0]?.held) throw new MigrationInProgress();
}

/** Releases the lock of `lockSchema`. */
export async function unlockSchema(client: ClientBase): Promise<void> {
  await client.query(`select pg_advisory_unlock_shared(${MIGRATION_LOCK})`);
}

/** Applies the missing migrations, and row-level security, in the caller's transaction. @returns how many */
export async function applyMissingMigrations(
  client: ClientBase,
  migrations: MigrationMeta[],
): Promise<number> {
  await client.query(`
    create schema if not exists schema_history;
    create table if not exists schema_history.migrations (
      hash text primary key, made_at bigint not null, applied_at timestamptz not null default now()
    )`);
  const applied = await listAppliedMigrations(client);
  const missing = migrations.filter((one) => !applied.includes(one.hash));
  const distributed = missing.length > 0 && (await isDistributed(client));
  if (distributed) await setSchemaChangeParameters(client);
  for (const migration of missing) {
    for (const statement of migration.sql) await client.query(statement);
    await client.query('insert into schema_history.migrations (hash, made_at) values ($1, $2)', [
      migration.hash,
      migration.folderMillis,
    ]);
  }
  if (missing.length > 0) {
    if (distributed) await distributeTables(client);
    await enableRowLevelSecurity(client);
  }
  return missing.length;
}

/** Lists the hashes of the applied migrations, oldest first. @throws when there is no schema */
export async function listAppliedMigrations(client: ClientBase | Pool): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from schema_history.migrations order by made_at, applied_at',
  );
  return rows.map((row) => row.hash);
}

/** Checks that all migrations in `folder` are applied. */
export async function isMigrated(pool: Pool, folder: string): Promise<boolean> {
  return isComplete(pool, readMigrationFiles({ migrationsFolder: folder }));
}
