/** The migrations, applied one after the other, against the schema that the code declares. */
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import * as schema from '#app/schema.ts';
import { migrate } from '#platform/server/database/migrate.ts';

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

test('all migrations together give the schema that the tables declare', async () => {
  const empty = generateDrizzleJson({}, undefined, undefined, 'snake_case');
  const declared = generateDrizzleJson(schema, empty.id, undefined, 'snake_case');
  const statements = await generateMigration(empty, declared);

  const migrated = await catalogOf((pool) => migrate(pool, 'db/migrations'));
  const fresh = await catalogOf(async (pool) => {
    for (const statement of statements) await pool.query(statement);
  });
  expect(fresh.length).toBeGreaterThan(300);
  expect(migrated).toEqual(fresh);
});

/** The catalog of a new database after `fill`. */
async function catalogOf(fill: (pool: pg.Pool) => Promise<unknown>): Promise<string[]> {
  const { admin } = inject('postgres');
  const name = `catalog_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: admin });
  await server.connect();
  await server.query(`create database ${name}`);
  const address = new URL(admin);
  address.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: address.href, max: 1 });
  // The database is dropped while the closed connection may still be ending.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await fill(pool);
    const { rows } = await pool.query<{ line: string }>(CATALOG);
    return rows.map(({ line }) => line);
  } finally {
    await pool.end();
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  }
}
