import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '../../src/platform/server/database/embedded/open.ts';

// A disk of its own is needed to fill one, and only root on Linux can mount one in memory.
const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const templates = join(import.meta.dirname, '../../.cache/clusters');
const disk = mkdtempSync(join(tmpdir(), 'embedded-full-'));
const ballast = join(disk, 'ballast');

beforeAll(() => {
  if (canMount) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=90m', 'tmpfs', disk]);
});
afterAll(() => {
  if (canMount) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

test.skipIf(!canMount)('a full disk stops writes, loses nothing and heals by itself', async () => {
  const losses: Error[] = [];
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const directory = join(disk, 'database');
  const onFatal = (error: Error) => losses.push(error);
  const database = await openEmbedded({ directory, templates, log, onFatal });
  const pool = new pg.Pool(database.poolConfig());
  pool.on('error', () => {});
  await pool.query('create table kept (id serial primary key, words text)');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - 6_000_000));

  // First the table cannot grow: an ordinary error, and reading goes on.
  const acknowledged: number[] = [];
  const insert = async (words: string) => {
    const { rows } = await pool.query<{ id: number }>('insert into kept (words) values ($1) returning id', [
      words,
    ]);
    acknowledged.push(...rows.map(({ id }) => id));
  };
  await expect(untilItFails(() => insert(randomBytes(4000).toString('hex')))).resolves.toMatchObject({
    code: '53100',
  });
  expect((await pool.query('select count(*)::int as n from kept')).rows).toEqual([
    { n: acknowledged.length },
  ]);
  expect(losses).toEqual([]);

  // Then the log cannot grow: PostgreSQL panics. The caller is told at once, and nothing hangs.
  const logOnly = () => pool.query(`select pg_logical_emit_message(true, 'x', repeat('x', 8000))`);
  await expect(untilItFails(logOnly)).resolves.toMatchObject({ name: 'DatabaseUnavailable', code: '57P02' });
  expect(losses).toHaveLength(1);
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '57P03' });

  rmSync(ballast);
  const freed = performance.now();
  await expect
    .poll(
      () =>
        insert('back').then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true);
  expect(performance.now() - freed).toBeLessThan(10_000);
  const { rows } = await pool.query<{ id: number }>('select id from kept order by id');
  const present = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
  await pool.end();
  await database.close();
});

/** Repeats until it throws, and gives back what was thrown. */
async function untilItFails(action: () => Promise<unknown>): Promise<unknown> {
  for (let times = 0; times < 20_000; times += 1) {
    try {
      await action();
    } catch (error) {
      return error;
    }
  }
  throw new Error('The disk never filled.');
}
