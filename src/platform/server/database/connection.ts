/**
 * A client of `pg` with `pipeline: true` that names statements, so that PostgreSQL plans each text once, and writes
 * those of one tick to the socket together (docs/decisions/027).
 */

import { nodePgCodecs, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { beginWithTenant } from './setTenant.ts';
import type { StatementNames } from './statementNames.ts';

/** As `drizzle({ jit: true })` creates it: a function that maps the rows is compiled for each query. */
export const dialect = new PgDialect({ codecs: nodePgCodecs, useJitMappers: true });

/**
 * The transaction of the running code, through every `await`. A Transaction cannot replace it: code that opens a second
 * connection or still queries afterwards does so without that object.
 */
export const currentTransaction = new AsyncLocalStorage<{ readonly closed: boolean }>();

/** @throws inside a transaction: the embedded database has one connection, so a second one would deadlock */
export function assertNoTransaction(): void {
  if (currentTransaction.getStore()) throw new Error('A second connection inside a transaction');
}

/** Creates the query builder's session on a client, which one session serves as long as it is open. */
export const createSession = (client: pg.Client | pg.Pool) => new NodePgSession(client, dialect, {});

interface StatementConfig {
  text: string;
  name?: string | undefined;
}
/** Transactions of reads, and the error of the first one that could not begin. */
interface Reads {
  /** The statements that begin each of them. */
  readonly begin: readonly string[];
  failure?: Error;
}
type Callback = (error: Error | null, result: pg.QueryResult) => void;

export class Connection extends pg.Client {
  /** The TCP socket, also beneath TLS, or the stream of the embedded database. */
  readonly socket: Duplex & Pick<Socket, 'setTimeout' | 'bytesRead'>;
  readonly session = createSession(this);
  /** Number of statements without a result yet. */
  pending = 0;
  /** Set for a database distributed by Citus, once the pool has opened the connection. */
  isDistributed = false;
  readonly #names: StatementNames | null;
  #checkout: { failure?: unknown } = {};
  #isCorked = false;
  #reads: Reads | null = null;

  constructor(config: pg.ClientConfig, names: StatementNames | null) {
    const socket = (config.stream?.() ?? new Socket()) as Connection['socket'];
    super({ ...config, stream: () => socket });
    this.socket = socket;
    this.#names = names;
  }

  /** The error of the first statement that failed since the checkout from the pool. */
  get firstFailure(): unknown {
    return this.#checkout.failure;
  }

  /** Starts a new checkout, without the failures of earlier statements. */
  checkOut(): void {
    this.#checkout = {};
  }

  /**
   * Runs reads of a business: the statements of each tick are one transaction with this tenant.
   * @throws when a transaction could not begin, because every table looks empty without a tenant
   */
  async runReads<T>(businessId: number, work: () => Promise<T>): Promise<T> {
    const reads: Reads = { begin: beginWithTenant(businessId, this) };
    // Other statements of this tick belong to an earlier transaction.
    this.#uncork();
    this.#reads = reads;
    return work().finally(() => {
      this.#uncork();
      this.#reads = null;
      if (reads.failure) throw reads.failure;
    });
  }

  override query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- the other overloads of `pg`, of which the pool calls one
  override query(statement: any, values?: any, callback?: any): any;
  override query(
    statement: string | StatementConfig,
    values?: unknown[] | Callback,
    callback?: Callback,
  ): unknown {
    if (typeof values === 'function') return this.#execute(statement, [], values);
    if (callback) return this.#execute(statement, values ?? [], callback);
    return new Promise((resolve, reject) => {
      this.#execute(statement, values ?? [], (error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  #execute(statement: string | StatementConfig, values: unknown[], done: Callback): void {
    if (currentTransaction.getStore()?.closed) {
      done(new Error('A statement after the end of its transaction'), undefined as never);
      return;
    }
    this.#cork();
    const checkout = this.#checkout;
    this.#send(typeof statement === 'string' ? { text: statement } : statement, values, (error, result) => {
      if (error) checkout.failure ??= error;
      done(error, result);
    });
  }

  #send(config: StatementConfig, values: unknown[], done: Callback): void {
    const name = config.name || this.#names?.getName(config.text, values);
    this.pending += 1;
    super.query({ ...config, ...(name && { name }), values }, (error: Error | null, result) => {
      this.pending -= 1;
      done(error, result);
    });
  }

  /** Buffers writes in the socket until the end of the tick. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.socket.cork();
    if (this.#reads) this.#begin(this.#reads);
    process.nextTick(() => this.#uncork());
  }

  #uncork(): void {
    if (!this.#isCorked) return;
    if (this.#reads) this.#commit();
    this.#isCorked = false;
    this.socket.uncork();
  }

  #begin(reads: Reads): void {
    for (const text of reads.begin)
      this.#send({ text }, [], (error) => {
        if (error) reads.failure ??= error;
      });
  }

  /** A failure does not affect the results, but it would affect the next transaction. */
  #commit(): void {
    this.#send({ text: 'COMMIT' }, [], (error) => {
      if (error) this.socket.destroy(error);
    });
  }
}
