/** Percentiles, and what Linux knows of a process. */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** The value that this share of the values does not exceed. */
export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

export const median = (values: number[]): number => quantile(values, 0.5);

/** Resident memory of a process now, in kilobytes. */
export const memoryOf = (pid: number): number => readStatus(pid, 'VmRSS');

/** The most resident memory that a process has had, in kilobytes. */
export const peakMemoryOf = (pid: number): number => readStatus(pid, 'VmHWM');

function readStatus(pid: number, field: string): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

interface Stat {
  parent: number;
  group: number;
  /** CPU seconds of the process, and of its ended children. */
  seconds: number;
  ended: number;
}

/** Reads /proc/PID/stat; null when the process has ended. */
export function readStat(pid: number): Stat | null {
  let line;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // After the name, which may contain spaces: state, parent, group, …; 11 to 14 are utime, stime, cutime and cstime.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const secondsAt = (index: number) => ((fields[index] ?? 0) + (fields[index + 1] ?? 0)) / TICKS_PER_SECOND;
  const [, parent = 0, group = 0] = fields;
  return { parent, group, seconds: secondsAt(11), ended: secondsAt(13) };
}

/** The ids of all processes. */
export const listProcesses = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);
