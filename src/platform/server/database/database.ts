/** The database: the embedded one, or a PostgreSQL server. One driver and one code path for both. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import pg from 'pg';
import type { Settings } from '#platform/server/settings.ts';
import type { EmbeddedDatabase } from './embedded/embeddedDatabase.ts';
import { startOpeningEmbedded, onceOpen } from './embedded/openEmbedded.ts';
import type { Opening } from './embedded/openEmbedded.ts';
import { gatherStatements } from './journey.ts';
import type { Statement } from './journey.ts';
import { makeRowsOf } from './rows.ts';
import { setPoolInactivityTimeout } from './inactivityTimeout.ts';
import { retryOnStaleConnection, POOL_SIZE, StatementNames } from './statementNames.ts';

export type Queries = NodePgDatabase;

export interface Database {
  kind: 'embedded' | 'postgres';
  pool: pg.Pool;
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

/** Also the longest wait for a free connection of the pool, before the caller is told to come again. */
const CONNECT_WITHIN_MS = 5_000;
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
  const pool = new pg.Pool(embedded.poolConfig());
  return {
    kind: 'embedded',
    pool: watched(pool, { names: new StatementNames(), log }),
    withoutTimeout: (work) => embedded.withDeadline(MIGRATION_LIMIT_MS, work),
    copyTo: (to, times) => embedded.copyTo(to, times),
    close: async () => {
      await pool.end();
      await embedded.close();
    },
  };
}

function server({ databaseUrl, databaseDirectUrl }: DatabaseSettings, log: FastifyBaseLogger): Database {
  // Behind a pooler the next connection does not know a name, or knows it already from somebody else.
  const names = databaseDirectUrl ? null : new StatementNames();
  const pool = watched(
    new pg.Pool({
      connectionString: databaseUrl ?? undefined,
      max: POOL_SIZE,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
    }),
    { names, log },
  );
  return {
    kind: 'postgres',
    pool,
    withoutTimeout: setPoolInactivityTimeout(pool),
    copyTo: null,
    close: () => pool.end(),
  };
}

/**
 * A connection that breaks must not end the process; the next request opens another. The pool
 * listens to idle connections only, so each one gets a listener for the time it is in use as well:
 * its queries are rejected with the same error.
 */
function watched(
  pool: pg.Pool,
  { names, log }: { names: StatementNames | null; log: FastifyBaseLogger },
): pg.Pool {
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ err: error }, 'a database connection broke'));
    hearStatements(client, names);
  });
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  pool.query = ((...args: unknown[]) => retryOnStaleConnection(() => query(...args))) as typeof pool.query;
  return pool;
}

/** What the work of a transaction runs in; over once its end is said. */
export interface Said {
  over: boolean;
}

/** Whose work is going on: whatever it says once that is over would be said on a connection that is somebody else's. */
export const transaction = new AsyncLocalStorage<Said>();

const failureOf = new WeakMap<pg.ClientBase, unknown>();

/**
 * Lets statements travel together that are said in one breath. Together they fail as well: the first with the reason,
 * the others with none, and whichever is heard of first is passed on. So the reason is remembered.
 */
function hearStatements(client: pg.ClientBase, names: StatementNames | null): void {
  const say = gatherStatements(client, names);
  client.query = ((said: string | Statement, values?: unknown[], heard?: Heard) => {
    const refused = transaction.getStore()?.over;
    const answer = refused
      ? Promise.reject<pg.QueryResult>(new Error('A statement behind the end of its transaction'))
      : say(said, values);
    answer.catch((error: unknown) => {
      // A refused one is none of the transaction that has the connection now.
      if (!refused && !failureOf.has(client)) failureOf.set(client, error);
    });
    // The pool's own way.
    if (heard) answer.then((result) => heard(null, result), heard);
    return answer;
  }) as typeof client.query;
}

type Heard = (error: unknown, result?: pg.QueryResult) => void;

/** What the first statement failed with since the connection was taken. */
export const getFirstFailure = (client: pg.ClientBase): unknown => failureOf.get(client);

/** Refused inside a transaction: the embedded database would wait for itself. */
export function assertNoTransaction(): void {
  if (transaction.getStore()) throw new Error('A second connection inside a transaction');
}

/** One connection. @throws inside a transaction */
export async function acquireConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  assertNoTransaction();
  const client = await pool.connect();
  failureOf.delete(client);
  return client;
}

const queriesOf = new WeakMap<pg.ClientBase | pg.Pool, Queries>();

/** The query builder of a connection, made once so that its prepared statements are kept. */
export function getQueries(client: pg.ClientBase | pg.Pool): Queries {
  let queries = queriesOf.get(client);
  if (!queries) {
    queries = drizzle({ client: client as pg.Pool, casing: 'snake_case' });
    queries.transaction = refuseTransaction;
    makeRowsOf(queries);
    queriesOf.set(client, queries);
  }
  return queries;
}

/** Inside a transaction the builder's own would end the outer one: transactions begin in tenancy.ts alone. */
const refuseTransaction = (): Promise<never> =>
  Promise.reject(new Error('Transactions begin in tenancy.ts, never through the query builder'));
