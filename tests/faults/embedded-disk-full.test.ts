import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '#platform/server/database/embedded/openEmbedded.ts';
import { copyTemplate } from '#tests/setup/database.ts';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { call, createAgency, listAll } from '#tests/support/helpers/agencyProcess.ts';
import { startProduct } from '#tests/support/helpers/process.ts';

// The tests fill a disk in memory, which only root on Linux can mount.
const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const disk = mkdtempSync(join(tmpdir(), 'embedded-full-'));
const ballast = join(disk, 'ballast');
/** A text that cannot be compressed. */
const buildLongText = () => randomBytes(2_400).toString('hex');

beforeAll(() => {
  if (canMount) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]);
});
afterAll(() => {
  if (canMount) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

test.skipIf(!canMount)(
  'a full disk stops writes, loses nothing, and writes succeed again once there is space [R-7]',
  async () => {
    const fatalErrors: Error[] = [];
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const directory = join(disk, 'database');
    const onFatal = (error: Error) => fatalErrors.push(error);
    const database = await openEmbedded({ directory, log, onFatal });
    const pool = new pg.Pool(database.poolConfig());
    pool.on('error', () => {});
    await pool.query('create table items (id serial primary key, content text)');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 6_000_000));

    // First the table cannot grow: an ordinary error, and reading goes on.
    const acknowledged: number[] = [];
    const insert = async (content: string) => {
      const { rows } = await pool.query<{ id: number }>(
        'insert into items (content) values ($1) returning id',
        [content],
      );
      acknowledged.push(...rows.map(({ id }) => id));
    };
    await expect(repeatUntilError(() => insert(randomBytes(4000).toString('hex')))).resolves.toMatchObject({
      code: '53100',
    });
    expect((await pool.query('select count(*)::int as n from items')).rows).toEqual([
      { n: acknowledged.length },
    ]);
    expect(fatalErrors).toEqual([]);

    // Then the log cannot grow: PostgreSQL panics. The caller receives the error immediately, and nothing hangs.
    const logOnly = () => pool.query(`select pg_logical_emit_message(true, 'x', repeat('x', 8000))`);
    await expect(repeatUntilError(logOnly)).resolves.toMatchObject({
      name: 'DatabaseUnavailable',
      code: '57P02',
    });
    expect(fatalErrors).toHaveLength(1);
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
    const { rows } = await pool.query<{ id: number }>('select id from items order by id');
    const present = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
    await pool.end();
    await database.close();
  },
);

/** Starts the product on this disk with an empty database. */
async function startHere(environment: Record<string, string>) {
  const DATA_DIR = join(disk, 'product');
  rmSync(DATA_DIR, { recursive: true, force: true });
  cpSync(await copyTemplate(), DATA_DIR, { recursive: true });
  const product = await startProduct({ DATA_DIR, RATE_LIMITS: 'off', ...environment });
  return { product, agency: await createAgency(product.url) };
}

/** Fills the disk until this many bytes are free. */
function fillUpTo(free: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - free));
}

test.skipIf(!canMount)(
  'writes answer 507 on a disk that is nearly full, while reads and logins answer 200 [R-7]',
  async ({ task }) => {
    const { product, agency } = await startHere({});
    const { url, token, clientId } = agency;
    try {
      const setUnits = (totalTimeUnits: number) =>
        call(url, `PUT /api/clients/${clientId}/time-units`, { token, body: { totalTimeUnits } });
      expect((await setUnits(10)).status).toBe(200);

      fillUpTo(4_000_000);
      const refused = await setUnits(20);
      expect(refused).toMatchObject({ status: 507, body: { code: 'disk_full' } });
      expect(refused.headers.get('retry-after')).toBe('60');
      expect((await call(url, 'POST /api/auth/login', { body: agency.login })).status).toBe(200);
      const client = await call(url, `GET /api/clients/${clientId}`, { token });
      expect(client.body).toMatchObject({ totalTimeUnits: '10.00' });
      rmSync(ballast);
      expect((await setUnits(20)).status).toBe(200);
      task.meta.metrics = { refusedBelow: '5 % of the disk', lost: 0 };
    } finally {
      await product.end('SIGTERM');
    }
  },
);

test.skipIf(!canMount)(
  'without a limit the product survives a full disk and loses nothing [R-7]',
  async ({ task }) => {
    const { product, agency } = await startHere({ FREE_SPACE_MB: '0' });
    const { url, token } = agency;
    try {
      fillUpTo(3_000_000);
      const acknowledged: number[] = [];
      const refused: number[] = [];
      const write = async () => {
        const { status, body } = await call<{ id: number }>(url, 'POST /api/announcements', {
          token,
          body: buildAnnouncementForm({ content: buildLongText() }),
        });
        if (status === 201) acknowledged.push(body.id);
        else refused.push(status);
        return status;
      };
      for (let times = 0; times < 5_000 && refused.length < 20; times += 1) await write();
      expect(refused).toHaveLength(20);
      expect(refused.filter((status) => status !== 503 && status !== 507)).toEqual([]);
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
      rmSync(ballast);
      await expect.poll(write, { timeout: 10_000 }).toBe(201);
      const stored = new Set(
        (await listAll<{ id: number }>(agency, '/api/announcements')).map(({ id }) => id),
      );
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      task.meta.metrics = { acknowledged: acknowledged.length, refused: refused.length, lost: 0 };
    } finally {
      await product.end('SIGTERM');
    }
  },
);

/** Repeats until it throws. @returns the error */
async function repeatUntilError(action: () => Promise<unknown>): Promise<unknown> {
  for (let times = 0; times < 20_000; times += 1) {
    try {
      await action();
    } catch (error) {
      return error;
    }
  }
  throw new Error('The disk never filled.');
}
