/**
 * A local Citus cluster for tests: a coordinator and two workers on loopback, from an installed PostgreSQL that has the
 * extension. All have the same databases, because Citus connects to a worker's database of the same name.
 */

import { existsSync, readdirSync } from 'node:fs';
import pg from 'pg';
import { startCluster, type Cluster } from './postgres.ts';

/** Set for tests on a Citus cluster: `npm run test:citus`. */
export const IS_CITUS = process.env['TEST_POSTGRES'] === 'citus';

export interface CitusCluster {
  coordinator: Cluster;
  workers: Cluster[];
  /** Starts a server that is not a node yet. */
  startWorker(): Promise<Cluster>;
  /** Stops all servers and deletes their folders. */
  remove(): Promise<void>;
}

const WORKERS = 2;

const SETTINGS = {
  shared_preload_libraries: 'citus',
  max_prepared_transactions: '200',
  max_connections: '500',
  // A shard is moved by logical replication.
  wal_level: 'logical',
  // Each database has a maintenance daemon.
  max_worker_processes: '64',
  // Servers without TLS.
  'citus.node_conninfo': 'sslmode=disable',
};

/** The programs of the newest installed PostgreSQL that has Citus, in the folders of Debian and Ubuntu; null without one. */
export function findCitusPrograms(): string | null {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home) : [];
  const [newest] = versions
    .filter((version) => existsSync(`/usr/share/postgresql/${version}/extension/citus.control`))
    .sort((one, other) => Number(other) - Number(one));
  return newest === undefined ? null : `${home}/${newest}/bin`;
}

/** Starts the servers, without a database for the product. @throws when no PostgreSQL with Citus is installed */
export async function startCitusCluster(options: { durable?: boolean } = {}): Promise<CitusCluster> {
  const programs = findCitusPrograms();
  if (programs === null)
    throw new Error('No PostgreSQL with the extension citus is installed (docs/operations.md)');
  const started: Cluster[] = [];
  const remove = async () => {
    for (const server of started) await server.remove();
  };
  const start = async () => {
    const server = await startCluster({ ...options, settings: SETTINGS, programs });
    started.push(server);
    return server;
  };
  try {
    const coordinator = await start();
    const workers: Cluster[] = [];
    while (workers.length < WORKERS) workers.push(await start());
    return { coordinator, workers, startWorker: start, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Creates the roles of the product where they are missing, with the password of the addresses. @param urls of a superuser */
export async function createRoles(urls: readonly string[], account: string): Promise<void> {
  for (const url of urls) {
    const password = pg.escapeLiteral(decodeURIComponent(new URL(url).password));
    await runSql(
      url,
      `do $$ begin
        if to_regrole('${account}') is null then create role ${account} login createrole password ${password}; end if;
        if to_regrole('quarterhour_app') is null then create role quarterhour_app login password ${password}; end if;
        grant quarterhour_app to ${account};
      end $$`,
    );
  }
}

/** Drops a database on each server, also while it is in use. @param urls of a superuser */
export async function dropDatabaseOn(urls: readonly string[], name: string): Promise<void> {
  for (const url of urls) await runSql(url, `drop database if exists ${name} with (force)`);
}

/** Creates a database on all servers and connects them. @param urls of a superuser, coordinator first */
export async function createCitusDatabase(
  urls: readonly string[],
  name: string,
  owner: string,
): Promise<void> {
  const [coordinator, ...workers] = urls.map((url) => ({ url, ...hostOf(url) }));
  if (!coordinator) throw new Error('A cluster needs a coordinator');
  for (const { url } of [coordinator, ...workers]) await createDatabaseWithCitus(url, name, owner);
  const nodes = workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`);
  await runSql(
    urlOf(coordinator.url, name),
    [`select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`, ...nodes].join(';'),
  );
}

/** Creates a database on one server. @param url of a superuser */
export async function createDatabaseWithCitus(url: string, name: string, owner: string): Promise<void> {
  await runSql(url, `create database ${name} owner ${owner}`);
  await runSql(urlOf(url, name), 'create extension citus');
}

const hostOf = (url: string) => {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port || 5432) };
};

/** The address of another database of the server. */
export function urlOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Executes statements without parameters on a server. */
export async function runSql<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  connectionString: string,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(sql);
    return rows;
  } finally {
    await client.end();
  }
}
