/** Opens the embedded database or a PostgreSQL server, with the same driver and code for both. */

import type { FastifyBaseLogger } from 'fastify';
import { join } from 'node:path';
import pg from 'pg';
import type { Settings } from '#platform/server/settings.ts';
import { ConnectionPool } from './connectionPool.ts';
import { startEmbedded, waitUntilOpen, type EmbeddedDatabase } from './embedded/openEmbedded.ts';
import { setPoolInactivityTimeout } from './inactivityTimeout.ts';
import { POOL_SIZE, StatementNames } from './statementNames.ts';

export interface Database {
  kind: 'embedded' | 'postgres';
  /** Rejects when the embedded database cannot be opened; the caller has to close it then. */
  opened: Promise<void>;
  pool: ConnectionPool;
  /** For lookups of sessions, which must not wait for transactions; the embedded database has one connection. */
  lookups: ConnectionPool;
  /** Runs work whose statements may take long (migrations). */
  withoutTimeout<T>(work: () => Promise<T>): Promise<T>;
  /** Copies the embedded database while it is in use (`EmbeddedDatabase.copyTo`); null on a PostgreSQL server. */
  copyTo: ((directory: string, times: number) => Promise<void>) | null;
  close(): Promise<void>;
}

// Ids and counts stay below 2^53, so bigint is parsed as number and not as string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Also the longest wait for a free connection of the pool, before the request answers 503. */
const CHECKOUT_LIMIT_MS = 5_000;
const LOOKUP_POOL_SIZE = 2;
const MIGRATION_LIMIT_MS = 10 * 60 * 1000;

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Settings, 'databaseDirectUrl'>>;

/** Opens the database of the settings. */
export async function openDatabase(
  settings: DatabaseSettings,
  log: FastifyBaseLogger,
  workerUrl?: URL,
): Promise<Database> {
  return waitUntilOpen(await startDatabase(settings, log, workerUrl));
}

/** As `openDatabase`, without waiting until the embedded database is open: the caller loads modules in the meantime. */
export async function startDatabase(
  settings: DatabaseSettings,
  log: FastifyBaseLogger,
  workerUrl?: URL,
): Promise<Database> {
  if (settings.databaseUrl) return connectToServer(settings, log);
  const directory = join(settings.dataDir, 'database');
  return onEmbedded(await startEmbedded({ directory, log, ...(workerUrl && { workerUrl }) }), log);
}

function onEmbedded(embedded: EmbeddedDatabase, log: FastifyBaseLogger): Database {
  const pool = new ConnectionPool(embedded.poolConfig(), { names: new StatementNames(), log });
  return {
    kind: 'embedded',
    opened: embedded.opened,
    pool,
    lookups: pool,
    withoutTimeout: (work) => embedded.withDeadline(MIGRATION_LIMIT_MS, work),
    copyTo: (to, times) => embedded.copyTo(to, times),
    close: async () => {
      await pool.end();
      await embedded.close();
    },
  };
}

function connectToServer(
  { databaseUrl, databaseDirectUrl }: DatabaseSettings,
  log: FastifyBaseLogger,
): Database {
  // A direct address means that there is a pooler, which hands out connections without our prepared statements.
  const names = databaseDirectUrl ? null : new StatementNames();
  const createPool = (max: number) =>
    new ConnectionPool(
      {
        connectionString: databaseUrl ?? undefined,
        max,
        keepAlive: true,
        connectionTimeoutMillis: CHECKOUT_LIMIT_MS,
      },
      { names, log },
    );
  const pool = createPool(POOL_SIZE);
  const lookups = createPool(LOOKUP_POOL_SIZE);
  setPoolInactivityTimeout(lookups);
  return {
    kind: 'postgres',
    opened: Promise.resolve(),
    pool,
    lookups,
    withoutTimeout: setPoolInactivityTimeout(pool),
    copyTo: null,
    close: async () => {
      await Promise.all([pool.end(), lookups.end()]);
    },
  };
}
