/** Calls over HTTP, at a fixed rate; measure.ts sends as many as possible. */
import autocannon from 'autocannon';
import { readFileSync } from 'node:fs';

/** Runs a load. @returns milliseconds that each took, the shortest first @throws when a call broke or was refused */
export async function loadWith(options: autocannon.Options): Promise<number[]> {
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(options, (error: Error | null, done) => (error ? reject(error) : resolve(done)));
    // Its own percentiles are whole milliseconds.
    load.on('response', (...event) => times.push(event[3]));
  });
  const { errors, non2xx } = result;
  if (errors + non2xx > 0) throw new Error(`${options.url}: ${errors} broken, ${non2xx} refused`);
  return times.toSorted((a, b) => a - b);
}

/** The value that this share of the sorted values does not exceed. */
export const quantile = (sorted: number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

/** Kilobytes that are in memory now, and at most since it began, from Linux's table of processes. */
export const memoryOf = (pid: number): number => statusOf(pid, 'VmRSS');
export const mostMemoryOf = (pid: number): number => statusOf(pid, 'VmHWM');

function statusOf(pid: number, what: string): number {
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
