import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ensureCluster } from './creation.ts';
import { EmbeddedDatabase } from './database.ts';
import { lockDirectory } from './lock.ts';
import type { Log } from './log.ts';
import type { MaintenanceSchedule } from './maintenance.ts';
import { counter } from './messages.ts';
import { supervise } from './supervisor.ts';

export interface EmbeddedOptions {
  /** Made when it is not there. Belongs to the database alone. */
  directory: string;
  log: Log;
  /** How long one query may run, in milliseconds; 5,000 unless told. */
  queryDeadlineMs?: number;
  /** How long a connection waits for its turn or for a restart, in milliseconds; 5,000 unless told. */
  connectWaitMs?: number;
  /** A cache directory: the first cluster made is kept there, and new databases are copies of it. */
  templates?: string;
  /** The worker's file where it is not beside this one, as in a bundle. */
  workerUrl?: URL;
  /** Told each time the database was lost, before it is reopened. */
  onFatal?: (error: Error) => void;
  maintenance?: Partial<MaintenanceSchedule>;
}

/** Where the holder of a directory says how it is reached. */
export const doorIn = (directory: string): string => join(directory, 'snapshots.json');

/**
 * Opens the embedded PostgreSQL in `directory`, making it if need be. A commit is on the disk before
 * it is acknowledged. Throws DataDirectoryInUse when anybody else has the directory open.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const directory = resolve(options.directory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(directory);
  try {
    // What a holder wrote that was killed leads to nobody, or to a stranger who has its port by now.
    await rm(doorIn(directory), { force: true });
    const deadline = { queryMs: options.queryDeadlineMs ?? 5_000 };
    const engineOptions = {
      workerUrl: options.workerUrl ?? new URL('./worker.ts', import.meta.url),
      cluster: join(directory, 'cluster'),
      counters: new SharedArrayBuffer(counter.size * Int32Array.BYTES_PER_ELEMENT),
      queryDeadlineMs: () => deadline.queryMs,
    };
    await ensureCluster(engineOptions, options.templates);
    const supervisor = supervise(engineOptions, options.log, options.onFatal);
    await supervisor.engine();
    const { cluster, counters } = engineOptions;
    return new EmbeddedDatabase({ ...options, cluster, lock, supervisor, deadline, counters });
  } catch (error) {
    lock.release();
    throw error;
  }
}
