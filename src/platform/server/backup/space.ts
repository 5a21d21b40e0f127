/** The disk space that the next backup needs, which background jobs leave free. */

import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Services } from '#platform/server/context.ts';
import { sizeOf } from '#platform/server/database/embedded/copyCluster.ts';
import type { Settings } from '#platform/server/settings.ts';

/** A backup is larger than the last one by what was written since. */
const GROWTH = 1.1;

const archiveName = /^quarterhour-.*\.tar$/;

/**
 * Estimates what the next backup takes on the disk of the data directory, in bytes: the copy of the embedded database,
 * and the archive if it is written there, as large as the newest one and a tenth. Without one, the database and the files.
 */
export async function estimateBackup(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'backups'>,
): Promise<number> {
  const { dataDir, databaseUrl, backups } = settings;
  const [copy, isOnDisk, newest] = await Promise.all([
    databaseUrl === null ? sizeOf(join(dataDir, 'database')) : 0,
    isOnSameDisk(dataDir, backups.directory),
    sizeOfNewest(backups.directory),
  ]);
  if (!isOnDisk) return copy;
  // On a PostgreSQL server, backups may be made elsewhere, as long as there is none here.
  if (newest === 0) return databaseUrl === null ? 2 * copy + (await sizeOf(join(dataDir, 'files'))) : 0;
  return copy + Math.max(copy, newest * GROWTH);
}

/** Returns how many bytes files may take, so that the next backup fits on the disk. */
export async function readFreeForFiles({ settings, diskSpace }: Services): Promise<number> {
  const [free, needed] = await Promise.all([diskSpace.readFree(), estimateBackup(settings)]);
  return free - needed;
}

async function isOnSameDisk(dataDir: string, folder: string): Promise<boolean> {
  const [ofData, ofFolder] = await Promise.all([stat(dataDir), stat(await existingParent(folder))]);
  return ofData.dev === ofFolder.dev;
}

/** The folder itself, or the first one above it that exists. */
async function existingParent(folder: string): Promise<string> {
  const stats = await stat(folder).catch(unreadable);
  return stats ? folder : existingParent(dirname(folder));
}

async function sizeOfNewest(folder: string): Promise<number> {
  const names = (await readdir(folder).catch(unreadable)) ?? [];
  const archives = await Promise.all(
    names
      .filter((name) => archiveName.test(name))
      .map(async (name) => await stat(join(folder, name)).catch(unreadable)),
  );
  const [newest] = archives.filter((one) => one !== null).toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  return newest?.size ?? 0;
}

/** A folder for backups that is missing or cannot be read makes backups fail, which is an alert; no job fails by it. */
const unreadable = (): null => null;
