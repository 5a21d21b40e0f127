/** Calls over HTTP, as many as there is room for or as many a second as said. */
import autocannon from 'autocannon';
import { readFileSync } from 'node:fs';

export interface Load {
  /** How many were answered with success. */
  count: number;
  seconds: number;
  /** Milliseconds that each took, the shortest first. */
  times: number[];
}

/** Runs a load. @throws when a call broke or was refused */
export async function loadWith(options: autocannon.Options): Promise<Load> {
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(options, (error: Error | null, done) => (error ? reject(error) : resolve(done)));
    // Its own percentiles are whole milliseconds.
    load.on('response', (...heard) => times.push(heard[3]));
  });
  const { errors, non2xx, duration } = result;
  if (errors + non2xx > 0) throw new Error(`${options.url}: ${errors} broken, ${non2xx} refused`);
  return { count: result['2xx'], seconds: duration, times: times.toSorted((a, b) => a - b) };
}

/** The value that this share of the sorted values does not exceed. */
export const quantile = (sorted: number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

/** Kilobytes that are in memory, from Linux's table of processes. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
