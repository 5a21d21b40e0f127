/**
 * What only time ends. A network that swallows everything between the product and its database; and callers that send
 * their request drop by drop, or take none of their answer, many at once: each is disconnected, no other user notices, and they
 * take no memory. All of it waits most of the time, so it waits at once. `SLOW_SOCKETS` sets how many.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase } from '#tests/setup/database.ts';
import { startLoad } from '#tests/support/helpers/load.ts';
import type { LoadOutcome } from '#tests/support/helpers/load.ts';
import { uploadLargeFile, createAgency } from '#tests/support/helpers/agencyProcess.ts';
import type { RunningAgency } from '#tests/support/helpers/agencyProcess.ts';
import { openEventStream } from '#tests/support/helpers/eventStream.ts';
import { startProduct } from '#tests/support/helpers/process.ts';
import type { ProductProcess } from '#tests/support/helpers/process.ts';
import { startPausableRelay } from '#tests/support/fakes/tcpRelay.ts';
import type { PausableRelay } from '#tests/support/fakes/tcpRelay.ts';
import {
  expectNothingLost,
  waitForMore,
  withProduct,
  createNotesReader,
  reportMetrics,
  waitUntil,
  createNoteSender,
} from '#tests/support/helpers/outage.ts';

const all = process.env['TESTS'] === 'all';
const sockets = Number(process.env['SLOW_SOCKETS'] ?? (all ? 2000 : 200));
const DROP_EVERY_MS = 1000;
const READERS = 20;
/** The head has ten seconds, which is looked at every five, the body fifteen, a pause in reading thirty; twice that. */
const [CUT_WITHIN_MS, READERS_CUT_WITHIN_MS] = [30_000, 90_000];
/** A statement without a response fails after twelve seconds, a wait for a connection after five. */
const SILENT_WITHIN_MS = 25_000;
const PER_SECOND = 12;
/** Memory is released lazily: this is about an upper bound. */
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

/** What the product has of the machine's memory. */
function megabytes(): number {
  const status = readFileSync(`/proc/${product.child.pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** Connections among them. */
const openFiles = (): number => readdirSync(`/proc/${product.child.pid}/fd`).length;

interface Slow {
  socket: Socket;
  /** When the product closed it. */
  cut: Promise<void>;
}

/** Connections that have all sent these first words. */
async function open(count: number, firstBytes: string): Promise<Slow[]> {
  const { hostname, port } = new URL(product.url);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname);
      // A cut may come as an error as well, where something was on its way.
      socket.on('error', () => undefined);
      const cut = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
      await new Promise<void>((resolve) => void socket.write(firstBytes, () => resolve()));
      return { socket, cut };
    }),
  );
}

/** Until all are cut, or too late. */
const allCut = (slow: Slow[], withinMs: number): Promise<unknown> =>
  Promise.race([
    Promise.all(slow.map(({ cut }) => cut)),
    once(AbortSignal.timeout(withinMs), 'abort').then(() => {
      throw new Error(`Not all of ${slow.length} were cut`);
    }),
  ]);

/** One byte more for each, again and again, until all are cut. */
async function drip(slow: Slow[]): Promise<void> {
  const cut = allCut(slow, CUT_WITHIN_MS);
  const drops = setInterval(() => {
    for (const { socket } of slow) if (!socket.destroyed) socket.write('x');
  }, DROP_EVERY_MS);
  await cut.finally(() => clearInterval(drops));
}

const dripHeads = async () =>
  drip(await open(sockets / 2, 'GET /api/profile HTTP/1.1\r\nHost: x\r\nX-Slow: '));

const dripBodies = async () =>
  drip(
    await open(
      sockets / 2,
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
    ),
  );

/** Ask for the large file and take nothing of it; so many files and connections are open without them. */
async function takeNothing(file: string, others: number): Promise<void> {
  await open(READERS, `GET ${file} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${office.token}\r\n\r\n`);
  await waitUntil(() => expect(openFiles()).toBeGreaterThan(others + READERS));
  // A client that does not read does not notice the end either, so the product is asked.
  const cut = () => expect(openFiles()).toBeLessThan(others + READERS / 10);
  await vi.waitFor(cut, { timeout: READERS_CUT_WITHIN_MS, interval: 500 });
}

interface Noticed {
  served: number;
  /** Their statuses other than 200 and 201. */
  refusals: number[];
  slowestMs: number;
  mostMegabytes: number;
}

/** Others go on working until it is over. */
async function workDuring(trouble: Promise<unknown>): Promise<Noticed> {
  const noticed: Noticed = { served: 0, refusals: [], slowestMs: 0, mostMegabytes: megabytes() };
  let over = false;
  const end = trouble.finally(() => (over = true));
  // It is looked at below.
  end.catch(() => undefined);
  const work = async () => {
    const began = performance.now();
    const write = noticed.served % 5 === 0;
    const status = await (write ? createNoteSender : createNotesReader)(office)();
    if (status !== (write ? 201 : 200)) noticed.refusals.push(status);
    noticed.served += 1;
    noticed.slowestMs = Math.max(noticed.slowestMs, Math.round(performance.now() - began));
    noticed.mostMegabytes = Math.max(noticed.mostMegabytes, megabytes());
    expect(over).toBe(true);
  };
  await vi.waitFor(work, { interval: 100, timeout: 2 * READERS_CUT_WITHIN_MS });
  await end;
  return noticed;
}

/**
 * Through a network that drops everything until all waiting requests are answered, and then works again: for the
 * connections of before as well, or, in the long form, for new ones alone.
 */
async function throughHole(hole: PausableRelay, office: RunningAgency): Promise<LoadOutcome> {
  const load = startLoad(office, { perSecond: PER_SECOND, withinMs: SILENT_WITHIN_MS });
  await waitForMore(load, 'served', 10);
  hole.pause();
  // Waiting requests are answered although no response comes back from the database.
  await load.settled();
  expect((await fetch(`${office.url}/healthz`)).status).toBe(200);
  expect(await createNotesReader(office)()).toBe(503);
  if (all) hole.drop();
  else hole.resume();
  // What the server has locked for who is lost it keeps for half a minute.
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
      expect(await createNoteSender({ ...office, url: other.url })()).toBe(201);
      expect(page.text).toContain('event: changed');
    });
  } finally {
    await page.close();
    await other.end('SIGTERM');
  }
}

describe.concurrent('at once', () => {
  test(
    `${sockets} slow callers are disconnected, and no other user notices [T19 R-10]`,
    { timeout: 120_000 },
    async ({ task }) => {
      const file = all ? await uploadLargeFile(office) : null;
      // Warm, so that what it takes of memory from now on is for the slow ones.
      for (let n = 0; n < 50; n += 1) expect(await createNotesReader(office)()).toBe(200);
      const [before, files] = [megabytes(), openFiles()];
      const slow = [dripHeads(), dripBodies(), ...(file === null ? [] : [takeNothing(file, files)])];
      const { served, refusals, slowestMs, mostMegabytes } = await workDuring(Promise.all(slow));
      expect(refusals).toEqual([]);
      expect(product.child.exitCode).toBe(null);
      const grownMegabytes = Math.round(mostMegabytes - before);
      expect(grownMegabytes).toBeLessThan(MOST_MEGABYTES);
      task.meta.metrics = { sockets, readers: all ? READERS : 0, served, slowestMs, grownMegabytes };
    },
  );

  test(
    'a network that drops everything delays no request for long, and nothing is lost [R-8]',
    {
      timeout: 240_000,
    },
    async ({ task }) => {
      const direct = await createDatabase();
      const hole = await startPausableRelay(direct);
      const DATA_DIR = join(directory, 'hole');
      try {
        await withProduct({ DATABASE_URL: hole.url, DATA_DIR }, async (office) => {
          const outcome = await throughHole(hole, office);
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
