import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirectoryInUse } from './errors.ts';

export interface DirectoryLock {
  release(): void;
}

/** References the files: the garbage collector would close an unreferenced one and release its lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks the directory for this process with an exclusive SQLite transaction, which the operating system releases when
 * the process ends. Do not open `lock.sqlite` elsewhere in this process: closing a second descriptor releases the lock.
 * @throws DataDirectoryInUse
 */
export function lockDirectory(directory: string): DirectoryLock {
  const holderFile = join(directory, 'lock.holder');
  const file = new DatabaseSync(join(directory, 'lock.sqlite'), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (isBusy(error)) throw new DataDirectoryInUse(directory, readHolder(holderFile));
    throw new Error(`The data directory ${directory} could not be locked.`, { cause: error });
  }
  held.add(file);
  writeFileSync(holderFile, `${process.pid}\n`);
  return {
    release: () => {
      held.delete(file);
      file.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return (error as { errcode?: number }).errcode === sqliteBusy;
}

/** Reads the process id for the error message. */
function readHolder(holderFile: string): number | undefined {
  try {
    const holder = Number.parseInt(readFileSync(holderFile, 'utf8'), 10);
    return Number.isNaN(holder) ? undefined : holder;
  } catch {
    return undefined;
  }
}
