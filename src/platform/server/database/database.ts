/** The database: the embedded one, or a PostgreSQL server. One driver and one code path for both. */
import type { FastifyBaseLogger } from 'fastify';
import { join } from 'node:path';
import pg from 'pg';
import type { Settings } from '#platform/server/settings.ts';
import type { EmbeddedDatabase } from './embedded/embeddedDatabase.ts';
import { startOpeningEmbedded, onceOpen } from './embedded/openEmbedded.ts';
import type { Opening } from './embedded/openEmbedded.ts';
import { ConnectionPool } from './connectionPool.ts';
import { setPoolInactivityTimeout } from './inactivityTimeout.ts';
import { POOL_SIZE, StatementNames } from './statementNames.ts';

export interface Database {
  kind: 'embedded' | 'postgres';
  pool: ConnectionPool;
  /** Of its own, so that the lookup of a session never waits for transactions; embedded there is one connection. */
  lookups: ConnectionPool;
  /** Runs work whose statements may take long (migrations). */
  withoutTimeout<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Copies the embedded database into a directory that opens as one of its own, while it is in use; a server
   * needs no copy, because it has more than one connection. There must be room for `times` as much as it takes.
   */
  copyTo: ((directory: string, times: number) => Promise<void>) | null;
  close(): Promise<void>;
}

// Ids and counts stay below 2^53, so they are numbers, not the strings that pg makes of bigint.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Also the longest wait for a free connection of the pool, before the request answers 503. */
const CHECKOUT_LIMIT_MS = 5_000;
const LOOKUP_POOL_SIZE = 2;
const MIGRATION_LIMIT_MS = 10 * 60 * 1000;

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDir'> &
  /** Names the way around a pooler, which shows that the other one leads through it. */
  Partial<Pick<Settings, 'databaseDirectUrl'>>;

/**
 * Opens the database named by the settings. The embedded one has a single connection:
 * a second request for one waits for the first.
 */
export const openDatabase = async (
  settings: DatabaseSettings,
  log: FastifyBaseLogger,
  workerUrl?: URL,
): Promise<Database> => onceOpen(await startOpeningDatabase(settings, log, workerUrl));

export type OpeningDatabase = Opening<Database>;

/** As `openDatabase`, without waiting for the embedded database's thread, so that other work goes on meanwhile. */
export async function startOpeningDatabase(
  settings: DatabaseSettings,
  log: FastifyBaseLogger,
  workerUrl?: URL,
): Promise<OpeningDatabase> {
  if (settings.databaseUrl) {
    return { database: server(settings, log), opened: Promise.resolve() };
  }
  const directory = join(settings.dataDir, 'database');
  const { database, opened } = await startOpeningEmbedded({
    directory,
    log,
    ...(workerUrl ? { workerUrl } : {}),
  });
  return { database: onEmbedded(database, log), opened };
}

function onEmbedded(embedded: EmbeddedDatabase, log: FastifyBaseLogger): Database {
  const pool = new ConnectionPool(embedded.poolConfig(), { names: new StatementNames(), log });
  return {
    kind: 'embedded',
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

function server({ databaseUrl, databaseDirectUrl }: DatabaseSettings, log: FastifyBaseLogger): Database {
  // A direct address means a pooler, behind which the next connection does not know our names.
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
    pool,
    lookups,
    withoutTimeout: setPoolInactivityTimeout(pool),
    copyTo: null,
    close: async () => {
      await Promise.all([pool.end(), lookups.end()]);
    },
  };
}
