/** Kills of the product and of PostgreSQL during submissions. `KILL_SEED` repeats a run, `PRODUCT_KILLS` sets the number. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { copyTemplate } from '#tests/setup/database.ts';
import {
  listAllNotes,
  call,
  expectNotesStored,
  expectVerified,
  createAgency,
  sendNote,
  type NoteReceipt,
  type RunningAgency,
} from '#tests/support/helpers/agencyProcess.ts';
import { startOwnServer } from '#tests/support/helpers/postgresServer.ts';
import { startProduct, type ProductProcess } from '#tests/support/helpers/process.ts';
import { createRandom } from '#tests/support/helpers/random.ts';

const seed = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const all = process.env['TESTS'] === 'all';
const kills = Number(process.env['PRODUCT_KILLS'] ?? (all ? 5 : 1));
/** The embedded database is also killed in embedded-kill.test.ts. */
const engines = all ? (['the embedded database', 'PostgreSQL'] as const) : (['PostgreSQL'] as const);
const WRITERS = 4;
const timeout = 120_000 + kills * 60_000;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

let product: ProductProcess;

async function start(environment: Record<string, string>): Promise<ProductProcess> {
  product = await startProduct(environment);
  const started = product;
  cleanUps.push(async () => {
    if (started.child.exitCode === null && started.child.signalCode === null) await started.end('SIGKILL');
  });
  return product;
}

async function createDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quarterhour-kill-'));
  cleanUps.push(() => rm(directory, { recursive: true }));
  return directory;
}

async function ownServer() {
  const server = await startOwnServer();
  cleanUps.push(() => server.cluster.remove());
  return server;
}

const ENVIRONMENTS = {
  'the embedded database': async () => ({ DATA_DIR: await copyTemplate() }),
  PostgreSQL: async () => ({ DATABASE_URL: (await ownServer()).url, DATA_DIR: await createDirectory() }),
};

/** Submits notes until requests fail. Kills after this many responses. */
async function submitUntilKilled(
  office: RunningAgency,
  kill: { after: number; now: () => unknown },
): Promise<NoteReceipt[]> {
  const answered: NoteReceipt[] = [];
  const write = async () => {
    for (;;) {
      const answer = await sendNote(office).catch(() => null);
      if (answer?.status !== 201) return answer;
      answered.push(answer.body);
      if (answered.length === kill.after) kill.now();
    }
  };
  const refusals = await Promise.all(Array.from({ length: WRITERS }, write));
  // Either the product was killed, or it reported that its database was.
  for (const refusal of refusals) if (refusal) expectAway(refusal);
  return answered;
}

function expectAway({ status, headers, body }: Awaited<ReturnType<typeof call>>): void {
  expect([status, (body as { code?: string }).code]).toEqual([503, 'database_away']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

const answersBeforeKill = (random: () => number) => 5 + Math.floor(random() * 40);

test.for(engines)(
  `on %s ${kills} kills of the product lose no acknowledged note (seed ${seed}) [R-3]`,
  { timeout },
  async (engine, { task }) => {
    const random = createRandom(seed);
    const environment = { ...(await ENVIRONMENTS[engine]()), RATE_LIMITS: 'off' };
    const office = await createAgency((await start(environment)).url);
    const acknowledged = new Map<number, NoteReceipt>();
    let stored = 0;
    let reopening = 0;
    for (let round = 1; round <= kills; round += 1) {
      const ended = product.end('SIGCONT');
      const kill = { after: answersBeforeKill(random), now: () => product.child.kill('SIGKILL') };
      for (const note of await submitUntilKilled(office, kill)) acknowledged.set(note.id, note);
      expect(await ended).toBe(null);
      const began = performance.now();
      office.url = (await start(environment)).url;
      reopening = Math.max(reopening, performance.now() - began);
      stored = await expectNotesStored(office, acknowledged);
      // Each writer had at most one request in progress that may have been committed before the response was sent.
      expect(stored - acknowledged.size).toBeLessThanOrEqual(WRITERS * round);
    }
    await product.end('SIGKILL');
    await expectVerified(environment, stored);
    const slowestStartMs = Math.round(reopening);
    task.meta.metrics = { seed, kills, acknowledged: acknowledged.size, lost: 0, slowestStartMs };
  },
);

test(
  `${kills} kills of PostgreSQL under a running product lose no acknowledged note (seed ${seed}) [R-3]`,
  { timeout },
  async ({ task }) => {
    const random = createRandom(seed);
    const { cluster, url } = await ownServer();
    const environment = { DATABASE_URL: url, DATA_DIR: await createDirectory(), RATE_LIMITS: 'off' };
    const office = await createAgency((await start(environment)).url);
    const acknowledged = new Map<number, NoteReceipt>();
    let stored = 0;
    for (let round = 1; round <= kills; round += 1) {
      let killed: Promise<void> | undefined;
      const kill = { after: answersBeforeKill(random), now: () => (killed = cluster.kill()) };
      for (const note of await submitUntilKilled(office, kill)) acknowledged.set(note.id, note);
      await killed;
      expectAway(await call(office.url, 'GET /api/notes', { token: office.token }));
      expectAway(await sendNote(office));
      expect((await fetch(`${office.url}/healthz`)).status).toBe(200);
      await cluster.start();
      const ready = async () => (await fetch(`${office.url}/readyz`)).status;
      await expect.poll(ready, { timeout: 20_000 }).toBe(200);
      stored = await expectNotesStored(office, acknowledged);
      expect(stored - acknowledged.size).toBeLessThanOrEqual(WRITERS * round);
    }
    expect((await sendNote(office)).status).toBe(201);
    expect(product.child.exitCode).toBe(null);
    const notes = (await listAllNotes(office)).size;
    expect(notes).toBe(stored + 1);
    expect(await product.end('SIGTERM')).toBe(0);
    await expectVerified(environment, notes);
    task.meta.metrics = { seed, kills, acknowledged: acknowledged.size, lost: 0 };
  },
);
