/** New databases of a run that are migrated in steps. */

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { migrate } from '#platform/server/database/migrate.ts';
import { withUsername } from '#tests/setup/accounts.ts';
import { copyMigrationsBefore } from '#tests/support/factories/earlierRelease.ts';

/** Columns with type and default, indexes, constraints and views. Names of not-null constraints are PostgreSQL 18's own. */
const CATALOG = `select line from (
  select format('column %s.%s %s %s %s', table_name, column_name,
      (select format_type(atttypid, atttypmod) from pg_attribute
        where attrelid = format('public.%I', table_name)::regclass and attname = column_name),
      is_nullable, column_default) as line
    from information_schema.columns where table_schema = 'public'
  union all select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
  union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select format('view %s %s', viewname, definition) from pg_views where schemaname = 'public'
) as lines order by line collate "C"`;

/**
 * Migrates a new database up to the migration `next`, runs `work` as an administrator, and migrates it further when `work`
 * calls the second function. The account of the product migrates: row-level security applies to it, but not to the
 * administrator.
 */
export async function migrateEarlier(
  next: string,
  work: (pool: pg.Pool, migrateOn: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const earlier = await copyMigrationsBefore(next);
  await readCatalog(async (product, admin) => {
    await migrate(product, earlier);
    await work(admin, async () => expect(await migrate(product, 'db/migrations')).toBeGreaterThan(0));
  });
  await rm(earlier, { recursive: true });
}

/** The catalog of a new database of the product after `fill`; the database is removed with the cluster of the run. */
export async function readCatalog(
  fill: (product: pg.Pool, admin: pg.Pool) => Promise<unknown>,
): Promise<string[]> {
  const { admin, account } = inject('postgres');
  const name = `catalog_${randomBytes(6).toString('hex')}`;
  await using server = openPool(admin);
  await server.pool.query(`create database ${name} owner ${account}`);
  const address = new URL(admin);
  address.pathname = `/${name}`;
  await using database = openPool(address.href);
  await using product = openPool(withUsername(address.href, account));
  await fill(product.pool, database.pool);
  const { rows } = await database.pool.query<{ line: string }>(CATALOG);
  return rows.map(({ line }) => line);
}

function openPool(connectionString: string): { pool: pg.Pool } & AsyncDisposable {
  const pool = new pg.Pool({ connectionString, max: 1 });
  return { pool, [Symbol.asyncDispose]: () => pool.end() };
}
