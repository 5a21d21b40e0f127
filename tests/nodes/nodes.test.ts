/** Three nodes behind haproxy and pgbouncer, on one database. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withUsername } from '#tests/setup/accounts.ts';
import { startPooler } from '#tests/setup/pooler.ts';
import type { Pooler } from '#tests/setup/pooler.ts';
import { startS3Server } from '#tests/support/fakes/s3Server.ts';
import type { FakeS3Server } from '#tests/support/fakes/s3Server.ts';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { openEventStream } from '#tests/support/helpers/eventStream.ts';
import { callEndpoint } from '#tests/support/helpers/httpCall.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { createPool } from '#tests/support/helpers/pools.ts';
import { startNodes } from '#tests/support/helpers/nodes.ts';
import type { Nodes } from '#tests/support/helpers/nodes.ts';
import { startCluster } from '#tests/support/helpers/postgres.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { startLoad } from './load.ts';

const ACCOUNT = 'quarterhour';
const PEOPLE = 12;

let cluster: Cluster;
let pooler: Pooler;
let bucket: FakeS3Server;
let folder: string;
let nodes: Nodes;
/** The business that all callers of a test belong to; free, so that it may write. */
let token: string;

beforeAll(async () => {
  cluster = await startCluster();
  const admin = createPool(cluster.url('postgres'), { max: 1 });
  await admin.query(`create role ${ACCOUNT} login createrole`);
  await admin.query(`create database ${ACCOUNT} owner ${ACCOUNT}`);
  await admin.end();
  const direct = withUsername(cluster.url(ACCOUNT), ACCOUNT);
  pooler = await startPooler(direct, ACCOUNT, 20);
  folder = await mkdtemp(join(tmpdir(), 'quarterhour-bucket-'));
  bucket = await startS3Server(folder);
  const through = new URL(direct);
  through.port = String(pooler.port);
  nodes = await startNodes({
    DATABASE_URL: through.href,
    DATABASE_DIRECT_URL: direct,
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
  await cluster.remove();
  await rm(folder, { recursive: true });
});

/** Prints a line of the report. */
const report = (line: string) => process.stdout.write(`goal    ${line}\n`);

const namesAt = async (url: string): Promise<string[]> =>
  (await callEndpoint<{ companyName: string }[]>(url, 'GET /api/clients', { token })).map(
    (one) => one.companyName,
  );

test('a change made on any node is received by the open pages of all', async () => {
  for (const from of nodes.own) {
    const addresses = [...nodes.own, nodes.url, nodes.url, nodes.url];
    const pages = await Promise.all(addresses.map((address) => openEventStream(address, token)));
    await callEndpoint(from, 'POST /api/clients', { token, body: buildClientForm() });
    for (const page of pages)
      await expect.poll(() => page.text, { timeout: 30_000 }).toMatch(/event: changed\ndata: .*clients/);
    await Promise.all(pages.map((page) => page.close()));
  }
  report('b: each of 3 nodes notified 6 open pages, one at each node, and 3 through the proxy: all received');
});

test('metrics and readiness answer 200 on each node and 404 through the proxy', async () => {
  const statuses = (url: string) =>
    Promise.all(
      ['/metrics', '/readyz', '/%6detrics'].map(async (path) => (await fetch(`${url}${path}`)).status),
    );
  expect(await statuses(nodes.url)).toEqual([404, 404, 404]);
  for (const url of nodes.own) expect(await statuses(url)).toEqual([200, 200, 200]);
});

test('a node that is killed under load loses nothing that was confirmed, and no more than it had in progress', async () => {
  const load = startLoad(nodes.url, token, PEOPLE);
  await load.more(200);
  const inProgress = load.inProgress();
  await nodes.end(1, 'SIGKILL');
  await load.more(400);
  const { confirmed, reads, lost } = await load.end();
  const names = new Set(await namesAt(nodes.url));
  const missing = confirmed.filter((name) => !names.has(name));
  report(
    `c: ${confirmed.length} writes and ${reads} reads confirmed around a kill, ${missing.length} of them missing; ` +
      `${lost.length} calls lost (${lost.join(', ')}) of ${inProgress} in progress on all nodes`,
  );
  await nodes.start(1);
  expect(missing).toEqual([]);
  expect(lost.length).toBeLessThanOrEqual(inProgress);
  // haproxy retries a read on another node.
  expect(lost.filter((one) => !one.startsWith('POST'))).toEqual([]);
});

test('a rolling restart under load loses no call [R-9]', async () => {
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
  report(
    `d: ${confirmed.length} writes and ${reads} reads while 3 nodes restarted in turn: ` +
      `${lost.length} calls lost, ${missing.length} writes missing`,
  );
  expect(lost).toEqual([]);
  expect(missing).toEqual([]);
});
