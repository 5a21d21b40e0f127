/** `npm run demo` as it is started, on a summer's day: what it prints, who can sign in, and what is there to see. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startProduct } from '#tests/support/helpers/process.ts';
import type { ProductProcess } from '#tests/support/helpers/process.ts';

/** Months after clocks went forward on 8 March, so that the agency's trial is there as well. */
const STARTS_AT = '2026-07-15T17:00:00.000Z';
/** The agency has more to write than an empty product. */
const READY_WITHIN_MS = 900_000;

type Row = Record<string, unknown>;

let demo: ProductProcess;
/** Where it makes its data directory. */
let folder: string;
let token: string;
beforeAll(async () => {
  const otherDay = new URL('../tests/support/fakes/clock.ts', import.meta.url).href;
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  const environment = { NODE_OPTIONS: `--import=${otherDay}`, STARTS_AT, TMPDIR: folder };
  demo = await startProduct(environment, 'scripts/demo.ts', READY_WITHIN_MS);
  await vi.waitFor(() => {
    if (!demo.output().includes('thrown away when this ends'))
      throw new Error('The logins are not printed yet');
  }, 10_000);
  ({ token } = await signIn('daniel.weiss'));
}, READY_WITHIN_MS);
afterAll(async () => {
  await demo.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** Signs in with the password that was printed. */
async function signIn(username: string): Promise<{ token: string; user: Row }> {
  const password = /with the password (\S+) as/.exec(demo.output())?.[1];
  const answer = await fetch(`${demo.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  expect([username, answer.status]).toEqual([username, 200]);
  return (await answer.json()) as { token: string; user: Row };
}

async function read(path: string, who: string): Promise<Response> {
  const answer = await fetch(`${demo.url}${path}`, { headers: { authorization: `Bearer ${who}` } });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer;
}

const rowsAt = async (path: string, who = token) => (await (await read(path, who)).json()) as Row[];
const totalAt = async (path: string) => Number((await read(path, token)).headers.get('x-total-count'));

test('prints its address and the logins, and each of them signs in [10.7.22]', async () => {
  const logins = [...demo.output().matchAll(/^ {2}(\S+) +\S/gm)].map(([, username]) => username ?? '');
  expect(logins).toHaveLength(10);
  for (const username of logins) expect((await signIn(username)).user).toMatchObject({ username });
});

test('shows 8 people, 25 clients, and what the office posts, writes and files [10.7.23]', async () => {
  expect(await rowsAt('/api/users')).toHaveLength(8);
  const clients = await rowsAt('/api/clients');
  expect(clients).toHaveLength(25);
  expect(await totalAt('/api/messages/inbox')).toBeGreaterThan(5);
  expect((await rowsAt('/api/business-resources')).length).toBeGreaterThan(3);
  const documents = await Promise.all(
    clients.map(({ id }) => rowsAt(`/api/clients/${String(id)}/documents`)),
  );
  expect(documents.flat().length).toBeGreaterThan(20);
  const news = await rowsAt('/api/announcements');
  expect(news.length).toBeGreaterThan(5);
  const change = news.find(({ title }) => title === 'Clocks go forward on Sunday');
  expect(change).toMatchObject({ createdAt: expect.stringMatching(/^2026-03-05T/) });
});

test('shows several hundred notes, some in every state [10.7.23]', async () => {
  const of = (status: string) => totalAt(`/api/management/notes?status=${status}`);
  expect(await totalAt('/api/management/notes')).toBeGreaterThan(300);
  for (const status of ['pending', 'in-review', 'in-progress', 'resolved', 'denied'])
    expect([status, (await of(status)) > 0]).toEqual([status, true]);
});

test('shows a night in which clocks changed, with the true minutes [10.7.24]', async () => {
  const { token: own } = await signIn('leo.castellan');
  const nights = await rowsAt('/api/time-entries/my?limit=200', own);
  // From 22:00 to 06:00 by the clock, an hour of which there was not.
  const change = nights.find(({ startTime }) => startTime === '2026-03-08T04:00:00.000Z');
  expect(change).toMatchObject({ endTime: '2026-03-08T11:00:00.000Z', minutes: 420 });
  expect(new Set(nights.map(({ minutes }) => minutes))).toEqual(new Set([480, 420]));
});

test('ends without leaving its data directory behind [10.7.25]', async () => {
  const kept = () => readdir(folder).then((names) => names.filter((name) => name.startsWith('quarterhour-')));
  expect(await kept()).toHaveLength(1);
  expect(await demo.end('SIGTERM')).toBe(0);
  expect(await kept()).toEqual([]);
});
