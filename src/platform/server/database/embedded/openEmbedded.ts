/** Opens the embedded PostgreSQL in a directory. */

import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PoolConfig } from 'pg';
import { EmbeddedConnection } from './connection.ts';
import { ConnectionQueue } from './connectionQueue.ts';
import { copyCluster } from './copyCluster.ts';
import { hasCluster, createCluster } from './createCluster.ts';
import { lockDirectory, type DirectoryLock } from './directoryLock.ts';
import { Maintenance, type MaintenanceSchedule, usualSchedule } from './maintenance.ts';
import { counter } from './messages.ts';
import { type Log, type Supervisor, supervise } from './supervisor.ts';

export interface EmbeddedOptions {
  /** Created if it does not exist; contains only the database. */
  directory: string;
  log: Log;
  /** How long one query may run, in milliseconds; 5,000 by default. */
  queryDeadlineMs?: number;
  /** How long a connection waits for the session or for a restart, in milliseconds; 5,000 by default. */
  connectWaitMs?: number;
  /** The worker's file where it is not in this folder, as in a bundle. */
  workerUrl?: URL;
  /** Called each time the database was lost, before it is reopened. */
  onFatal?: (error: Error) => void;
  maintenance?: Partial<MaintenanceSchedule>;
}

/** Vacuuming, checkpoints and copies may take longer than a request's query. */
const ADMINISTRATIVE_LIMIT_MS = 10 * 60_000;
/** Longest wait for the one connection: a query up to its deadline, and reopening after it. */
const CHECKOUT_LIMIT_MS = 10_000;

/** The file with port and token of the process that has the directory open. */
export const snapshotServerFile = (directory: string): string => join(directory, 'snapshots.json');

/**
 * Opens the database, and creates it if it does not exist. A commit is on the disk before it is acknowledged.
 * @throws DataDirectoryInUse when another process has the directory open
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  return waitUntilOpen(await startEmbedded(options));
}

/** Waits until a database is open, and closes it when it cannot be opened. */
export async function waitUntilOpen<Kind extends Pick<EmbeddedDatabase, 'opened' | 'close'>>(
  database: Kind,
): Promise<Kind> {
  try {
    await database.opened;
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** As `openEmbedded`, without waiting for the worker thread: the caller can load other modules in the meantime. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const directory = resolve(options.directory);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(directory);
  try {
    // Left by a killed process: its port is closed, or now belongs to another program.
    rmSync(snapshotServerFile(directory), { force: true });
    const cluster = join(directory, 'cluster');
    const workerUrl = options.workerUrl ?? new URL('./worker.ts', import.meta.url);
    if (!hasCluster(cluster)) await createCluster(cluster, workerUrl);
    return new EmbeddedDatabase({ ...options, cluster, workerUrl, lock });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A database that is open or being opened, created by `openEmbedded` and `startEmbedded`. */
export class EmbeddedDatabase {
  /** Rejects when it cannot be opened; the caller has to close it then. */
  readonly opened: Promise<void>;
  readonly #cluster: string;
  readonly #lock: DirectoryLock;
  readonly #counters = new SharedArrayBuffer(counter.size * Int32Array.BYTES_PER_ELEMENT);
  readonly #supervisor: Supervisor;
  readonly #queue: ConnectionQueue;
  readonly #maintenance: Maintenance;
  #queryDeadlineMs: number;
  #lastUsed = performance.now();
  #closing: Promise<void> | undefined;
  #copying: Promise<void> = Promise.resolve();

  constructor(options: EmbeddedOptions & { cluster: string; workerUrl: URL; lock: DirectoryLock }) {
    const { cluster, workerUrl, lock, log, onFatal, connectWaitMs = 5_000 } = options;
    this.#cluster = cluster;
    this.#lock = lock;
    this.#queryDeadlineMs = options.queryDeadlineMs ?? 5_000;
    const engine = {
      workerUrl,
      cluster,
      counters: this.#counters,
      queryDeadlineMs: () => this.#queryDeadlineMs,
    };
    this.#supervisor = supervise(engine, log, onFatal);
    this.opened = this.#supervisor.engine().then(() => undefined);
    // Awaited later: without a handler Node would end the process before that.
    this.opened.catch(() => undefined);
    this.#queue = new ConnectionQueue(() => this.#supervisor.engine(), connectWaitMs);
    this.#maintenance = new Maintenance(
      { run: this.#run, idleMs: () => performance.now() - this.#lastUsed, log },
      { ...usualSchedule, ...options.maintenance },
    );
  }

  /** Executes an administrative statement as soon as no transaction is open. */
  readonly #run = async (sql: string) => (await this.#supervisor.engine()).run(sql, ADMINISTRATIVE_LIMIT_MS);

  /** A new connection, for `pg`'s `stream` option. One holds the session, the others are queued. */
  createConnection(): EmbeddedConnection {
    return new EmbeddedConnection(this.#queue, () => (this.#lastUsed = performance.now()));
  }

  /** The options of a `pg.Pool` on this database. */
  poolConfig(): PoolConfig {
    return {
      stream: () => this.createConnection(),
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      max: 1,
      pipeline: true,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: CHECKOUT_LIMIT_MS,
    };
  }

  /** Runs `work` with another query deadline, in milliseconds: for migrations. */
  async withDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    const usual = this.#queryDeadlineMs;
    this.#queryDeadlineMs = milliseconds;
    try {
      return await work();
    } finally {
      this.#queryDeadlineMs = usual;
    }
  }

  /** Runs the checkpoint and the vacuuming that are due now. A timer calls it too. */
  runMaintenance(): Promise<void> {
    return this.#maintenance.runDue();
  }

  /**
   * Copies the cluster into `directory` while it serves requests. The copy opens as a database with everything that
   * was committed before the copy began. The disk needs `times` the size of the cluster.
   * @throws NotEnoughSpace, and errors of the database and the disk
   */
  copyTo(directory: string, times: number): Promise<void> {
    const to = join(directory, 'cluster');
    const copy = () =>
      this.#maintenance.pauseDuring(() => copyCluster({ from: this.#cluster, to, times, run: this.#run }));
    // One at a time: a session has at most one backup.
    this.#copying = this.#copying.then(copy, copy);
    return this.#copying;
  }

  /** Syncs to the disk, and replacements of a lost database, since it was opened. */
  stats(): { diskSyncs: number; restarts: number } {
    const diskSyncs = Atomics.load(new Int32Array(this.#counters), counter.diskSyncs);
    return { diskSyncs, restarts: this.#supervisor.restarts() };
  }

  /**
   * Completes pending requests, checkpoints, closes and unlocks the directory. End pools first: a connection still open
   * is destroyed, and a transaction still open past the query deadline is rolled back.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#maintenance.stop();
    try {
      await this.#supervisor.close(this.#queryDeadlineMs);
    } finally {
      this.#lock.release();
    }
  }
}
