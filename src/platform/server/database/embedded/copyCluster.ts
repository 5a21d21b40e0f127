/**
 * Copies a cluster in use by PostgreSQL's "Making a Base Backup Using the Low Level API": files are copied while they
 * change, and the write-ahead log written during the copy makes them consistent when the copy is opened.
 */

import { constants, type Dirent } from 'node:fs';
import { copyFile, mkdir, readdir, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Row } from './messages.ts';

/** There is too little free disk space; nothing was written. */
export class NotEnoughSpace extends Error {
  constructor(directory: string, { needed, free }: { needed: number; free: number }) {
    const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;
    super(
      `There is not enough free space in ${directory}: ${megabytes(needed)} are needed, ${megabytes(free)} are free.`,
    );
    this.name = 'NotEnoughSpace';
  }
}

interface Copying {
  from: string;
  to: string;
  /** How many times the size of the cluster must be free: for the copy, and for an archive made from it. */
  times: number;
  /** Executes a statement as soon as no transaction is open. There must be no checkpoint during the copy. */
  run: (sql: string) => Promise<Row[]>;
}

/** Bytes that stay free for the database in use. */
const RESERVE = 64 * 1024 * 1024;

const logFolder = 'pg_wal';
/** A file of the write-ahead log; names are in the order of writing. */
const logFile = /^[0-9A-F]{24}$/;
const notCopied = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']);

/** Copies the cluster `from` to the new directory `to`. @throws NotEnoughSpace before anything is copied */
export async function copyCluster({ from, to, times, run }: Copying): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  await assertFreeSpace(to, times * (await sizeOf(from)));
  await run(`select pg_backup_start('copy', true)`);
  let stopped = false;
  const stop = async () => {
    stopped = true;
    const [row] = await run(`select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)`);
    return { label: String(row?.['labelfile']), last: String(row?.['last']) };
  };
  try {
    await copyFolder(from, to);
    const { label, last } = await stop();
    await writeFile(join(to, 'backup_label'), label);
    await copyLog(from, to, { first: /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '', last });
  } finally {
    // Otherwise the session would refuse the next copy. The caller gets the first error.
    if (!stopped) await stop().catch(() => undefined);
  }
}

/** Checks that this many bytes are free in addition to the reserve. @throws NotEnoughSpace */
export async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
  const needed = bytes + RESERVE;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed) throw new NotEnoughSpace(folder, { needed, free: bavail * bsize });
}

/** Size of the files in a folder, in bytes; 0 without one. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else bytes += (await unlessMissing(stat(path)))?.size ?? 0;
  }
  return bytes;
}

/** Copies everything but the log, whose folder stays empty. */
async function copyFolder(from: string, to: string): Promise<void> {
  for (const entry of await entriesOf(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(target, { mode: 0o700 });
      await copyFolder(source, target);
    } else if (basename(from) !== logFolder && !notCopied.has(entry.name)) {
      await unlessMissing(copyFile(source, target, constants.COPYFILE_FICLONE));
    }
  }
}

/** Copies the part of the log that was written while files were copied. */
async function copyLog(
  from: string,
  to: string,
  { first, last }: { first: string; last: string },
): Promise<void> {
  for (const { name } of await entriesOf(join(from, logFolder))) {
    if (!logFile.test(name) || name < first || name > last) continue;
    await copyFile(join(from, logFolder, name), join(to, logFolder, name), constants.COPYFILE_FICLONE);
  }
}

const entriesOf = async (folder: string): Promise<Dirent[]> =>
  (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? [];

/** Ignores files removed during the copy, such as those of a dropped table: the log records the removal. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
