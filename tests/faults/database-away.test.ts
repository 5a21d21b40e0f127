/** The database goes away under a running server, and comes back. */
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startApi } from '../world/api.ts';
import type { Api } from '../world/api.ts';
import { theCreator } from '../world/business.ts';
import type { TestBusiness } from '../world/business.ts';

let api: Api;
let business: TestBusiness;
let elsewhere: pg.Client;
beforeAll(async () => {
  api = await startApi();
  business = await theCreator(api);
  elsewhere = new pg.Client({ connectionString: inject('postgres').admin });
  await elsewhere.connect();
});
afterAll(async () => {
  await elsewhere.end();
  await api.stop();
});

const name = () => new URL(String(api.database.settings.DATABASE_URL)).pathname.slice(1);

/** Nobody can connect to the database, and whoever was connected is cut off. */
async function goesAway(): Promise<void> {
  await elsewhere.query(`alter database ${name()} allow_connections false`);
  await elsewhere.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name(),
  ]);
}

const get = (url: string) => api.send(business.admin.token, { method: 'GET', url });

test('a database that is away is a 503 that says when to come back, and everything is there after it', async () => {
  expect((await get('/api/profile')).status).toBe(200);
  await goesAway();
  await expect.poll(async () => (await get('/api/profile')).error?.code).toBe('database_away');
  const write = { method: 'PUT', url: '/api/profile', body: { bio: 'Lost?' } };
  for (const answer of [await get('/api/profile'), await api.send(business.admin.token, write)]) {
    expect([answer.status, answer.error?.code]).toEqual([503, 'database_away']);
    expect(answer.error?.message).toMatch(/try again/);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  const ready = await get('/readyz');
  expect([ready.status, Number(ready.headers['retry-after']) > 0]).toEqual([503, true]);
  expect((await get('/healthz')).status).toBe(200);

  await elsewhere.query(`alter database ${name()} allow_connections true`);
  await expect.poll(async () => (await get('/readyz')).status, { timeout: 10_000 }).toBe(200);
  expect((await api.ok(business.admin.token, 'GET /api/profile')).bio).toBeNull();
});
