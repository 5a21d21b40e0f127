/** Creates a cluster, which appears under its name complete and synced to the disk, or not at all. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { syncPath } from '#platform/server/files/syncPath.ts';

/** An empty cluster of this version of PGlite, beside the worker (docs/decisions/048). `npm run db:cluster` writes it. */
export const EMPTY_CLUSTER = 'emptyCluster.tbr';

export const hasCluster = (cluster: string): boolean => existsSync(join(cluster, 'PG_VERSION'));

/**
 * Unpacks the empty cluster, which takes a tenth of the time and memory of PGlite's initdb. The worker's file does that
 * in a process of its own, so that its memory is released afterwards.
 */
export async function createCluster(cluster: string, workerUrl: URL): Promise<void> {
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await promisify(execFile)(process.execPath, [fileURLToPath(workerUrl), unfinished]);
  await syncTree(unfinished);
  await rename(unfinished, cluster);
  await syncPath(dirname(cluster));
}

/** Unpacks the empty cluster into a directory. Nothing is synced yet. */
export async function unpackCluster(directory: string, workerUrl: string): Promise<void> {
  const file = fileURLToPath(new URL(EMPTY_CLUSTER, workerUrl));
  await extract({ file, cwd: directory, brotli: true });
}

/** Syncs every file, then every directory that names it. */
async function syncTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true });
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else await syncPath(path);
  }
  await syncPath(directory);
}
