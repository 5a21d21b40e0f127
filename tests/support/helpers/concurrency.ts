/** Many calls at the same moment, and what came of them. */
import type { ApiResponse } from './api.ts';

/** All at once, each sent one time: the server has to hear every one of them. */
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
export const listNumbers = (count: number) => Array.from({ length: count }, (_, place) => place);

/** Works through the tasks with so many at once, each in its own request. */
export async function callConcurrently<T>(workers: number, tasks: (() => Promise<T>)[]): Promise<T[]> {
  const waiting = tasks.entries();
  const results: T[] = [];
  const work = async () => {
    for (const [place, task] of waiting) results[place] = await task();
  };
  await Promise.all(listNumbers(workers).map(work));
  return results;
}
