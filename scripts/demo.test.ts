/** `npm run demo`, started on a day in summer. */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startProduct, type ProductProcess } from '#tests/support/helpers/process.ts';

/** Months after clocks went forward on 8 March, so that the demo starts before its three months. */
const STARTS_AT = '2026-07-15T17:00:00.000Z';
const READY_WITHIN_MS = 900_000;

type Row = Record<string, unknown>;

let demo: ProductProcess;
/** The parent of its data directory. */
let folder: string;
let token: string;
beforeAll(async () => {
  const fakeClock = new URL('../tests/support/fakes/clock.ts', import.meta.url).href;
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  const environment = { NODE_OPTIONS: `--import=${fakeClock}`, STARTS_AT, TMPDIR: folder };
  demo = await startProduct(environment, 'scripts/demo.ts', READY_WITHIN_MS);
  await vi.waitFor(() => {
    if (!demo.output().includes('deleted when you stop the demo'))
      throw new Error('The logins are not printed yet');
  }, 10_000);
  ({ token } = await signIn('daniel.weiss'));
}, READY_WITHIN_MS);
afterAll(async () => {
  await demo.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** Signs in with the printed password. */
async function signIn(username: string): Promise<{ token: string; user: Row }> {
  const password = /with the password (\S+) as/.exec(demo.output())?.[1];
  const response = await fetch(`${demo.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  expect([username, response.status]).toEqual([username, 200]);
  return (await response.json()) as { token: string; user: Row };
}

async function read(path: string, who: string): Promise<Response> {
  const response = await fetch(`${demo.url}${path}`, { headers: { authorization: `Bearer ${who}` } });
  expect([path, response.status]).toEqual([path, 200]);
  return response;
}

const readRows = async (path: string, who = token) => (await (await read(path, who)).json()) as Row[];
const readTotal = async (path: string) => Number((await read(path, token)).headers.get('x-total-count'));

test('the demo prints its address and logins that work [10.7.22]', async () => {
  const logins = [...demo.output().matchAll(/^ {2}(\S+) +\S/gm)].map(([, username]) => username ?? '');
  expect(logins).toHaveLength(10);
  for (const username of logins) expect((await signIn(username)).user).toMatchObject({ username });
});

test('the demo has 8 people, 25 clients, messages, resources, documents and announcements [10.7.23]', async () => {
  expect(await readRows('/api/users')).toHaveLength(8);
  const clients = await readRows('/api/clients');
  expect(clients).toHaveLength(25);
  expect(await readTotal('/api/messages/inbox')).toBeGreaterThan(5);
  expect((await readRows('/api/business-resources')).length).toBeGreaterThan(3);
  const documents = await Promise.all(
    clients.map(({ id }) => readRows(`/api/clients/${String(id)}/documents`)),
  );
  expect(documents.flat().length).toBeGreaterThan(20);
  const news = await readRows('/api/announcements');
  expect(news.length).toBeGreaterThan(5);
  const change = news.find(({ title }) => title === 'Clocks go forward on Sunday');
  expect(change).toMatchObject({ createdAt: expect.stringMatching(/^2026-03-05T/) });
});

test('the demo has several hundred notes, some with every status [10.7.23]', async () => {
  const count = (status: string) => readTotal(`/api/management/notes?status=${status}`);
  expect(await readTotal('/api/management/notes')).toBeGreaterThan(300);
  for (const status of ['pending', 'in-review', 'in-progress', 'resolved', 'denied'])
    expect([status, (await count(status)) > 0]).toEqual([status, true]);
});

test('the demo has a night of a clock change with the elapsed minutes [10.7.24]', async () => {
  const { token: own } = await signIn('leo.castellan');
  const nights = await readRows('/api/time-entries/my?limit=200', own);
  // From 22:00 to 06:00, one hour of which was skipped.
  const change = nights.find(({ startTime }) => startTime === '2026-03-08T04:00:00.000Z');
  expect(change).toMatchObject({ endTime: '2026-03-08T11:00:00.000Z', minutes: 420 });
  expect(new Set(nights.map(({ minutes }) => minutes))).toEqual(new Set([480, 420]));
});

test('the demo deletes its data directory when it stops [10.7.25]', async () => {
  const listDirectories = async () =>
    (await readdir(folder)).filter((name) => name.startsWith('quarterhour-'));
  expect(await listDirectories()).toHaveLength(1);
  expect(await demo.end('SIGTERM')).toBe(0);
  expect(await listDirectories()).toEqual([]);
});
