/** Leases of rows: a counter and an expiry, set by one conditional update, so that one process at a time works on a row. */

import { and, eq, sql, type InferInsertModel, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { setTimeout as wait } from 'node:timers/promises';
import type { Queries } from '#platform/server/database/queries.ts';

interface LeaseOptions<Table extends PgTable> {
  table: Table;
  /** The column that counts the leases: only the holder of the latest one stores its result. */
  attempts: keyof InferSelectModel<Table> & keyof Table;
  /** The column with the expiry. */
  until: keyof InferSelectModel<Table> & keyof Table;
  /** Longer than the work on a row can take, or than the holder takes to renew it. */
  ms: number;
  /** The condition of a row that may be claimed. */
  isFree(now: Date): SQL | undefined;
}

/** The lease that the rows of a table have. */
export class Lease<Table extends PgTable> {
  readonly #options: LeaseOptions<Table>;

  constructor(options: LeaseOptions<Table>) {
    this.#options = options;
  }

  get #attempts(): PgColumn {
    return this.#options.table[this.#options.attempts] as PgColumn;
  }

  /** The expiry of a lease that begins or is renewed now. */
  expiry(now: Date): Date {
    return new Date(now.getTime() + this.#options.ms);
  }

  /** Claims a row. @param values to set with it @returns null when another process holds it */
  async claim(
    queries: Queries,
    { row, now, values }: { row: SQL | undefined; now: Date; values?: Partial<InferInsertModel<Table>> },
  ): Promise<InferSelectModel<Table> | null> {
    const { table, attempts, until, isFree } = this.#options;
    const lease = { [attempts]: sql`${this.#attempts} + 1`, [until]: this.expiry(now) };
    const [claimed] = await queries
      .update(table as PgTable)
      .set({ ...values, ...lease })
      .where(and(row, isFree(now)))
      .returning();
    return (claimed as InferSelectModel<Table> | undefined) ?? null;
  }

  /** The condition that no other process has claimed the row since. @param attempts of the row when it was claimed */
  isHeld(attempts: number): SQL {
    return eq(this.#attempts, attempts);
  }
}

/** Another process holds the lease; thrown in the transaction of a claim, to roll it back. */
export class LeaseHeldError extends Error {}

/** Another process has claimed the row since. */
export class LeaseLostError extends Error {
  constructor() {
    super('Another process has claimed the row');
    this.name = 'LeaseLostError';
  }
}

const RETRY_MS = 100;

/** Repeats a claim while it throws `LeaseHeldError`. @returns null when others hold the lease for longer than `withinMs` */
export async function waitForLease<T>(claim: () => Promise<T>, withinMs: number): Promise<T | null> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += RETRY_MS) {
    try {
      return await claim();
    } catch (error) {
      if (!(error instanceof LeaseHeldError)) throw error;
    }
    await wait(RETRY_MS);
  }
  return null;
}
