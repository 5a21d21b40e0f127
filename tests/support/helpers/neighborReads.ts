/** Reads of one business while another one sends requests. */

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';

export type Send = () => Promise<{ status: number }>;

const PARALLEL = 16;
const BURSTS = 8;
const BURST_EVERY_MS = 200;
/** Within the rate limit of a business. */
const READ_EVERY_MS = 15;

const medianOf = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

/** Sends one read after another until work ends; each must succeed. @returns the median time, in ms */
export async function measureReads(read: Send, work: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    const began = performance.now();
    const { status } = await read();
    expect(status).toBe(200);
    times.push(performance.now() - began);
    await pause(READ_EVERY_MS);
  }
  await done;
  return medianOf(times);
}

/** As `measureReads`, without other requests. */
export const measureReadsAlone = (read: Send): Promise<number> =>
  measureReads(read, pause(BURSTS * BURST_EVERY_MS));

/** Sends the same request sixteen times in parallel. @returns the statuses, each once */
export async function sendMany(send: Send): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: PARALLEL }, send));
  return [...new Set(answers.map(({ status }) => status))];
}

/** As `sendMany`, as often as a business may. */
export async function sendBursts(send: Send): Promise<number[]> {
  const statuses: number[] = [];
  for (let burst = 0; burst < BURSTS; burst += 1)
    statuses.push(...(await Promise.all([sendMany(send), pause(BURST_EVERY_MS)]))[0]);
  return statuses;
}
