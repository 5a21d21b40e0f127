import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import { EmbeddedConnection } from './connection.ts';
import { copyCluster } from './copyCluster.ts';
import { type ConnectionQueue, createConnectionQueue } from './connectionQueue.ts';
import type { DirectoryLock } from './directoryLock.ts';
import type { Log } from './log.ts';
import { Maintenance, type MaintenanceSchedule, usualSchedule } from './maintenance.ts';
import { counter } from './messages.ts';
import type { Supervisor } from './supervisor.ts';

/** Vacuuming, checkpoints and copies may take longer than a request's query. */
const administrativeLimitMs = 10 * 60_000;
/** Longest wait for the one connection: a query up to its deadline, and reopening after it. */
const checkoutLimitMs = 10_000;

interface Parts {
  /** Where the cluster lies. */
  cluster: string;
  lock: DirectoryLock;
  supervisor: Supervisor;
  /** Shared with the running engine, which asks it at every check. */
  deadline: { queryMs: number };
  counters: SharedArrayBuffer;
  log: Log;
  connectWaitMs?: number;
  maintenance?: Partial<MaintenanceSchedule>;
}

/** An open embedded database; made by `openEmbedded`. */
export class EmbeddedDatabase {
  readonly #parts: Parts;
  readonly #queue: ConnectionQueue;
  readonly #maintenance: Maintenance;
  #lastUsed = performance.now();
  #closing: Promise<void> | undefined;
  #copying: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    const { supervisor } = parts;
    this.#parts = parts;
    this.#queue = createConnectionQueue(() => supervisor.engine(), parts.connectWaitMs ?? 5_000);
    this.#maintenance = new Maintenance(
      {
        ask: async (sql) => (await supervisor.engine()).ask(sql, administrativeLimitMs),
        quietForMs: () => performance.now() - this.#lastUsed,
        log: parts.log,
      },
      { ...usualSchedule, ...parts.maintenance },
    );
  }

  /** A new connection, for `pg`'s `stream` option. One holds the session, the others are queued. */
  streamFactory(): EmbeddedConnection {
    return new EmbeddedConnection(this.#queue, () => (this.#lastUsed = performance.now()));
  }

  /** What `pg.Pool` must be given for this database; spread it and add to it. */
  poolConfig(): PoolConfig {
    return {
      stream: () => this.streamFactory(),
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      max: 1,
      pipeline: true,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: checkoutLimitMs,
    };
  }

  /** Runs `work` with another deadline for every query meanwhile, in milliseconds: for migrations. */
  async withDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    const { deadline } = this.#parts;
    const usual = deadline.queryMs;
    deadline.queryMs = milliseconds;
    try {
      return await work();
    } finally {
      deadline.queryMs = usual;
    }
  }

  /** Does the checkpoint and the vacuuming that are due now. It also happens by itself. */
  runMaintenance(): Promise<void> {
    return this.#maintenance.runDue();
  }

  /**
   * Copies the cluster into `directory`, which then opens as a database of its own with everything that was
   * committed before the copy began, and some of what came after. Requests are answered meanwhile. The disk needs
   * `times` the size of the cluster.
   * @throws NotEnoughSpace, and errors of the database and the disk
   */
  copyTo(directory: string, times: number): Promise<void> {
    const copy = () =>
      this.#maintenance.putOff(() =>
        copyCluster({
          from: this.#parts.cluster,
          to: join(directory, 'cluster'),
          times,
          ask: async (sql) => (await this.#parts.supervisor.engine()).ask(sql, administrativeLimitMs),
        }),
      );
    // One at a time: the session knows of a single copy.
    this.#copying = this.#copying.then(copy, copy);
    return this.#copying;
  }

  /** Syncs to the disk, and replacements of a lost database, since it was opened. */
  stats(): { diskSyncs: number; restarts: number } {
    const counters = new Int32Array(this.#parts.counters);
    return {
      diskSyncs: Atomics.load(counters, counter.diskSyncs),
      restarts: this.#parts.supervisor.restarts(),
    };
  }

  /**
   * Completes pending requests, checkpoints, closes and unlocks the directory. End pools first: a
   * connection still open is destroyed, a transaction still open past the query deadline is dropped.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#maintenance.stop();
    try {
      await this.#parts.supervisor.close(this.#parts.deadline.queryMs);
    } finally {
      this.#parts.lock.release();
    }
  }
}
