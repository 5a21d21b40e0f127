/** Three nodes behind haproxy and pgbouncer, on a database with a replica that is five seconds late. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPooler } from '#tests/setup/pooler.ts';
import type { Pooler } from '#tests/setup/pooler.ts';
import { startS3Server } from '#tests/support/fakes/s3Server.ts';
import type { FakeS3Server } from '#tests/support/fakes/s3Server.ts';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { callEndpoint } from '#tests/support/helpers/httpCall.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { startNodes } from '#tests/support/helpers/nodes.ts';
import type { Nodes } from '#tests/support/helpers/nodes.ts';
import { startReplicated } from '#tests/support/helpers/replicated.ts';
import type { Replicated } from '#tests/support/helpers/replicated.ts';
import { startLoad } from './load.ts';

const PEOPLE = 12;
const TRIALS = 200;

let servers: Replicated;
let pooler: Pooler;
let bucket: FakeS3Server;
let folder: string;
let nodes: Nodes;
/** The business that everybody of a test works in; free, so that it may write. */
let token: string;

beforeAll(async () => {
  servers = await startReplicated({ recovery_min_apply_delay: '5s' });
  pooler = await startPooler(servers.primaryUrl, 'quarterhour', 20);
  folder = await mkdtemp(join(tmpdir(), 'quarterhour-bucket-'));
  bucket = await startS3Server(folder);
  const through = new URL(servers.primaryUrl);
  through.port = String(pooler.port);
  nodes = await startNodes({
    DATABASE_URL: through.href,
    DATABASE_DIRECT_URL: servers.primaryUrl,
    DATABASE_REPLICA_URL: servers.replicaUrl,
    SERVER_KEY: randomBytes(32).toString('hex'),
    RATE_LIMITS: 'off',
    DRAIN_SECONDS: '3',
    ...bucket.settings,
  });
  const form = buildRegistrationForm({ employeeCount: '21-50' });
  ({ token } = await callEndpoint<{ token: string }>(nodes.url, 'POST /api/auth/register-admin', {
    body: form,
  }));
});
afterAll(async () => {
  await nodes.stop();
  await bucket.stop();
  await pooler.stop();
  await servers.remove();
  await rm(folder, { recursive: true });
});

/** A line of the report. */
const say = (line: string) => process.stdout.write(`goal    ${line}\n`);

const namesAt = async (url: string): Promise<string[]> =>
  (await callEndpoint<{ companyName: string }[]>(url, 'GET /api/clients', { token })).map(
    (one) => one.companyName,
  );

/** Resolves when the open page at this address hears of a change of clients. */
async function openPage(url: string): Promise<{ heard: Promise<string>; close: () => Promise<void> }> {
  const answer = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!answer.ok || !reader) throw new Error(`No stream: ${answer.status}`);
  const heard = (async () => {
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      text += value ?? '';
      if (/event: changed\ndata: .*clients/.test(text)) return 'clients';
      if (done) throw new Error(`The stream ended:\n${text}`);
    }
  })();
  return { heard, close: () => reader.cancel() };
}

test('a change that comes in at any node is heard by the open pages of all', async () => {
  for (const from of nodes.own) {
    const pages = await Promise.all([...nodes.own, nodes.url, nodes.url, nodes.url].map(openPage));
    await callEndpoint(from, 'POST /api/clients', { token, body: buildClientForm() });
    const heard = await Promise.all(pages.map((page) => page.heard));
    expect(heard).toEqual(pages.map(() => 'clients'));
    await Promise.all(pages.map(({ close }) => close()));
  }
  say('b: each of 3 nodes told 6 open pages, one at each node and 3 through the proxy: all heard');
});

test('what is of a node by itself is read there, and by nobody through the proxy', async () => {
  const statuses = (url: string) =>
    Promise.all(
      ['/metrics', '/readyz', '/%6detrics'].map(async (path) => (await fetch(`${url}${path}`)).status),
    );
  expect(await statuses(nodes.url)).toEqual([404, 404, 404]);
  for (const url of nodes.own) expect(await statuses(url)).toEqual([200, 200, 200]);
});

test('once the replica has it all it is the one that reads, for each node', async () => {
  for (const url of nodes.own) {
    const served = async () => {
      await namesAt(url);
      return (await replicaReads(url)).served;
    };
    await expect.poll(served, { timeout: 60_000, interval: 500 }).toBeGreaterThan(0);
  }
});

test(`with a replica that is 5 s late a writer never sees their own past, ${TRIALS} times on any node`, async () => {
  let past = 0;
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const body = buildClientForm();
    await callEndpoint(nodes.url, 'POST /api/clients', { token, body });
    if (!(await namesAt(nodes.url)).includes(String(body['companyName']))) past += 1;
  }
  const reads = await Promise.all(nodes.own.map((url) => replicaReads(url)));
  say(`e: ${past} of ${TRIALS} writers saw their past; the replica was behind ${sum(reads, 'behind')} times`);
  expect(past).toBe(0);
  expect(sum(reads, 'behind')).toBeGreaterThanOrEqual(TRIALS);
});

test('a node that is killed under load loses nothing that was confirmed, and no more than it had under way', async () => {
  const load = startLoad(nodes.url, token, PEOPLE);
  await load.more(200);
  const underWay = load.underWay();
  await nodes.end(1, 'SIGKILL');
  await load.more(400);
  const { confirmed, reads, lost } = await load.end();
  const names = new Set(await namesAt(nodes.url));
  const missing = confirmed.filter((name) => !names.has(name));
  say(
    `c: ${confirmed.length} writes and ${reads} reads confirmed around a kill, ${missing.length} of them missing; ` +
      `${lost.length} calls lost (${lost.join(', ')}) of ${underWay} under way at all nodes`,
  );
  await nodes.start(1);
  expect(missing).toEqual([]);
  expect(lost.length).toBeLessThanOrEqual(underWay);
  // A read is asked for again at another node.
  expect(lost.filter((one) => !one.startsWith('POST'))).toEqual([]);
});

test('a rolling restart under load loses no call', async () => {
  const load = startLoad(nodes.url, token, PEOPLE);
  for (const node of nodes.own.keys()) {
    await load.more(200);
    expect(await nodes.end(node, 'SIGTERM')).toBe(0);
    await nodes.start(node);
    await load.more(200);
  }
  const { confirmed, reads, lost } = await load.end();
  const names = new Set(await namesAt(nodes.url));
  const missing = confirmed.filter((name) => !names.has(name));
  say(
    `d: ${confirmed.length} writes and ${reads} reads while 3 nodes restarted in turn: ` +
      `${lost.length} calls lost, ${missing.length} writes missing`,
  );
  expect(lost).toEqual([]);
  expect(missing).toEqual([]);
});

type Reads = Record<'served' | 'behind' | 'away', number>;

async function replicaReads(url: string): Promise<Reads> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (outcome: string) =>
    Number(new RegExp(`^replica_reads_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(text)?.[1]);
  return { served: of('served'), behind: of('behind'), away: of('away') };
}

const sum = (all: Reads[], outcome: keyof Reads) => all.reduce((total, one) => total + one[outcome], 0);
