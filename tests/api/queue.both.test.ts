/** The queue on which emails, exports and calls to the payment provider rest, with a kind of its own: deliveries. */

import { and, eq, lte, notInArray } from 'drizzle-orm';
import { snakeCase, integer, text } from 'drizzle-orm/pg-core';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { instant, tenantColumns } from '#platform/server/database/columns.ts';
import { claimDue } from '#platform/server/queue/claimDue.ts';
import { Lease } from '#platform/server/queue/lease.ts';
import { nextAttemptAt } from '#platform/server/queue/retry.ts';
import { QueueSignal, runBatch, startWorkers, type Queue } from '#platform/server/queue/workers.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const deliveries = snakeCase.table('test_deliveries', {
  ...tenantColumns,
  attempts: integer().notNull().default(0),
  dueAt: instant(),
  failure: text(),
});
type Delivery = typeof deliveries.$inferSelect;

const MINUTE_MS = 60_000;
const RETRY = { maxAttempts: 3, firstPauseMs: MINUTE_MS, factor: 10, longestPauseMs: 60 * MINUTE_MS };
const log = pino({ level: 'silent' });

const api = useApi();
const systemNow = clock.now;
beforeAll(async () => {
  await api.sql(`create table test_deliveries (business_id bigint, id bigint, created_at timestamptz default now(),
    attempts int default 0, due_at timestamptz, failure text, primary key (business_id, id))`);
  await api.sql('grant all on test_deliveries to public');
});
beforeEach(async () => {
  // Two of each of three businesses.
  await api.sql(`insert into test_deliveries (business_id, id, due_at)
    select n % 3 + 1, n, now() - interval '1 hour' + n * interval '1 second' from generate_series(1, 6) n`);
});
afterEach(async () => {
  clock.now = systemNow;
  await api.sql('truncate test_deliveries');
});
const passMinutes = (minutes: number) => {
  clock.now = () => new Date(Date.now() + minutes * MINUTE_MS);
};
const readRows = () => api.sql('select id::int, attempts, due_at, failure from test_deliveries order by id');

const lease = new Lease({
  table: deliveries,
  attempts: 'attempts',
  until: 'dueAt',
  ms: 5 * MINUTE_MS,
  isFree: (now) => lte(deliveries.dueAt, now),
});

const rowOf = ({ businessId, id }: { businessId: number; id: number }) =>
  and(eq(deliveries.businessId, businessId), eq(deliveries.id, id));

/** A queue that deletes what was sent, and retries what was not. */
function createQueue(send: (row: Delivery) => Promise<void>, batchSize = 2): Queue<Delivery> {
  const { services } = api.server;
  const fail = async (row: Delivery, now: Date, failure: string) => {
    const dueAt = nextAttemptAt(RETRY, row.attempts, now);
    const isHeld = and(rowOf(row), lease.isHeld(row.attempts));
    await queryDirectory(services).update(deliveries).set({ failure, dueAt }).where(isHeld);
  };
  return {
    name: 'deliveries',
    batchSize,
    maxAttempts: RETRY.maxAttempts,
    attemptsOf: ({ attempts }) => attempts,
    claim: (now) =>
      claimDue({
        limit: batchSize,
        list: ({ limit, excludedBusinessIds }) =>
          queryDirectory(services)
            .select({ businessId: deliveries.businessId, id: deliveries.id })
            .from(deliveries)
            .where(and(lte(deliveries.dueAt, now), notInArray(deliveries.businessId, excludedBusinessIds)))
            .orderBy(deliveries.dueAt)
            .limit(limit)
            .execute(),
        claim: (key) => lease.claim(queryDirectory(services), { row: rowOf(key), now }),
        log,
      }),
    async run(row, now) {
      try {
        await send(row);
        await queryDirectory(services)
          .delete(deliveries)
          .where(and(rowOf(row), lease.isHeld(row.attempts)));
      } catch (error) {
        await fail(row, now, (error as Error).message);
      }
    },
    abandon: (row, now) => fail(row, now, 'interrupted'),
  };
}

test('each row is worked on once by three workers, in the order in which it was due', async () => {
  const sent: number[] = [];
  const queue = createQueue(async ({ id }) => void sent.push(id));
  const counts = await Promise.all([1, 2, 3].map(() => runBatch(queue, clock.now())));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
  expect([sent.toSorted((a, b) => a - b), await readRows()]).toEqual([[1, 2, 3, 4, 5, 6], []]);
  await api.sql(
    `insert into test_deliveries (business_id, id, due_at) values (1, 8, now()), (2, 7, now() - interval '1 s')`,
  );
  await runBatch(
    createQueue(async ({ id }) => void sent.push(id), 1),
    clock.now(),
  );
  expect(sent.at(-1)).toBe(7);
});

test('a failed row is due again after growing pauses, until its last attempt', async () => {
  await api.sql('delete from test_deliveries where id > 1');
  const queue = createQueue(() => Promise.reject(new Error('503')));
  expect(await runBatch(queue, clock.now())).toBe(1);
  for (const [minutes, due] of [
    [0.9, 0],
    [1.2, 1],
    [11, 0],
    [13, 1],
    [1000, 0],
  ] as const) {
    passMinutes(minutes);
    expect([minutes, await runBatch(queue, clock.now())]).toEqual([minutes, due]);
  }
  expect(await readRows()).toEqual([{ id: 1, attempts: 3, due_at: null, failure: '503' }]);
});

test('a row whose worker was killed is claimed when its lease ends, and abandoned after the last attempt', async () => {
  await api.sql('delete from test_deliveries where id > 1');
  const sent: number[] = [];
  const queue = createQueue(async ({ attempts }) => void sent.push(attempts));
  const kill = () => queue.claim(clock.now());
  const [first] = await kill();
  expect([first?.attempts, await kill()]).toEqual([1, []]);
  passMinutes(6);
  expect(await kill()).toMatchObject([{ attempts: 2 }]);
  // The first worker was only slow: it may no longer store its result.
  if (first) await queue.run(first, clock.now());
  expect(await readRows()).toMatchObject([{ attempts: 2, failure: null }]);
  passMinutes(12);
  await kill();
  passMinutes(18);
  expect(await runBatch(queue, clock.now())).toBe(1);
  expect([sent, await readRows()]).toEqual([
    [1],
    [{ id: 1, attempts: 4, due_at: null, failure: 'interrupted' }],
  ]);
});

test('workers claim what is queued while they work, stop after the rows in progress, and go on in another process', async () => {
  const signal = new QueueSignal();
  const sent: number[] = [];
  const blocked = new Map([9, 11].map((id) => [id, Promise.withResolvers<void>()]));
  const queue = createQueue(async ({ id }) => {
    sent.push(id);
    await blocked.get(id)?.promise;
  });
  const start = () => startWorkers([queue], { signal, pollMs: 60 * MINUTE_MS, log });
  const add = async (id: number) => {
    await api.sql(
      `insert into test_deliveries (business_id, id, due_at) values (1, $1, now() - interval '1 s')`,
      [id],
    );
    signal.wake();
  };
  const stop = start();
  onTestFinished(stop);
  await add(9);
  await vi.waitFor(() => expect(sent).toContain(9));
  await add(10);
  blocked.get(9)?.resolve();
  await vi.waitFor(async () => expect(await readRows()).toEqual([]));
  await add(11);
  await vi.waitFor(() => expect(sent).toContain(11));
  await add(12);
  const stopped = stop();
  blocked.get(11)?.resolve();
  await stopped;
  expect(await readRows()).toMatchObject([{ id: 12, attempts: 0 }]);
  onTestFinished(start());
  await vi.waitFor(async () => expect(await readRows()).toEqual([]));
  expect(sent.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 9, 10, 11, 12]);
});
