/**
 * Timeouts: a network that drops everything between the product and its database, clients that send byte by byte, and
 * clients that do not read. The tests mostly wait, so they run concurrently. `SLOW_SOCKETS` sets the number of clients.
 */

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase } from '#tests/setup/database.ts';
import { startPausableRelay, type PausableRelay } from '#tests/support/fakes/tcpRelay.ts';
import { uploadLargeFile, createAgency, type RunningAgency } from '#tests/support/helpers/agencyProcess.ts';
import { openEventStream } from '#tests/support/helpers/eventStream.ts';
import { startLoad, type LoadOutcome } from '#tests/support/helpers/load.ts';
import {
  expectNothingLost,
  waitForMore,
  withProduct,
  readNotes,
  reportMetrics,
  waitUntil,
  writeNote,
} from '#tests/support/helpers/outage.ts';
import { startProduct, type ProductProcess } from '#tests/support/helpers/process.ts';

const all = process.env['TESTS'] === 'all';
const sockets = Number(process.env['SLOW_SOCKETS'] ?? (all ? 2000 : 200));
const DROP_EVERY_MS = 1000;
const READERS = 20;
/** Twice the timeouts: ten seconds for headers, checked every five; fifteen for the body; thirty without reading. */
const [CUT_WITHIN_MS, READERS_CUT_WITHIN_MS] = [30_000, 90_000];
/** A statement without a response fails after twelve seconds, a wait for a connection after five. */
const SILENT_WITHIN_MS = 25_000;
const PER_SECOND = 12;
/** An upper bound, because memory is released late. */
const MOST_MEGABYTES = 250;

let directory: string;
let product: ProductProcess;
let office: RunningAgency;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarterhour-slow-'));
  product = await startProduct({
    DATABASE_URL: await createDatabase(),
    DATA_DIR: directory,
    RATE_LIMITS: 'off',
  });
  office = await createAgency(product.url);
});
afterAll(async () => {
  await product.end('SIGTERM');
  await rm(directory, { recursive: true });
});

/** The resident memory of the product. */
function readMegabytes(): number {
  const status = readFileSync(`/proc/${product.child.pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** Open file descriptors of the product, connections among them. */
const countOpenFiles = (): number => readdirSync(`/proc/${product.child.pid}/fd`).length;

interface SlowClient {
  socket: Socket;
  /** Resolves when the product closes the connection. */
  cut: Promise<void>;
}

/** Opens connections that have sent these bytes. */
async function openClients(count: number, firstBytes: string): Promise<SlowClient[]> {
  const { hostname, port } = new URL(product.url);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname);
      // A disconnection may also be an error.
      socket.on('error', () => undefined);
      const cut = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
      await new Promise<void>((resolve) => void socket.write(firstBytes, () => resolve()));
      return { socket, cut };
    }),
  );
}

/** Resolves when all are disconnected. @throws after the time */
const waitForDisconnects = (slow: SlowClient[], withinMs: number): Promise<unknown> =>
  Promise.race([
    Promise.all(slow.map(({ cut }) => cut)),
    once(AbortSignal.timeout(withinMs), 'abort').then(() => {
      throw new Error(`Not all of ${slow.length} were cut`);
    }),
  ]);

/** Sends one more byte over each connection per second until all are disconnected. */
async function drip(slow: SlowClient[]): Promise<void> {
  const cut = waitForDisconnects(slow, CUT_WITHIN_MS);
  const drops = setInterval(() => {
    for (const { socket } of slow) if (!socket.destroyed) socket.write('x');
  }, DROP_EVERY_MS);
  await cut.finally(() => clearInterval(drops));
}

const dripHeads = async () =>
  drip(await openClients(sockets / 2, 'GET /api/profile HTTP/1.1\r\nHost: x\r\nX-Slow: '));

const dripBodies = async () =>
  drip(
    await openClients(
      sockets / 2,
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
    ),
  );

/** Requests the large file and reads nothing of it. @param others file descriptors that are open without it */
async function downloadWithoutReading(file: string, others: number): Promise<void> {
  await openClients(
    READERS,
    `GET ${file} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${office.token}\r\n\r\n`,
  );
  await waitUntil(() => expect(countOpenFiles()).toBeGreaterThan(others + READERS));
  // A client that does not read does not notice the disconnection either.
  const cut = () => expect(countOpenFiles()).toBeLessThan(others + READERS / 10);
  await vi.waitFor(cut, { timeout: READERS_CUT_WITHIN_MS, interval: 500 });
}

interface Observation {
  served: number;
  /** Their statuses other than 200 and 201. */
  refusals: number[];
  slowestMs: number;
  mostMegabytes: number;
}

/** Reads and writes as other users until the fault is over. */
async function workDuring(trouble: Promise<unknown>): Promise<Observation> {
  const observation: Observation = { served: 0, refusals: [], slowestMs: 0, mostMegabytes: readMegabytes() };
  let over = false;
  const end = trouble.finally(() => (over = true));
  // Awaited below.
  end.catch(() => undefined);
  const work = async () => {
    const began = performance.now();
    const write = observation.served % 5 === 0;
    const status = await (write ? writeNote : readNotes)(office);
    if (status !== (write ? 201 : 200)) observation.refusals.push(status);
    observation.served += 1;
    observation.slowestMs = Math.max(observation.slowestMs, Math.round(performance.now() - began));
    observation.mostMegabytes = Math.max(observation.mostMegabytes, readMegabytes());
    expect(over).toBe(true);
  };
  await vi.waitFor(work, { interval: 100, timeout: 2 * READERS_CUT_WITHIN_MS });
  await end;
  return observation;
}

/**
 * Runs a load through a network that drops everything until all requests are answered, and then works again; in
 * `test:all` for new connections only.
 */
async function runLoadThroughHole(hole: PausableRelay, office: RunningAgency): Promise<LoadOutcome> {
  const load = startLoad(office, { perSecond: PER_SECOND, withinMs: SILENT_WITHIN_MS });
  await waitForMore(load, 'served', 10);
  hole.pause();
  // The requests are answered although the database does not respond.
  await load.settled();
  expect((await fetch(`${office.url}/healthz`)).status).toBe(200);
  expect(await readNotes(office)).toBe(503);
  if (all) hole.drop();
  else hole.resume();
  // PostgreSQL keeps the locks of lost connections for half a minute.
  await waitForMore(load, 'acknowledged', 1);
  await waitForMore(load, 'served', PER_SECOND);
  return load.stop();
}

/** Expects that a page of this node receives changes of another node, also after the connection for that was lost. */
async function expectReceived(office: RunningAgency, settings: { DATABASE_URL: string; DATA_DIR: string }) {
  const page = await openEventStream(office.url, office.token);
  const other = await startProduct({ ...settings, RATE_LIMITS: 'off' });
  try {
    // The node may not listen again yet, and misses changes until then.
    await waitUntil(async () => {
      expect(await writeNote({ ...office, url: other.url })).toBe(201);
      expect(page.text).toContain('event: changed');
    });
  } finally {
    await page.close();
    await other.end('SIGTERM');
  }
}

describe.concurrent('in time', () => {
  test(
    `${sockets} slow clients are disconnected without an effect on other users [T19 R-10]`,
    { timeout: 120_000 },
    async ({ task }) => {
      const file = all ? await uploadLargeFile(office) : null;
      // Warm up, so that memory grows for the slow clients only.
      for (let n = 0; n < 50; n += 1) expect(await readNotes(office)).toBe(200);
      const [before, files] = [readMegabytes(), countOpenFiles()];
      const slow = [
        dripHeads(),
        dripBodies(),
        ...(file === null ? [] : [downloadWithoutReading(file, files)]),
      ];
      const { served, refusals, slowestMs, mostMegabytes } = await workDuring(Promise.all(slow));
      expect(refusals).toEqual([]);
      expect(product.child.exitCode).toBe(null);
      const grownMegabytes = Math.round(mostMegabytes - before);
      expect(grownMegabytes).toBeLessThan(MOST_MEGABYTES);
      task.meta.metrics = { sockets, readers: all ? READERS : 0, served, slowestMs, grownMegabytes };
    },
  );

  test(
    'requests are answered while the network drops everything, and nothing is lost [R-8]',
    {
      timeout: 240_000,
    },
    async ({ task }) => {
      const direct = await createDatabase();
      const hole = await startPausableRelay(direct);
      const DATA_DIR = join(directory, 'hole');
      try {
        await withProduct({ DATABASE_URL: hole.url, DATA_DIR }, async (office) => {
          const outcome = await runLoadThroughHole(hole, office);
          await expectNothingLost(office, outcome);
          if (all) await expectReceived(office, { DATABASE_URL: direct, DATA_DIR });
          reportMetrics(task, outcome);
        });
      } finally {
        await hole.stop();
      }
    },
  );
});
