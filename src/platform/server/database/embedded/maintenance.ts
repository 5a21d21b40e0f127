/** Checkpoints and vacuuming, for which a PostgreSQL server has background processes; PGlite has none. */

import type { Row } from './messages.ts';
import type { Log } from './supervisor.ts';

export interface MaintenanceSchedule {
  /** How often to check whether something is due, in milliseconds. */
  checkEveryMs: number;
  /** Longest time from a write to a checkpoint, in milliseconds. */
  checkpointEveryMs: number;
  /** Bytes of log since the last checkpoint that make the next one due earlier. */
  checkpointBytes: number;
  vacuumEveryMs: number;
  /** Vacuuming waits until there has been no request for this many milliseconds. */
  quietMs: number;
}

export const usualSchedule: MaintenanceSchedule = {
  checkEveryMs: 15_000,
  checkpointEveryMs: 5 * 60_000,
  checkpointBytes: 64 * 1024 * 1024,
  vacuumEveryMs: 5 * 60_000,
  quietMs: 2_000,
};

interface Cluster {
  /** Executes a statement as soon as no transaction is open. */
  run: (sql: string) => Promise<Row[]>;
  /** Milliseconds since the last request of a client. */
  idleMs: () => number;
  log: Log;
}

/** Bytes logged since the last checkpoint began. */
const loggedSql = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes
  from pg_control_checkpoint()`;

/** An idle database still logs a little around each checkpoint. */
const nothingLogged = 1024;

/** Tables of which a fifth is dead or changed since the last vacuum, and those with old transaction ids. */
const dueSql = `select quote_ident(s.schemaname) || '.' || quote_ident(s.relname) as name
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where c.relkind = 'r' and (
    greatest(s.n_dead_tup, s.n_mod_since_analyze) > 50 + 0.2 * greatest(c.reltuples, 0)
    or age(c.relfrozenxid) > 100000000)
  order by s.n_dead_tup desc`;

/** Checkpoints and vacuums on a schedule, between transactions, until it is stopped. */
export class Maintenance {
  readonly #cluster: Cluster;
  readonly #schedule: MaintenanceSchedule;
  readonly #timer: NodeJS.Timeout;
  #checkpointAt = performance.now();
  #vacuumAt = performance.now();
  #running: Promise<void> | undefined;
  #stopped = false;
  #pauses = 0;

  constructor(cluster: Cluster, schedule: MaintenanceSchedule) {
    this.#cluster = cluster;
    this.#schedule = schedule;
    this.#timer = setInterval(() => void this.runDue(), schedule.checkEveryMs);
    this.#timer.unref();
  }

  /** Runs what is due now. */
  runDue(): Promise<void> {
    if (this.#pauses > 0) return Promise.resolve();
    this.#running ??= this.#runOnce().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Runs `work` without concurrent checkpoints and vacuums; waits for one in progress. */
  async pauseDuring<T>(work: () => Promise<T>): Promise<T> {
    this.#pauses += 1;
    try {
      await this.#running;
      return await work();
    } finally {
      this.#pauses -= 1;
    }
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  async #runOnce(): Promise<void> {
    try {
      await this.#checkpointIfDue();
      await this.#vacuumIfDue();
    } catch (error) {
      if (this.#stopped) return;
      this.#cluster.log.warn({ err: error }, 'Embedded database: maintenance failed and is retried');
    }
  }

  async #checkpointIfDue(): Promise<void> {
    const [row] = await this.#cluster.run(loggedSql);
    const bytes = Number(row?.['bytes'] ?? 0);
    const late = performance.now() - this.#checkpointAt >= this.#schedule.checkpointEveryMs;
    if (bytes < this.#schedule.checkpointBytes && !(late && bytes > nothingLogged)) return;
    await this.#timed({ bytes }, 'CHECKPOINT');
    this.#checkpointAt = performance.now();
  }

  /** Vacuums table by table, so that requests are executed in between. */
  async #vacuumIfDue(): Promise<void> {
    const { vacuumEveryMs, quietMs } = this.#schedule;
    const sinceLast = performance.now() - this.#vacuumAt;
    if (sinceLast < vacuumEveryMs) return;
    // A database that is never idle is vacuumed when it is three times overdue.
    const canWait = sinceLast < 3 * vacuumEveryMs;
    // PostgreSQL reports statistics at most once a second.
    await this.#cluster.run('select pg_stat_force_next_flush()');
    for (const { name } of await this.#cluster.run(dueSql)) {
      if (this.#stopped || (canWait && this.#cluster.idleMs() < quietMs)) return;
      await this.#timed({ table: name }, `VACUUM (ANALYZE) ${String(name)}`);
    }
    this.#vacuumAt = performance.now();
  }

  async #timed(details: object, sql: string): Promise<void> {
    const started = performance.now();
    await this.#cluster.run(sql);
    const tookMs = Math.round(performance.now() - started);
    this.#cluster.log.info({ ...details, tookMs }, `Embedded database: ${sql}`);
  }
}
