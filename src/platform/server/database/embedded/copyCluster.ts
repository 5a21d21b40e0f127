// A copy of a cluster in use, by PostgreSQL's own procedure for that ("Making a Base Backup Using the Low Level
// API"): files are copied while they change, and the log written meanwhile makes them whole when the copy is opened.
import { constants, type Dirent } from 'node:fs';
import { copyFile, mkdir, readdir, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Row } from './messages.ts';

/** Nothing is written, so that the database in use keeps the room it needs. */
export class NotEnoughSpace extends Error {
  constructor(directory: string, { needed, free }: { needed: number; free: number }) {
    const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;
    super(`There is no room in ${directory}: ${megabytes(needed)} are needed, ${megabytes(free)} are free.`);
    this.name = 'NoRoom';
  }
}

interface Copying {
  from: string;
  to: string;
  /** How many times the size of the cluster must be free: the copy, and what is written beside it from the copy. */
  times: number;
  /** Runs one statement as soon as no transaction is open. No checkpoint may come in between. */
  ask: (sql: string) => Promise<Row[]>;
}

/** What stays free for the database in use, in bytes. */
const RESERVE = 64 * 1024 * 1024;

const logFolder = 'pg_wal';
/** A file of the log: time line, and place in it, so that names are in the order of writing. */
const logFile = /^[0-9A-F]{24}$/;
const notCopied = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']);

/** Copies the cluster `from` to the new directory `to`. @throws NoRoom before anything is copied */
export async function copyCluster({ from, to, times, ask }: Copying): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  await assertFreeSpace(to, times * (await sizeOf(from)));
  await ask(`select pg_backup_start('copy', true)`);
  let stopped = false;
  const stop = async () => {
    stopped = true;
    const [row] = await ask(`select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)`);
    return { label: String(row?.['labelfile']), last: String(row?.['last']) };
  };
  try {
    await copyFolder(from, to);
    const { label, last } = await stop();
    await writeFile(join(to, 'backup_label'), label);
    await copyLog(from, to, { first: /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '', last });
  } finally {
    // The session would refuse the next copy; why this one failed is already on its way to the caller.
    if (!stopped) await stop().catch(() => undefined);
  }
}

/** Is there room for so many bytes, and some for those who share the disk? @throws NoRoom */
export async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
  const needed = bytes + RESERVE;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed) throw new NotEnoughSpace(folder, { needed, free: bavail * bsize });
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else bytes += (await unlessGone(stat(path)))?.size ?? 0;
  }
  return bytes;
}

/** Everything but the log, whose folder is made empty. */
async function copyFolder(from: string, to: string): Promise<void> {
  for (const entry of await entriesOf(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(target, { mode: 0o700 });
      await copyFolder(source, target);
    } else if (basename(from) !== logFolder && !notCopied.has(entry.name)) {
      await unlessGone(copyFile(source, target, constants.COPYFILE_FICLONE));
    }
  }
}

/** The part of the log that was written while files were copied. */
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
  (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? [];

/** A dropped table removes its files; the write-ahead log records that too. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
