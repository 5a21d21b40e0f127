/** Three nodes behind haproxy and pgbouncer, on one database; with `TEST_POSTGRES=citus` on a Citus cluster. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPooler, type Pooler } from '#tests/setup/pooler.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { startS3Server, type FakeS3Server } from '#tests/support/fakes/s3Server.ts';
import { createAgencyOnEachWorker } from '#tests/support/helpers/agenciesOnWorkers.ts';
import {
  createAgency,
  expectNotesStored,
  listAllNotes,
  type RunningAgency,
} from '#tests/support/helpers/agencyProcess.ts';
import { IS_CITUS } from '#tests/support/helpers/citus.ts';
import { openEventStream } from '#tests/support/helpers/eventStream.ts';
import { callEndpoint } from '#tests/support/helpers/httpCall.ts';
import { startLoad } from '#tests/support/helpers/load.ts';
import { startNodes, type Nodes } from '#tests/support/helpers/nodes.ts';
import { expectNothingLost, waitForMore } from '#tests/support/helpers/outage.ts';
import { startOwnCitus, type OwnCitus } from '#tests/support/helpers/ownCitus.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { ACCOUNT, startOwnServer } from '#tests/support/helpers/postgresServer.ts';

const PER_SECOND = 100;
/** A quarter of the calls submits a note; an author writes about one in a second. */
const AUTHORS = 25;
/** A call without a response by then counts as lost. */
const WITHIN_MS = 30_000;

let cluster: Pick<Cluster, 'remove'>;
let pooler: Pooler;
let bucket: FakeS3Server;
let folder: string;
let nodes: Nodes;
/** One business; on Citus one on each worker. */
let agencies: RunningAgency[];
let agency: RunningAgency;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarterhour-bucket-'));
  const citus = IS_CITUS ? await startOwnCitus(join(folder, 'distribution')) : null;
  const own = citus ?? (await startOwnServer({}));
  cluster = own.cluster;
  const direct = own.url;
  pooler = await startPooler(direct, ACCOUNT, 20);
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
  agencies = citus ? await createOnWorkers(citus) : [await createAgency(nodes.url, { authors: AUTHORS })];
  [agency] = agencies as [RunningAgency];
});
async function createOnWorkers({ cluster: { workers }, sql }: OwnCitus): Promise<RunningAgency[]> {
  const created = await createAgencyOnEachWorker({ url: nodes.url, workers, sql });
  return created.map((one) => one.agency);
}
afterAll(async () => {
  await nodes.stop();
  await bucket.stop();
  await pooler.stop();
  await cluster.remove();
  await rm(folder, { recursive: true });
});

/** Prints a line of the report. */
const report = (line: string) => process.stdout.write(`goal    ${line}\n`);

test('a change made on any node is received by the open pages of all', async () => {
  for (const from of nodes.own) {
    const addresses = [...nodes.own, nodes.url, nodes.url, nodes.url];
    const pages = await Promise.all(addresses.map((address) => openEventStream(address, agency.token)));
    await callEndpoint(from, 'POST /api/clients', { token: agency.token, body: buildClientForm() });
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

test('killing a node under load loses no acknowledged note, and only calls sent before the node had ended', async () => {
  const load = startLoad(agency, { perSecond: PER_SECOND, withinMs: WITHIN_MS });
  await waitForMore(load, 'served', 200);
  const ended = nodes.end(1, 'SIGKILL');
  const inProgress = load.inProgress();
  const sentBefore = load.sent();
  await ended;
  // Until its process has ended, a killed node still accepts connections.
  const sentUntil = load.sent();
  const mayBeLost = (call: number) => inProgress.has(call) || (call >= sentBefore && call < sentUntil);
  await waitForMore(load, 'served', 400);
  const { acknowledged, served, wrong } = await load.stop();
  const most = inProgress.size + sentUntil - sentBefore;
  report(
    `c: ${served} calls served around a kill; ${wrong.length} of ${most} calls that it could affect lost`,
  );
  await nodes.start(1);
  await expectNotesStored(agency, acknowledged);
  expect(wrong.filter(({ call }) => !mayBeLost(call))).toEqual([]);
  // haproxy retries a read on another node.
  expect(wrong.filter(({ method }) => method === 'GET')).toEqual([]);
});

test('a rolling restart under load loses no call of any business [R-9]', async () => {
  const before = await Promise.all(agencies.map(async (one) => (await listAllNotes(one)).size));
  const perSecond = PER_SECOND / agencies.length;
  const loads = agencies.map((one) => startLoad(one, { perSecond, withinMs: WITHIN_MS }));
  const waitForAll = () => Promise.all(loads.map((load) => waitForMore(load, 'served', 200 / loads.length)));
  for (const node of nodes.own.keys()) {
    await waitForAll();
    expect(await nodes.end(node, 'SIGTERM')).toBe(0);
    await nodes.start(node);
    await waitForAll();
  }
  const outcomes = await Promise.all(loads.map((load) => load.stop()));
  for (const [index, outcome] of outcomes.entries()) {
    report(`d: ${outcome.served} calls served while 3 nodes restarted in turn: ${outcome.wrong.length} lost`);
    expect(outcome.unavailable).toBe(0);
    await expectNothingLost(agencies[index] as RunningAgency, outcome, before[index]);
  }
});
