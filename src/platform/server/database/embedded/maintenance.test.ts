import type pg from 'pg';
import { expect, test } from 'vitest';
import { collectingLog, TestDatabases } from './testDatabase.ts';

const loggedSql = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes
  from pg_control_checkpoint()`;

async function loggedBytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(loggedSql);
  return rows[0]?.bytes ?? Number.NaN;
}

test('checkpoints after writes, and not again without writes', async () => {
  await using opened = new TestDatabases();
  const log = collectingLog();
  const database = await opened.open({ log, maintenance: { checkpointEveryMs: 0 } });
  const pool = opened.pool(database);
  await database.runMaintenance();
  await pool.query("create table filled as select repeat('x', 500) as text from generate_series(1, 5000)");
  const before = await loggedBytes(pool);
  await database.runMaintenance();
  const after = await loggedBytes(pool);
  expect(before).toBeGreaterThan(100_000);
  expect(after).toBeLessThan(10_000);
  const checkpoints = () => log.lines.filter(({ message }) => message.endsWith('CHECKPOINT')).length;
  const made = checkpoints();
  await database.runMaintenance();
  expect(checkpoints()).toBe(made);
});

test('checkpoints a long log early', async () => {
  await using opened = new TestDatabases();
  const database = await opened.open({ maintenance: { checkpointBytes: 1_000_000 } });
  const pool = opened.pool(database);
  await pool.query("create table filled as select repeat('x', 500) as text from generate_series(1, 5000)");
  await database.runMaintenance();
  expect(await loggedBytes(pool)).toBeLessThan(100_000);
});

test('vacuums dead rows and analyzes changed tables', async () => {
  await using opened = new TestDatabases();
  const database = await opened.open({ maintenance: { vacuumEveryMs: 0, quietMs: 0 } });
  const pool = opened.pool(database);
  await pool.query('create table worn as select n from generate_series(1, 5000) n');
  await pool.query('update worn set n = n + 1');
  await pool.query('select pg_stat_force_next_flush()');
  const deadSql = `select n_dead_tup::int as dead, last_vacuum is not null as vacuumed,
    last_analyze is not null as analysed from pg_stat_user_tables where relname = 'worn'`;
  expect((await pool.query(deadSql)).rows).toEqual([{ dead: 5000, vacuumed: false, analysed: false }]);
  await database.runMaintenance();
  expect((await pool.query(deadSql)).rows).toEqual([{ dead: 0, vacuumed: true, analysed: true }]);
});

test('waits for the end of an open transaction', async () => {
  await using opened = new TestDatabases();
  const log = collectingLog();
  const schedule = { checkpointEveryMs: 0, vacuumEveryMs: 0, quietMs: 0 };
  const database = await opened.open({ log, maintenance: schedule });
  const client = await opened.pool(database).connect();
  await client.query('create table worn as select n from generate_series(1, 5000) n');
  await client.query('begin');
  await client.query('update worn set n = n + 1');
  let done = false;
  const maintained = database.runMaintenance().then(() => (done = true));
  for (let n = 0; n < 20; n += 1) await client.query('select 1');
  expect(done).toBe(false);
  await client.query('commit');
  await maintained;
  const vacuumed = log.lines.filter(({ message }) => message.endsWith('VACUUM (ANALYZE) public.worn'));
  expect(vacuumed).toHaveLength(1);
  client.release();
});
