/** The pool of connections to the database. */

import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { assertNoTransaction, Connection, createSession } from './connection.ts';
import { isDistributed } from './distribute.ts';
import { retryOnStaleConnection, type StatementNames } from './statementNames.ts';

export type PooledConnection = Connection & Pick<pg.PoolClient, 'release'>;

interface PoolOptions {
  /** Null behind a pooler, whose next connection has not prepared the statements. */
  names: StatementNames | null;
  log: FastifyBaseLogger;
}

/** Called with each new connection, before it is handed out. */
function detectCitus(client: pg.PoolClient, done: (error?: Error) => void): void {
  const detect = async () => {
    (client as PooledConnection).isDistributed = await isDistributed(client);
  };
  detect().then(() => done(), done);
}

export class ConnectionPool extends pg.Pool {
  readonly session = createSession(this);

  constructor(config: pg.PoolConfig, { names, log }: PoolOptions) {
    class NamedConnection extends Connection {
      constructor(own: pg.ClientConfig = {}) {
        super(own, names);
      }
    }
    super({ ...config, pipeline: true, Client: NamedConnection, verify: detectCitus });
    this.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
    // Without a listener a connection that breaks while in use would end the process.
    this.on('connect', (client) =>
      client.on('error', (error) => log.debug({ err: error }, 'a database connection broke')),
    );
  }

  /** Checks out a connection, which the caller releases. @throws inside a transaction, and when none is free in time */
  async acquire(): Promise<PooledConnection> {
    assertNoTransaction();
    const connection = (await this.connect()) as pg.PoolClient & PooledConnection;
    connection.checkOut();
    return connection;
  }

  /** Executes a single statement, outside a transaction. */
  override query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- the other overloads of `pg`
  override query(statement: any, values?: any): any;
  override query(statement: string | pg.QueryConfig, values?: unknown[]): unknown {
    return retryOnStaleConnection(() => super.query(statement, values));
  }
}
