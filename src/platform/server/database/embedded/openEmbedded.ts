import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasCluster, createCluster } from './createCluster.ts';
import { EmbeddedDatabase } from './embeddedDatabase.ts';
import { lockDirectory } from './directoryLock.ts';
import type { Log } from './log.ts';
import type { MaintenanceSchedule } from './maintenance.ts';
import { counter } from './messages.ts';
import { supervise } from './supervisor.ts';

export interface EmbeddedOptions {
  /** Created when it does not exist. For the database only. */
  directory: string;
  log: Log;
  /** How long one query may run, in milliseconds; 5,000 by default. */
  queryDeadlineMs?: number;
  /** How long a connection waits for the session or for a restart, in milliseconds; 5,000 by default. */
  connectWaitMs?: number;
  /** A cache directory: the first cluster made is kept there, and new databases are copies of it. */
  templates?: string;
  /** The worker's file where it is not beside this one, as in a bundle. */
  workerUrl?: URL;
  /** Called each time the database was lost, before it is reopened. */
  onFatal?: (error: Error) => void;
  maintenance?: Partial<MaintenanceSchedule>;
}

/** The file with port and token of the process that has the directory open. */
export const snapshotServerFile = (directory: string): string => join(directory, 'snapshots.json');

/** A database that may still be opening. */
export interface Opening<Kind extends { close(): Promise<void> }> {
  database: Kind;
  /** Rejects when it cannot be opened; it is the caller's to close it then. */
  opened: Promise<void>;
}

/** The database once it is open; closed again when it cannot be opened, with the reason. */
export async function onceOpen<Kind extends { close(): Promise<void> }>({
  database,
  opened,
}: Opening<Kind>): Promise<Kind> {
  try {
    await opened;
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens the embedded PostgreSQL in `directory`, making it if need be. A commit is on the disk before
 * it is acknowledged. Throws DataDirectoryInUse when another process has the directory open.
 */
export const openEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedDatabase> =>
  onceOpen(await startOpeningEmbedded(options));

/** As `openEmbedded`, without waiting for its thread, which takes most of the time and leaves this one free. */
export async function startOpeningEmbedded(options: EmbeddedOptions): Promise<Opening<EmbeddedDatabase>> {
  const directory = resolve(options.directory);
  // Without a wait before the thread is started, if the cluster is there: the caller loads the rest meanwhile.
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(directory);
  try {
    // Left by a killed process: its port is closed, or belongs to another program by now.
    rmSync(snapshotServerFile(directory), { force: true });
    const deadline = { queryMs: options.queryDeadlineMs ?? 5_000 };
    const engineOptions = {
      workerUrl: options.workerUrl ?? new URL('./worker.ts', import.meta.url),
      cluster: join(directory, 'cluster'),
      counters: new SharedArrayBuffer(counter.size * Int32Array.BYTES_PER_ELEMENT),
      queryDeadlineMs: () => deadline.queryMs,
    };
    if (!hasCluster(engineOptions)) await createCluster(engineOptions, options.templates);
    const supervisor = supervise(engineOptions, options.log, options.onFatal);
    const opened = supervisor.engine().then(() => undefined);
    // Awaited later: without a handler Node would end the process before that.
    opened.catch(() => undefined);
    const { cluster, counters } = engineOptions;
    const database = new EmbeddedDatabase({ ...options, cluster, lock, supervisor, deadline, counters });
    return { database, opened };
  } catch (error) {
    lock.release();
    throw error;
  }
}
