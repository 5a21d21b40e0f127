import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EmbeddedDatabase } from './openEmbedded.ts';
import { TestDatabases } from './testDatabase.ts';

const opened = new TestDatabases();
let database: EmbeddedDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await opened.open();
  pool = opened.pool(database);
  await pool.query('create table marks (id int primary key, word text not null)');
});
afterAll(() => opened[Symbol.asyncDispose]());

test('runs with fsync on [R-4]', async () => {
  const { rows } = await pool.query('show fsync');
  expect(rows).toEqual([{ fsync: 'on' }]);
});

test('syncs the disk for every commit, and not for a read [R-4]', async () => {
  await pool.query('select 1');
  const before = database.stats().diskSyncs;
  for (let id = 1000; id < 1050; id += 1) await pool.query('insert into marks values ($1, $2)', [id, 'x']);
  const after = database.stats().diskSyncs;
  expect(after - before).toBeGreaterThanOrEqual(50);
  await pool.query('select count(*) from marks');
  expect(database.stats().diskSyncs).toBe(after);
});

test('passes on errors with SQLSTATE and constraint, and keeps the connection', async () => {
  const client = await pool.connect();
  try {
    await client.query("insert into marks values (1, 'one')");
    await expect(client.query("insert into marks values (1, 'again')")).rejects.toMatchObject({
      code: '23505',
      constraint: 'marks_pkey',
    });
    await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' });
    expect((await client.query('select word from marks where id = 1')).rows).toEqual([{ word: 'one' }]);
  } finally {
    client.release();
  }
});

test('executes a pipelined transaction of prepared statements in order', async () => {
  const client = await pool.connect();
  const insert = { name: 'mark', text: 'insert into marks values ($1, $2) returning id' };
  try {
    const answers = await Promise.all([
      client.query('begin'),
      client.query({ ...insert, values: [2, 'two'] }),
      client.query({ ...insert, values: [3, 'three'] }),
      client.query({ name: 'read', text: 'select word from marks where id = $1', values: [3] }),
      client.query('commit'),
    ]);
    expect(answers.map(({ rows }) => rows as object[])).toEqual([
      [],
      [{ id: 2 }],
      [{ id: 3 }],
      [{ word: 'three' }],
      [],
    ]);
  } finally {
    client.release();
  }
});

test('rolls back a transaction with a failed statement, and keeps the connection', async () => {
  const client = await pool.connect();
  try {
    const outcomes = await Promise.allSettled([
      client.query('begin'),
      client.query("insert into marks values (4, 'four')"),
      client.query("insert into marks values (4, 'twice')"),
      client.query('select 1'),
      client.query('rollback'),
    ]);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, false, true]);
    expect(outcomes[3]).toMatchObject({ reason: { code: '25P02' } });
    expect((await client.query('select * from marks where id = 4')).rows).toEqual([]);
  } finally {
    client.release();
  }
});

test('passes on a large parameter and a large result', async () => {
  const text = 'äöü€'.repeat(500_000);
  const { rows } = await pool.query<{ back: string; length: number }>(
    'select $1::text as back, length($1) as length',
    [text],
  );
  expect(rows[0]?.length).toBe(2_000_000);
  expect(rows[0]?.back === text).toBe(true);
});

test('does not block the main thread during a slow query [R-6]', async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  const started = performance.now();
  await pool.query('select count(*) from generate_series(1, 1500000)');
  const took = performance.now() - started;
  clearInterval(timer);
  expect(took).toBeGreaterThan(50);
  expect(ticks).toBeGreaterThan(took / 5 / 3);
});

test('rolls back the transaction of a closed connection before the next one begins', async () => {
  const client = await pool.connect();
  client.on('error', () => {});
  await client.query('begin');
  await client.query("insert into marks values (5, 'orphan')");
  await client.query('set application_name to leftover');
  await client.query({ name: 'kept', text: 'select 1 as one' });
  client.release(true);
  const next = await pool.connect();
  try {
    expect((await next.query('select * from marks where id = 5')).rows).toEqual([]);
    const { rows } = await next.query({ name: 'kept', text: 'select 2 as two' });
    expect(rows).toEqual([{ two: 2 }]);
    expect((await next.query('show application_name')).rows).toEqual([{ application_name: '' }]);
  } finally {
    next.release();
  }
});

test('stays usable after a connection is destroyed during a transaction', async () => {
  await using own = new TestDatabases();
  const quiet = await own.open();
  const first = own.pool(quiet);
  await first.query('create table cut (n bigint)');
  await first.end();
  const socket = quiet.createConnection();
  const client = new pg.Client({ ...quiet.poolConfig(), stream: () => socket });
  client.on('error', () => {});
  await client.connect();
  await client.query('begin');
  const cut = client.query('insert into cut select count(*) from generate_series(1, 300000)');
  setImmediate(() => socket.destroy());
  await expect(cut).rejects.toThrow(/terminated/);
  expect((await own.pool(quiet).query('select * from cut')).rows).toEqual([]);
});

test('queues a second connection, and rejects it with 57P03 after its longest wait', async () => {
  await using own = new TestDatabases();
  const impatient = await own.open({ connectWaitMs: 300 });
  const first = own.pool(impatient);
  const second = own.pool(impatient);
  const client = await first.connect();
  await expect(second.query('select 1')).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    code: '57P03',
  });
  const waiting = second.query('select 1 as one');
  client.release(true);
  expect((await waiting).rows).toEqual([{ one: 1 }]);
});
