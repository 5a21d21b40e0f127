/** Concurrent calls and their outcomes. */
import type { ApiResponse } from './api.ts';

/** Sends all at the same time, each once. */
export const repeatConcurrently = <A extends ApiResponse<unknown>>(
  count: number,
  send: (index: number) => Promise<A>,
): Promise<A[]> => Promise.all(Array.from({ length: count }, (_, index) => send(index)));

/** How often each outcome came: the error's code, or the status of a success. */
export function countOutcomes(answers: ApiResponse<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) {
    const outcome = error?.code ?? String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** The same with the statuses of refusals in front: `409 note_not_pending`. */
export function countStatuses(answers: ApiResponse<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) {
    const name = error ? `${status} ${error.code}` : String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The numbers from 0 on. */
export const listNumbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Runs the tasks with a limited number of workers; results keep the order. */
export async function callConcurrently<T>(workers: number, tasks: (() => Promise<T>)[]): Promise<T[]> {
  const waiting = tasks.entries();
  const results: T[] = [];
  const work = async () => {
    for (const [index, task] of waiting) results[index] = await task();
  };
  await Promise.all(listNumbers(workers).map(work));
  return results;
}
