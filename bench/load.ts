/** Memory and percentiles for the benchmarks. */
import { readFileSync } from 'node:fs';

/** The value that this share of the values does not exceed. */
export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** Resident memory of a process now, in kilobytes. Linux only. */
export const memoryOf = (pid: number): number => readStatus(pid, 'VmRSS');

/** The most resident memory that a process has had, in kilobytes. */
export const peakMemoryOf = (pid: number): number => readStatus(pid, 'VmHWM');

function readStatus(pid: number, field: string): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
