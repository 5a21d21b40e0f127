import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirectoryInUse } from './errors.ts';

export interface DirectoryLock {
  release(): void;
}

/** Referenced here too: the garbage collector closes an unreferenced file, and its lock ends. */
const held = new Set<DatabaseSync>();

/**
 * Takes the directory for this process, or throws DataDirectoryInUse at once. The lock is an
 * exclusive SQLite transaction, which the operating system drops the moment the holder dies: there
 * is no stale lock to clear away and no living holder to rob.
 *
 * Nothing else may open `lock.sqlite` in this process: closing a second descriptor drops the lock.
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

/** Only for the message; the lock itself never looks at it. */
function readHolder(holderFile: string): number | undefined {
  try {
    const holder = Number.parseInt(readFileSync(holderFile, 'utf8'), 10);
    return Number.isNaN(holder) ? undefined : holder;
  } catch {
    return undefined;
  }
}
