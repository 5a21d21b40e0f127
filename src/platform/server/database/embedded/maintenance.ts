// What a PostgreSQL server's background processes would do: PGlite has none.
import type { Row } from './messages.ts';
import type { Log } from './log.ts';

export interface MaintenanceSchedule {
  /** How often to look whether something is due, in milliseconds. */
  lookEveryMs: number;
  /** A checkpoint follows at most this long after a write, in milliseconds. */
  checkpointEveryMs: number;
  /** Or earlier, when this much has been logged since the last one, in bytes. */
  checkpointBytes: number;
  vacuumEveryMs: number;
  /** Vacuuming waits until there was no request for this long, in milliseconds. */
  quietMs: number;
}

export const usualSchedule: MaintenanceSchedule = {
  lookEveryMs: 15_000,
  checkpointEveryMs: 5 * 60_000,
  checkpointBytes: 64 * 1024 * 1024,
  vacuumEveryMs: 60 * 60_000,
  quietMs: 2_000,
};

interface Surroundings {
  /** Runs one statement as soon as no transaction is open. */
  ask: (sql: string) => Promise<Row[]>;
  /** Milliseconds since the last client's request. */
  quietForMs: () => number;
  log: Log;
}

/** Bytes logged since the last checkpoint began. */
const loggedSql = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes
  from pg_control_checkpoint()`;

/** An idle database still logs a little around each checkpoint. */
const nothingLogged = 1024;

/** Tables of which a fifth has died or changed since the last time, and those long unfrozen. */
const dueSql = `select quote_ident(s.schemaname) || '.' || quote_ident(s.relname) as name
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where c.relkind = 'r' and (
    greatest(s.n_dead_tup, s.n_mod_since_analyze) > 50 + 0.2 * greatest(c.reltuples, 0)
    or age(c.relfrozenxid) > 100000000)
  order by s.n_dead_tup desc`;

/** Checkpoints and vacuums on a schedule, between transactions, until it is stopped. */
export class Maintenance {
  readonly #around: Surroundings;
  readonly #schedule: MaintenanceSchedule;
  readonly #timer: NodeJS.Timeout;
  #checkpointAt = performance.now();
  #vacuumAt = performance.now();
  #looking: Promise<void> | undefined;
  #stopped = false;
  #putOff = 0;

  constructor(around: Surroundings, schedule: MaintenanceSchedule) {
    this.#around = around;
    this.#schedule = schedule;
    this.#timer = setInterval(() => void this.runDue(), schedule.lookEveryMs);
    this.#timer.unref();
  }

  /** Looks now instead of at the next time; resolves when what was due is done. */
  runDue(): Promise<void> {
    if (this.#putOff > 0) return Promise.resolve();
    this.#looking ??= this.#lookOnce().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** Runs `work` with no checkpoint and no vacuum meanwhile; waits for one in progress. */
  async putOff<T>(work: () => Promise<T>): Promise<T> {
    this.#putOff += 1;
    try {
      await this.#looking;
      return await work();
    } finally {
      this.#putOff -= 1;
    }
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  async #lookOnce(): Promise<void> {
    try {
      await this.#checkpointIfDue();
      await this.#vacuumIfDue();
    } catch (error) {
      if (this.#stopped) return;
      this.#around.log.warn({ err: error }, 'Embedded database: maintenance was put off');
    }
  }

  async #checkpointIfDue(): Promise<void> {
    const [row] = await this.#around.ask(loggedSql);
    const bytes = Number(row?.['bytes'] ?? 0);
    const late = performance.now() - this.#checkpointAt >= this.#schedule.checkpointEveryMs;
    if (bytes < this.#schedule.checkpointBytes && !(late && bytes > nothingLogged)) return;
    await this.#timed({ bytes }, 'CHECKPOINT');
    this.#checkpointAt = performance.now();
  }

  /** Table by table, so that requests get their turn in between. */
  async #vacuumIfDue(): Promise<void> {
    const { vacuumEveryMs, quietMs } = this.#schedule;
    const waited = performance.now() - this.#vacuumAt;
    if (waited < vacuumEveryMs) return;
    // A database that is never quiet is vacuumed all the same, when it is three times overdue.
    const patient = waited < 3 * vacuumEveryMs;
    // Counts of dead rows are handed in when a statement ends, and then only once a second.
    await this.#around.ask('select pg_stat_force_next_flush()');
    for (const { name } of await this.#around.ask(dueSql)) {
      if (this.#stopped || (patient && this.#around.quietForMs() < quietMs)) return;
      await this.#timed({ table: name }, `VACUUM (ANALYZE) ${String(name)}`);
    }
    this.#vacuumAt = performance.now();
  }

  async #timed(details: object, sql: string): Promise<void> {
    const started = performance.now();
    await this.#around.ask(sql);
    const tookMs = Math.round(performance.now() - started);
    this.#around.log.info({ ...details, tookMs }, `Embedded database: ${sql}`);
  }
}
