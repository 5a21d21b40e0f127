/** A product on a PostgreSQL database that is about to go away, with people who go on using it. */
import { expect, vi } from 'vitest';
import type { TestContext } from 'vitest';
import type { Figures } from './metrics.ts';
import { expectOnce } from './load.ts';
import type { Load, Outcome } from './load.ts';
import { call, expectKept, openOffice, sendNote } from './agencyProcess.ts';
import type { Office } from './agencyProcess.ts';
import { startProduct } from './process.ts';

/** A product with a first business; it has to live until it is told to stop. */
export async function onDatabase(
  settings: { DATABASE_URL: string; DATA_DIR: string },
  work: (office: Office) => Promise<void>,
): Promise<void> {
  const product = await startProduct({ ...settings, RATE_LIMITS: 'off' });
  try {
    await work(await openOffice(product.url));
    expect(product.child.exitCode).toBe(null);
    expect(await product.end('SIGTERM')).toBe(0);
  } finally {
    if (product.child.exitCode === null && product.child.signalCode === null) await product.end('SIGKILL');
  }
}

/** Waits until what is expected is so. Unlike `expect.poll` it also works in tests that run at once. */
export const until = (expected: () => unknown): Promise<unknown> => vi.waitFor(expected, { timeout: 60_000 });

/** Waits until so many more are answered, served, or notes that are acknowledged. */
export const more = (
  load: Load,
  what: 'answered' | 'served' | 'acknowledged',
  count: number,
): Promise<unknown> => {
  const before = load[what]();
  return until(() => expect(load[what]()).toBeGreaterThanOrEqual(before + count));
};

/** The status of one more note. */
export const written = (office: Office) => async () => (await sendNote(office)).status;

/** The status of one more look at the notes. */
export const readBy = (office: Office) => async () =>
  (await call(office.url, 'GET /api/notes', { token: office.token })).status;

/** Everybody was answered honestly, and every note is there once. */
export async function expectNothingLost(office: Office, outcome: Outcome): Promise<void> {
  expect(outcome.wrong).toEqual([]);
  const notes = await expectOnce(office, outcome);
  expect(await expectKept(office, outcome.acknowledged)).toBe(notes);
}

/** What came of it, for a report. */
export function report(
  task: TestContext['task'],
  { served, away, slowestMs, acknowledged }: Outcome,
  figures: Figures = {},
): void {
  task.meta.figures = { ...figures, served, away, slowestMs, acknowledged: acknowledged.size, lost: 0 };
}
