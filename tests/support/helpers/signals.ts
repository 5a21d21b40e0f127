/** Signals to a process of the machine and to those that it has made. */
import * as fs from 'node:fs';

/** Those that it has made, where the system tells: elsewhere they end by themselves once they miss it. */
export function listChildren(pid: number | undefined): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (pid === undefined || !fs.existsSync(list)) return [];
  return fs.readFileSync(list, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

/** Nothing happens to one that has ended by itself. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether the process still does anything: nobody may have asked for the end of an orphan, who stays listed. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
