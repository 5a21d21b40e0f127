/** Signals to processes, and their children. */

import * as fs from 'node:fs';

/** Lists the child processes on Linux; on other systems they exit on their own. */
export function listChildren(pid: number | undefined): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (pid === undefined || !fs.existsSync(list)) return [];
  return fs.readFileSync(list, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

/** Ignores a process that has ended. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has already exited.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Looks for a running process; an orphan that has ended may stay listed as a zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
