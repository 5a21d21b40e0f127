/** Percentiles, and what Linux knows of a process. */

import { readdirSync, readFileSync } from 'node:fs';
import { listChildren } from '#tests/support/helpers/signals.ts';

const TICKS_PER_SECOND = 100;

/** The value that this share of the values does not exceed. */
export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

export const median = (values: number[]): number => quantile(values, 0.5);

/** Resident memory of a process now, in kilobytes; 0 when it has ended. */
export const memoryOf = (pid: number): number => readKilobytes(pid, 'status', 'VmRSS');

/** Resident memory of the child processes of a process now, in kilobytes. */
export const memoryOfChildren = (pid: number): number =>
  listChildren(pid).reduce((sum, child) => sum + memoryOf(child), 0);

/** Resident memory of a process now, in kilobytes, where pages shared with n processes count 1/n; 0 when it has ended. */
export const proportionalMemoryOf = (pid: number): number => readKilobytes(pid, 'smaps_rollup', 'Pss');

/** The most resident memory that a process has had, in kilobytes; 0 when it has ended. */
export const peakMemoryOf = (pid: number): number => readKilobytes(pid, 'status', 'VmHWM');

function readKilobytes(pid: number, file: string, field: string): number {
  const text = readProcessFile(pid, file) ?? '';
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

/** Reads a file in /proc/PID; null when the process has ended. */
function readProcessFile(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
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
  const line = readProcessFile(pid, 'stat');
  if (line === null) return null;
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
