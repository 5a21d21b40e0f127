/**
 * A Citus cluster for a run of tests: the one at `CITUS_URL`, or a local one. `CITUS_URL` is the address of a database on
 * its coordinator that knows the workers, for the superuser postgres. The accounts of the tests get the password of this
 * address, if any; those of an earlier run keep theirs. Tests copy a distributed database on every server, under the same
 * name.
 */

import { migrateAndDistribute } from '#platform/server/database/migrate.ts';
import {
  createCitusDatabase,
  createRoles,
  dropDatabaseOn,
  runSql,
  startCitusCluster,
  urlOf,
} from '#tests/support/helpers/citus.ts';
import { createPool } from '#tests/support/helpers/pools.ts';
import { withUsername } from './accounts.ts';

/** Few, so that a database is copied in a second. */
const SHARDS = 4;

interface Names {
  template: string;
  account: string;
}

interface PreparedCitus {
  /** The coordinator for the superuser. */
  admin: string;
  workers: string[];
  remove(): Promise<void>;
}

/** Prepares a cluster with a database to copy from. */
export async function makeCitus({ template, account }: Names): Promise<PreparedCitus> {
  const address = process.env['CITUS_URL'];
  const cluster = address ? null : await startCitusCluster();
  const servers = cluster
    ? [cluster.coordinator, ...cluster.workers].map((server) => server.url('postgres'))
    : await listServers(address ?? '');
  const remove = () => (cluster ? cluster.remove() : dropDatabaseOn(servers, template));
  try {
    // A run that was killed leaves it on a cluster that is not the run's own.
    await dropDatabaseOn(servers, template);
    await createRoles(servers, account);
    await createCitusDatabase(servers, template, account);
    await distributeTemplate(servers, { template, account });
    const [admin = '', ...workers] = servers;
    return { admin, workers, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The coordinator and the workers that it knows, which have the same superuser. */
async function listServers(coordinator: string): Promise<string[]> {
  const workers = await runSql<{ host: string; port: number }>(
    coordinator,
    'select node_name as host, node_port as port from citus_get_active_worker_nodes()',
  );
  const toUrl = ({ host, port }: { host: string; port: number }) => {
    const url = new URL(coordinator);
    url.hostname = host;
    url.port = String(port);
    return url.href;
  };
  return [coordinator, ...workers.map(toUrl)];
}

/** Nothing may be connected to a database that is copied, and Citus has a daemon in each. */
async function distributeTemplate(servers: readonly string[], { template, account }: Names): Promise<void> {
  const [coordinator = ''] = servers;
  await runSql(coordinator, `alter database ${template} set citus.shard_count to ${SHARDS}`);
  const pool = createPool(withUsername(urlOf(coordinator, template), account), { max: 1 });
  try {
    await migrateAndDistribute(pool, 'db/migrations');
  } finally {
    await pool.end();
  }
  for (const server of servers) {
    await runSql(server, `alter database ${template} allow_connections false`);
    await runSql(
      server,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`,
    );
  }
}
