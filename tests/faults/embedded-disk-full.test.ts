import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyTemplate } from '#tests/setup/database.ts';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { startProduct } from '#tests/support/helpers/process.ts';
import { openEmbedded } from '#platform/server/database/embedded/openEmbedded.ts';

// A disk of its own is needed to fill one, and only root on Linux can mount one in memory.
const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const templates = join(import.meta.dirname, '../../.cache/clusters');
const disk = mkdtempSync(join(tmpdir(), 'embedded-full-'));
const ballast = join(disk, 'ballast');
/** Of which nothing can be saved by packing it. */
const longText = () => randomBytes(2_400).toString('hex');

beforeAll(() => {
  if (canMount) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]);
});
afterAll(() => {
  if (canMount) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

test.skipIf(!canMount)('a full disk stops writes, loses nothing and heals by itself [R-7]', async () => {
  const losses: Error[] = [];
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const directory = join(disk, 'database');
  const onFatal = (error: Error) => losses.push(error);
  const database = await openEmbedded({ directory, templates, log, onFatal });
  const pool = new pg.Pool(database.poolConfig());
  pool.on('error', () => {});
  await pool.query('create table kept (id serial primary key, content text)');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - 6_000_000));

  // First the table cannot grow: an ordinary error, and reading goes on.
  const acknowledged: number[] = [];
  const insert = async (content: string) => {
    const { rows } = await pool.query<{ id: number }>('insert into kept (content) values ($1) returning id', [
      content,
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

  // Then the log cannot grow: PostgreSQL panics. The caller receives the error at once, and nothing hangs.
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

/** The product on this disk, with nothing in it. */
async function productHere(environment: Record<string, string>) {
  const DATA_DIR = join(disk, 'product');
  rmSync(DATA_DIR, { recursive: true, force: true });
  cpSync(await copyTemplate(), DATA_DIR, { recursive: true });
  const product = await startProduct({ DATA_DIR, RATE_LIMITS: 'off', ...environment });
  const call = async (token: string, name: string, body?: object) => {
    const [method = '', path = ''] = name.split(' ');
    const answer = await fetch(`${product.url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer };
  };
  return { product, call };
}

/** What is read of answers here. */
interface Answer {
  token: string;
  id: number;
  code: string;
  totalTimeUnits: string;
}

async function announcementsIn(url: string, token: string): Promise<Set<number>> {
  const ids = new Set<number>();
  let next: string | undefined = '/api/announcements?limit=200';
  while (next) {
    const page: Response = await fetch(`${url}${next}`, { headers: { authorization: `Bearer ${token}` } });
    for (const { id } of (await page.json()) as { id: number }[]) ids.add(id);
    next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return ids;
}

/** Leaves so many bytes free. */
function fillUpTo(free: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - free));
}

test.skipIf(!canMount)(
  'the product takes nothing new on a disk that is nearly full, and serves on [R-7]',
  async ({ task }) => {
    const { product, call } = await productHere({});
    try {
      const form = buildRegistrationForm();
      const { token } = (await call('', 'POST /api/auth/register-admin', form)).body;
      const { id } = (await call(token, 'POST /api/clients', buildClientForm())).body;
      const units = (total: number) =>
        call(token, `PUT /api/clients/${id}/time-units`, { totalTimeUnits: total });
      expect((await units(10)).status).toBe(200);

      fillUpTo(4_000_000);
      const refused = await units(20);
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
        507,
        'disk_full',
        '60',
      ]);
      const { username, password } = form;
      expect((await call('', 'POST /api/auth/login', { username, password })).status).toBe(200);
      expect((await call(token, `GET /api/clients/${id}`)).body.totalTimeUnits).toBe('10.00');
      rmSync(ballast);
      expect((await units(20)).status).toBe(200);
      task.meta.metrics = { refusedBelow: '5 % of the disk', lost: 0 };
    } finally {
      await product.end('SIGTERM');
    }
  },
);

test.skipIf(!canMount)(
  'without a floor the product outlives the full disk and loses nothing [R-7]',
  async ({ task }) => {
    const { product, call } = await productHere({ FREE_SPACE_MB: '0' });
    try {
      const { token } = (await call('', 'POST /api/auth/register-admin', buildRegistrationForm())).body;
      fillUpTo(3_000_000);
      const acknowledged: number[] = [];
      const refused: number[] = [];
      const write = async () => {
        const { status, body } = await call(
          token,
          'POST /api/announcements',
          buildAnnouncementForm({ content: longText() }),
        );
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
      const kept = await announcementsIn(product.url, token);
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      task.meta.metrics = { acknowledged: acknowledged.length, refused: refused.length, lost: 0 };
    } finally {
      await product.end('SIGTERM');
    }
  },
);

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
