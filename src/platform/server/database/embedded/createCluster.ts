/** Creates a cluster, which appears under its name complete and synced to the disk, or not at all. */
import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { syncPath } from '#platform/server/files/syncPath.ts';
import type { EngineOptions } from './engine.ts';

const creationLimitMs = 180_000;

export const hasCluster = (cluster: string): boolean => existsSync(join(cluster, 'PG_VERSION'));

/** @param templates cache directory: later clusters are copies of the first one, which takes a tenth of the time */
export async function createCluster(
  { cluster, workerUrl }: Pick<EngineOptions, 'cluster' | 'workerUrl'>,
  templates?: string,
): Promise<void> {
  const template = templates && join(templates, `cluster-${await pgliteVersion()}`);
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  if (template !== undefined && existsSync(template)) {
    await copy(template, unfinished);
  } else {
    await mkdir(unfinished, { mode: 0o700 });
    await create(workerUrl, unfinished);
    if (template !== undefined) await storeTemplate(unfinished, template);
  }
  await syncTree(unfinished);
  await rename(unfinished, cluster);
  await syncPath(dirname(cluster));
}

/** Runs in a process of its own, because it takes half a gigabyte of memory for a moment. */
async function create(workerUrl: URL, cluster: string): Promise<void> {
  // The optimizing compiler does not pay off: this code runs once.
  await promisify(execFile)(process.execPath, ['--liftoff-only', fileURLToPath(workerUrl), cluster], {
    timeout: creationLimitMs,
  });
}

/** Each version has its own template, because it may write another catalog. */
async function pgliteVersion(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
  const description: unknown = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8'));
  return (description as { version: string }).version;
}

async function storeTemplate(cluster: string, template: string): Promise<void> {
  const unfinished = `${template}.${process.pid}`;
  await mkdir(dirname(template), { recursive: true });
  await copy(cluster, unfinished);
  try {
    await rename(unfinished, template);
  } catch (error) {
    // Another process has created the same template in the meantime.
    if (!existsSync(template)) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
}

function copy(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
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
