/** Concurrent calls and their outcomes. */

import type { ApiResponse } from './api.ts';

/** The numbers from 0 to `count - 1`. */
export const listNumbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Runs the work this many times concurrently. */
export const repeatConcurrently = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(listNumbers(count).map(work));

/** How often each outcome occurred: the code of an error, or the status of a success. */
export function countOutcomes(answers: ApiResponse<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) {
    const outcome = error?.code ?? String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Runs the tasks with a limited number of workers; results keep the order. */
export async function callConcurrently<T>(workers: number, tasks: (() => Promise<T>)[]): Promise<T[]> {
  const queue = tasks.entries();
  const results: T[] = [];
  const work = async () => {
    for (const [index, task] of queue) results[index] = await task();
  };
  await repeatConcurrently(workers, work);
  return results;
}
