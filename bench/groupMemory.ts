/** Resident memory of a process group, sampled from /proc. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { listProcesses, readStat } from './load.ts';

/** Short enough for a peak of half a second. */
const INTERVAL_MS = 25;
const PAGE_KB = 4;

export interface MemorySample {
  megabytes: number;
  /** Megabytes and script of each process. */
  processes: string;
}

/** Samples the group until it is stopped. */
export class GroupMemory {
  readonly #group: number;
  readonly #timer: NodeJS.Timeout;
  #peak: MemorySample = { megabytes: 0, processes: '' };

  constructor(group: number) {
    this.#group = group;
    this.#timer = setInterval(() => this.#keepHighest(), INTERVAL_MS);
  }

  /** Ends the sampling. @returns the highest sample, and one of now */
  stop(): { peak: MemorySample; settled: MemorySample } {
    clearInterval(this.#timer);
    return { settled: this.#keepHighest(), peak: this.#peak };
  }

  #keepHighest(): MemorySample {
    const sample = readSample(this.#group);
    if (sample.megabytes > this.#peak.megabytes) this.#peak = sample;
    return sample;
  }
}

function readSample(group: number): MemorySample {
  const processes = listProcesses()
    .filter((pid) => readStat(pid)?.group === group)
    .flatMap(readProcess);
  return {
    megabytes: processes.reduce((sum, { megabytes }) => sum + megabytes, 0),
    processes: processes.map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)}`).join(', '),
  };
}

/** Nothing when the process has ended meanwhile. */
function readProcess(pid: number): { name: string; megabytes: number }[] {
  try {
    const megabytes = (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_KB) / 1024;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    const script = command.find((word) => /\.m?js$/.test(word)) ?? command[0] ?? String(pid);
    return [{ name: basename(script).split(' ')[0] ?? '', megabytes }];
  } catch {
    return [];
  }
}
