/**
 * A node loses its connection during the migration. `FAULT_SEED` repeats a run; `FAULT_ROUNDS` sets the number of
 * statements at which it does.
 */

import { readMigrationFiles } from 'drizzle-orm/migrator';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '#platform/server/database/migrate.ts';
import {
  FAULTS,
  startFaultyPostgres,
  type Fault,
  type FaultyPostgres,
} from '#tests/support/fakes/faultyPostgres.ts';
import { createRandom } from '#tests/support/helpers/random.ts';

const seed = Number(process.env['FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const most = Number(process.env['FAULT_ROUNDS'] ?? (process.env['TESTS'] === 'all' ? 8 : 3));

let server: pg.Client;
let network: FaultyPostgres;
beforeAll(async () => {
  const { admin } = inject('postgres');
  server = new pg.Client({ connectionString: admin });
  await server.connect();
  network = await startFaultyPostgres(admin);
});
afterAll(async () => {
  await network.stop();
  await server.end();
});

/** Creates an empty database, which is dropped on disposal. */
async function createEmptyDatabase(): Promise<{ connect(url: string): pg.Pool } & AsyncDisposable> {
  const name = `migration_${randomBytes(6).toString('hex')}`;
  const pools: pg.Pool[] = [];
  await server.query(`create database ${name}`);
  return {
    connect(url) {
      const connection = new URL(url);
      connection.pathname = `/${name}`;
      const pool = new pg.Pool({ connectionString: connection.href, max: 1 });
      // The node loses this connection.
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
      pools.push(pool);
      return pool;
    },
    async [Symbol.asyncDispose]() {
      for (const pool of pools) await pool.end();
      await server.query(`drop database ${name} with (force)`);
    },
  };
}

/** Everything that a migration creates, as one text. */
const SCHEMA = `select string_agg(line, E'\\n' order by line) as schema from (
  select format('%s.%s.%s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default)
    from information_schema.columns where table_schema in ('public', 'schema_history')
  union all select format('%s %s', indexname, indexdef) from pg_indexes where schemaname = 'public'
  union all select format('%s %s %s %s', tablename, policyname, qual, with_check) from pg_policies
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select format('%s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select format('%s %s', relname, relrowsecurity) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all select hash from schema_history.migrations
) as made (line)`;

const HISTORY = `select to_regclass('schema_history.migrations') is not null as there`;

test(`a node that is lost during the migration leaves no schema, and the next one migrates completely (seed ${seed}) [R-14]`, async () => {
  const { admin } = inject('postgres');
  const readSchema = async (pool: pg.Pool) => (await pool.query<{ schema: string }>(SCHEMA)).rows[0]?.schema;
  const sound = await createEmptyDatabase();
  await using _ = sound;
  network.expect(null);
  const migrations = readMigrationFiles({ migrationsFolder: 'db/migrations' }).length;
  expect(await migrate(sound.connect(network.url), 'db/migrations')).toBe(migrations);
  const { statements } = network.getStatistics();
  const whole = await readSchema(sound.connect(admin));
  expect(whole).toContain('schema_history.migrations.hash');

  const random = createRandom(seed);
  for (let round = 1; round <= Math.min(most, statements); round += 1) {
    const kind = FAULTS[Math.floor(random() * FAULTS.length)] as Fault['kind'];
    const step = most < statements ? 1 + Math.floor(random() * statements) : round;
    await using struck = await createEmptyDatabase();
    network.expect({ kind, step });
    const outcome = await migrate(struck.connect(network.url), 'db/migrations').catch(
      (error: Error) => error,
    );
    expect({ kind, step, outcome }).toEqual({ kind, step, outcome: expect.any(Error) });
    network.expect(null);
    const next = struck.connect(admin);
    const [{ there } = { there: null }] = (await next.query<{ there: boolean }>(HISTORY)).rows;
    // PostgreSQL may still execute the last statement of a lost node.
    expect({ kind, step, there }).toEqual({ kind, step, there: kind === 'lost' && step === statements });
    expect(await migrate(next, 'db/migrations')).toBe(there ? 0 : migrations);
    expect(await readSchema(next)).toBe(whole);
    expect(await migrate(next, 'db/migrations')).toBe(0);
  }
}, 600_000);
