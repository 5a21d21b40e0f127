/** A product whose PostgreSQL database is unavailable for a while under load. */

import { expect, vi, type TestContext } from 'vitest';
import { buildEmployeeForm } from '#tests/support/factories/people.ts';
import { call, expectNotesStored, createAgency, sendNote, type RunningAgency } from './agencyProcess.ts';
import { expectNotesOnce, type Load, type LoadOutcome } from './load.ts';
import type { TestMetrics } from './metrics.ts';
import { startProduct } from './process.ts';

/** Starts a product with a business. @throws when it ends before it is stopped */
export async function withProduct(
  settings: { DATABASE_URL: string; DATA_DIR: string },
  work: (office: RunningAgency) => Promise<void>,
): Promise<void> {
  const product = await startProduct({ ...settings, RATE_LIMITS: 'off' });
  try {
    await work(await createAgency(product.url));
    expect(product.child.exitCode).toBe(null);
    expect(await product.end('SIGTERM')).toBe(0);
  } finally {
    if (product.child.exitCode === null && product.child.signalCode === null) await product.end('SIGKILL');
  }
}

/** Waits until the expectation is met. Unlike `expect.poll` it also works in concurrent tests. */
export const waitUntil = (expected: () => unknown): Promise<unknown> =>
  vi.waitFor(expected, { timeout: 60_000 });

/** Waits for this many more responses, successes or acknowledged notes. */
export const waitForMore = (
  load: Load,
  what: 'answered' | 'served' | 'acknowledged',
  count: number,
): Promise<unknown> => {
  const before = load[what]();
  return waitUntil(() => expect(load[what]()).toBeGreaterThanOrEqual(before + count));
};

/** Submits a note. @returns the status */
export const writeNote = async (agency: RunningAgency) => (await sendNote(agency)).status;

/** Reads the notes. @returns the status */
export const readNotes = async ({ url, token }: RunningAgency) =>
  (await call(url, 'GET /api/notes', { token })).status;

/**
 * Expects that every response was correct and every note is stored once.
 * @param notesBefore the number of notes that the business had before the load
 */
export async function expectNothingLost(
  office: RunningAgency,
  outcome: LoadOutcome,
  notesBefore = 0,
): Promise<void> {
  expect(outcome.wrong).toEqual([]);
  const notes = await expectNotesOnce(office, outcome);
  expect(await expectNotesStored(office, outcome.acknowledged)).toBe(notesBefore + notes);
}

/** Attaches the outcome to the test for the report. */
export function reportMetrics(
  task: TestContext['task'],
  { served, unavailable, slowestMs, acknowledged }: LoadOutcome,
  metrics: TestMetrics = {},
): void {
  task.meta.metrics = {
    ...metrics,
    served,
    unavailable,
    slowestMs,
    acknowledged: acknowledged.size,
    lost: 0,
  };
}

/** Adds people, four at a time, until some were acknowledged and `stop` has stopped a server. @returns the ids of the acknowledged */
export async function addPeopleUntil(agency: RunningAgency, stop: () => Promise<unknown>): Promise<number[]> {
  const acknowledged: number[] = [];
  const statuses = new Set<number>();
  let isStopped = false;
  const addSome = async () => {
    while (!isStopped) {
      const request = { token: agency.token, body: buildEmployeeForm() };
      const { status, body } = await call<{ id: number }>(agency.url, 'POST /api/employees', request);
      statuses.add(status);
      if (status === 201) acknowledged.push(body.id);
    }
  };
  const adding = [1, 2, 3, 4].map(addSome);
  try {
    await waitUntil(() => expect(acknowledged.length).toBeGreaterThan(8));
    await stop();
  } finally {
    isStopped = true;
    await Promise.all(adding);
  }
  expect(statuses).toEqual(new Set([201, 503]));
  return acknowledged;
}
