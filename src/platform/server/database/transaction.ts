/** A transaction: the query builder on its connection, and the statements and callbacks of its end. */

import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DataChange } from '#platform/server/events.ts';
import { currentTransaction } from './connection.ts';
import type { PooledConnection } from './connectionPool.ts';
import { Queries } from './queries.ts';

/** The rows that many writes of a business lock, in their lock order, which prevents deadlocks (docs/decisions/029). */
const STEPS = ['note counts', 'mail counts', 'audit chain'] as const;
type Step = (typeof STEPS)[number];

/** Sends its statement when called, as `execute()` of the query builder does. */
type Statement = () => Promise<unknown>;

export class Transaction extends Queries {
  /** Changes to publish to open pages after the commit. */
  readonly changes: Omit<DataChange, 'businessId'>[] = [];
  readonly connection: PooledConnection;
  readonly #isWrite: boolean;
  readonly #beforeCommit: { step: Step; statement: Statement }[] = [];
  readonly #beforeEnd: (() => Promise<void> | undefined)[] = [];
  readonly #afterCommit: (() => void)[] = [];
  #isClosed = false;
  #businessId: number | null = null;

  constructor(connection: PooledConnection, mode: 'read' | 'write') {
    super(connection);
    this.connection = connection;
    this.#isWrite = mode === 'write';
  }

  /** The tenant, set by `tenancy.ts`. */
  set businessId(businessId: number) {
    this.#businessId = businessId;
  }

  /** The condition that limits a table to the tenant; every statement on such a table has it. @throws without a tenant */
  inTenant(table: { businessId: PgColumn }): SQL {
    return eq(table.businessId, this.#tenant);
  }

  get #tenant(): number {
    if (this.#businessId === null) throw new Error('The transaction has no tenant');
    return this.#businessId;
  }

  /**
   * As `inTenant`, for a search by another index: PostgreSQL would combine that with the whole primary key. `coalesce`
   * prevents it, as in views; Citus could not choose the shard by it.
   */
  inTenantWithoutKey(table: { businessId: PgColumn }): SQL {
    return this.connection.isDistributed
      ? sql`${table.businessId} = any (array[${this.#tenant}]::bigint[])`
      : sql`coalesce(${this.inTenant(table)}, false)`;
  }

  /** True once the transaction has ended, so that further statements are refused. */
  get closed(): boolean {
    return this.#isClosed;
  }

  /** Runs the work, and refuses statements after it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await currentTransaction.run(this, work);
    } finally {
      this.#isClosed = true;
    }
  }

  /**
   * Sends a statement together with the commit; those of one step in the order of the calls.
   * @throws in a read, and after the end of the transaction
   */
  beforeCommit(step: Step, statement: Statement): void {
    if (!this.#isWrite || this.#isClosed) throw new Error('Statements before the commit need an open write');
    this.#beforeCommit.push({ step, statement });
  }

  /** Runs a callback after the work of a write, which may execute statements and add more callbacks. */
  beforeEnd(run: () => Promise<void> | undefined): void {
    this.#beforeEnd.push(run);
  }

  async runBeforeEnd(): Promise<void> {
    for (let next = this.#beforeEnd.shift(); next; next = this.#beforeEnd.shift()) await next();
  }

  /** Runs a callback after the commit; not after a rollback. */
  afterCommit(run: () => void): void {
    this.#afterCommit.push(run);
  }

  /** Sends the before-commit statements. */
  sendBeforeCommit(): Promise<unknown>[] {
    return STEPS.flatMap((step) => this.#beforeCommit.filter((one) => one.step === step)).map(
      ({ statement }) => statement(),
    );
  }

  runAfterCommit(): void {
    for (const run of this.#afterCommit) run();
  }
}
