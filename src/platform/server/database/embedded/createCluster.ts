// A new cluster appears under its name whole and on the disk, or not at all.
import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { EngineOptions } from './engine.ts';

const creationLimitMs = 180_000;

export const hasCluster = ({ cluster }: EngineOptions): boolean => existsSync(join(cluster, 'PG_VERSION'));

/**
 * Makes the cluster. `templates` is a cache directory: the first cluster made is
 * kept there and later ones are copies of it, which takes a tenth of the time.
 */
export async function createCluster(options: EngineOptions, templates?: string): Promise<void> {
  const { cluster } = options;
  const template = templates && join(templates, `cluster-${await pgliteVersion()}`);
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  if (template !== undefined && existsSync(template)) {
    await copy(template, unfinished);
  } else {
    await mkdir(unfinished, { mode: 0o700 });
    await create(options.workerUrl, unfinished);
    if (template !== undefined) await keepAsTemplate(unfinished, template);
  }
  await syncTree(unfinished);
  await rename(unfinished, cluster);
  await syncPath(dirname(cluster));
}

/** In a process of its own: it takes half a gigabyte for a moment, and ends with it. */
async function create(workerUrl: URL, cluster: string): Promise<void> {
  // V8's second compiler would not pay: this code runs once, and the first start needs the other core.
  await promisify(execFile)(process.execPath, ['--liftoff-only', fileURLToPath(workerUrl), cluster], {
    timeout: creationLimitMs,
  });
}

/** Another version may write another catalogue, so each has its own template. */
async function pgliteVersion(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
  const description: unknown = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8'));
  return (description as { version: string }).version;
}

async function keepAsTemplate(cluster: string, template: string): Promise<void> {
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

async function syncPath(path: string): Promise<void> {
  // Windows has no sync of directories and needs a writable handle for files.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
