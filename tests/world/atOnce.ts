/** Many calls at the same moment, and what came of them. */
import type { Answer } from './api.ts';

/** All at once, each sent one time: the server has to hear every one of them. */
export const times = <A extends Answer<unknown>>(
  count: number,
  send: (index: number) => Promise<A>,
): Promise<A[]> => Promise.all(Array.from({ length: count }, (_, index) => send(index)));

/** How often each outcome came: the error's code, or the status of a success. */
export function outcomes(answers: Answer<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) {
    const outcome = error?.code ?? String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
