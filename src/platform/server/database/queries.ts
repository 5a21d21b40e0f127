import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { dialect, type Connection } from './connection.ts';
import type { ConnectionPool } from './connectionPool.ts';

/** The query builder on a connection, or on the pool for single statements. */
export class Queries extends NodePgDatabase {
  readonly source: Connection | ConnectionPool;

  constructor(source: Connection | ConnectionPool) {
    super(dialect, source.session, {});
    this.source = source;
  }

  /** Inside a transaction the builder's own would end the outer one. */
  override transaction(): Promise<never> {
    return Promise.reject(new Error('Transactions begin in tenancy.ts, never through the query builder'));
  }
}
