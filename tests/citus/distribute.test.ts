/** `npm run distribute`: what it refuses, and where the rows of a filled database are afterwards. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { NotDistributable } from '#platform/server/database/distribute.ts';
import { migrate, migrateAndDistribute } from '#platform/server/database/migrate.ts';
import { withUsername } from '#tests/setup/accounts.ts';
import { addBusinesses, addNotes } from '#tests/support/factories/earlierRelease.ts';
import { createCitusDatabase, dropDatabaseOn, runSql, urlOf } from '#tests/support/helpers/citus.ts';
import { createPool } from '#tests/support/helpers/pools.ts';
import { runProgram } from '#tests/support/helpers/process.ts';

const MIGRATIONS = 'db/migrations';
const FILLED = 'quarterhour_filled';
/** Few, so that it takes seconds. */
const SHARDS = 4;

/** Creates an empty database on these servers. @returns its address for the product */
async function createDatabase(servers: readonly string[], name: string): Promise<string> {
  const { admin, workers, account } = inject('postgres');
  await dropDatabaseOn([admin, ...workers], name);
  await createCitusDatabase(servers, name, account);
  return withUsername(urlOf(admin, name), account);
}

const dropDatabase = (name: string) => {
  const { admin, workers } = inject('postgres');
  return dropDatabaseOn([admin, ...workers], name);
};

/** Runs work on a pool of the product's account and closes it, because open connections prevent the distribution. */
async function withPool<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = createPool(address);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

let address: string;
let superuser: pg.Pool;
beforeAll(async () => {
  const { admin, workers } = inject('postgres');
  address = await createDatabase([admin, ...workers], FILLED);
  superuser = createPool(urlOf(admin, FILLED));
  await runSql(admin, `alter database ${FILLED} set citus.shard_count to ${SHARDS}`);
  await withPool((pool) => migrate(pool, MIGRATIONS));
  await addBusinesses(superuser);
  await addNotes(superuser, [1, 2, 3]);
});
afterAll(async () => {
  await superuser.end();
  await dropDatabase(FILLED);
});

async function runDistribute(DATABASE_URL: string): Promise<{ code: number | null; output: string }> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'quarterhour-distribute-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  const { code, output } = await runProgram({ DATABASE_URL, DATA_DIR }, ['scripts/distribute.ts']);
  return { code, output: output.trim() };
}

describe('npm run distribute exits with 1 and names the remedy', () => {
  test('for a database without Citus', async () => {
    const { admin, account } = inject('postgres');
    expect(await runDistribute(withUsername(urlOf(admin, 'postgres'), account))).toEqual({
      code: 1,
      output:
        'The extension citus is not installed in this database. An administrator installs it: deploy/citus/prepare.sql.',
    });
  });

  test('for a cluster without a worker', async () => {
    const name = 'quarterhour_alone';
    const alone = await createDatabase([inject('postgres').admin], name);
    onTestFinished(() => dropDatabase(name));
    expect(await runDistribute(alone)).toEqual({
      code: 1,
      output: 'The cluster has no worker. An administrator adds them: deploy/citus/add-nodes.sql.',
    });
  });

  test('while a server is connected', async () => {
    const server = createPool(address);
    onTestFinished(() => server.end());
    await server.query('select');
    expect(await runDistribute(address)).toEqual({
      code: 1,
      output:
        'Other connections of this account are open. Stop all app servers, restart PgBouncer if you use it, and try again.',
    });
  });

  test('for the address of a worker', async () => {
    const { workers, account } = inject('postgres');
    expect(await runDistribute(withUsername(urlOf(workers[0] ?? '', FILLED), account))).toEqual({
      code: 1,
      output: 'DATABASE_URL points to a worker. Use the address of the coordinator.',
    });
  });
});

const countCitusTables = async () =>
  (await superuser.query<{ count: number }>('select count(*)::int as count from citus_tables')).rows[0]
    ?.count;

describe('a distribution is refused as a whole', () => {
  const inBusiness =
    'business_id bigint not null, id bigint not null, other_id bigint, primary key (business_id, id)';
  const toOther = 'foreign key (business_id, other_id) references';
  test.each([
    {
      reason: 'a table has no business',
      create: 'create table areas (id bigint primary key)',
      drop: 'drop table areas',
      message: 'The table areas has no business. Add it to distribute.ts.',
    },
    {
      reason: 'foreign keys are circular',
      create: `create table first_halves (${inBusiness});
        create table second_halves (${inBusiness}, ${toOther} first_halves (business_id, id));
        alter table first_halves add ${toOther} second_halves (business_id, id)`,
      drop: 'drop table first_halves, second_halves cascade',
      message: 'Circular foreign keys between tables',
    },
  ])('when $reason', async ({ create, drop, message }) => {
    await runSql(address, create);
    onTestFinished(async () => void (await runSql(address, drop)));
    const distribution = withPool((pool) => migrateAndDistribute(pool, MIGRATIONS));
    await expect(distribution).rejects.toThrow(NotDistributable);
    await expect(distribution).rejects.toThrow(message);
    expect(await countCitusTables()).toBe(0);
  });
});

test('a distribution during which a server connects is rolled back', async () => {
  const writer = await superuser.connect();
  await writer.query('begin; lock table notes in row exclusive mode');
  const distribution = withPool((pool) => migrateAndDistribute(pool, MIGRATIONS));
  const listWaiting = () =>
    superuser.query(`select from pg_locks where relation = 'notes'::regclass and not granted`);
  await vi.waitFor(async () => expect((await listWaiting()).rowCount).toBe(1), { timeout: 60_000 });
  const server = createPool(address);
  onTestFinished(() => server.end());
  await server.query('select');
  await writer.query('rollback');
  writer.release();
  await expect(distribution).rejects.toThrow('Other connections of this account are open.');
  expect(await countCitusTables()).toBe(0);
});

/** Bytes of the tables on the coordinator itself. */
async function readBytes(): Promise<{ notes: number; users: number } | undefined> {
  const { rows } = await superuser.query<{ notes: number; users: number }>(
    `select pg_relation_size('notes')::int as notes, pg_relation_size('users')::int as users`,
  );
  return rows[0];
}

test('a database with rows has them on the workers afterwards and none on the coordinator, and is distributed once', async () => {
  const before = await readBytes();
  expect(before?.notes).toBeGreaterThan(0);
  expect(before?.users).toBeGreaterThan(0);
  const first = await runDistribute(address);
  expect(first.output).toMatch(/^Distributed \d\d tables by business\./);
  expect(first.code).toBe(0);
  expect(await readBytes()).toEqual({ notes: 0, users: 0 });
  const { rows } = await superuser.query(
    'select (select count(*)::int from notes) as notes, (select count(*)::int from users) as users',
  );
  expect(rows).toEqual([{ notes: 3, users: 2 }]);
  expect(await runDistribute(address)).toEqual({
    code: 0,
    output: 'The database is distributed already. Nothing was changed.',
  });
});
