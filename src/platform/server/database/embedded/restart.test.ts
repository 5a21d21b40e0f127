import { expect, test } from 'vitest';
import { collectingLog, TestDatabases } from './testDatabase.ts';

const endless = 'select count(*) from generate_series(1, 100000000000)';

test('terminates a query at its deadline and reopens with everything that was acknowledged [R-6]', async () => {
  await using opened = new TestDatabases();
  const losses: Error[] = [];
  const database = await opened.open({ queryDeadlineMs: 500, onFatal: (error) => losses.push(error) });
  const pool = opened.pool(database);
  await pool.query('create table kept (id int)');
  await pool.query('insert into kept select generate_series(1, 100)');
  const started = performance.now();
  await expect(pool.query(endless)).rejects.toMatchObject({ name: 'DatabaseUnavailable', code: '57014' });
  expect(performance.now() - started).toBeLessThan(1500);
  expect((await pool.query('select count(*)::int as n from kept')).rows).toEqual([{ n: 100 }]);
  expect(database.stats().restarts).toBe(1);
  expect(losses).toHaveLength(1);
});

test('fails what is queued behind a slow query, and executes what comes later', async () => {
  await using opened = new TestDatabases();
  const pool = opened.pool(await opened.open({ queryDeadlineMs: 500 }));
  const client = await pool.connect();
  client.on('error', () => {});
  const outcomes = await Promise.allSettled([client.query(endless), client.query('select 1')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  client.release(true);
  const later = await Promise.all(
    [1, 2, 3].map((n) => pool.query<{ n: number }>('select $1::int as n', [n])),
  );
  expect(later.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3]);
});

test('gives each statement of a pipeline the whole deadline', async () => {
  await using opened = new TestDatabases();
  const database = await opened.open({ queryDeadlineMs: 1000 });
  const client = await opened.pool(database).connect();
  const half = `do $$ begin
    while clock_timestamp() < statement_timestamp() + interval '500 ms' loop null; end loop; end $$`;
  await Promise.all([client.query(half), client.query(half), client.query(half), client.query(half)]);
  client.release();
  expect(database.stats().restarts).toBe(0);
});

test('extends the deadline with withDeadline', async () => {
  await using opened = new TestDatabases();
  const database = await opened.open({ queryDeadlineMs: 300 });
  const pool = opened.pool(database);
  const slow = `do $$ begin
    while clock_timestamp() < statement_timestamp() + interval '900 ms' loop null; end loop; end $$`;
  await database.withDeadline(20_000, () => pool.query(slow));
  await expect(pool.query(slow)).rejects.toMatchObject({ code: '57014' });
});

test('does not count time for which the main thread is blocked', async () => {
  await using opened = new TestDatabases();
  const database = await opened.open({ queryDeadlineMs: 400 });
  const pool = opened.pool(database);
  await pool.query('select 1');
  const answer = pool.query('select 1 as one');
  await new Promise((resolve) => setImmediate(resolve));
  const started = performance.now();
  while (performance.now() - started < 1200);
  expect((await answer).rows).toEqual([{ one: 1 }]);
  expect(database.stats().restarts).toBe(0);
});

test('completes pending requests when it is closed', async () => {
  await using opened = new TestDatabases();
  const directory = await opened.directory();
  const database = await opened.open({ directory });
  const pool = opened.pool(database);
  await pool.query('create table kept (id int)');
  const client = await pool.connect();
  client.on('error', () => {});
  const last = client.query('insert into kept values (7) returning id');
  await database.close();
  expect((await last).rows).toEqual([{ id: 7 }]);
  client.release(true);
  const again = opened.pool(await opened.open({ directory }));
  expect((await again.query('select id from kept')).rows).toEqual([{ id: 7 }]);
});

test('refuses connections with 57P01 after it was closed', async () => {
  await using opened = new TestDatabases();
  const database = await opened.open();
  const pool = opened.pool(database);
  await database.close();
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '57P01' });
});

test('rolls back a transaction that is still open when it is closed', async () => {
  await using opened = new TestDatabases();
  const directory = await opened.directory();
  const log = collectingLog();
  const database = await opened.open({ directory, queryDeadlineMs: 500, log });
  const client = await opened.pool(database).connect();
  client.on('error', () => {});
  await client.query('create table kept (id int)');
  await client.query('begin');
  await client.query('insert into kept values (1)');
  await database.close();
  expect(log.lines).toMatchObject([{ level: 'warn', details: { err: { code: '57P01' } } }]);
  client.release(true);
  const again = opened.pool(await opened.open({ directory }));
  expect((await again.query('select id from kept')).rows).toEqual([]);
});
