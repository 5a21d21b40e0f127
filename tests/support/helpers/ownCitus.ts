/** A Citus cluster of a test's own, with the distributed database of a product. */

import { withUsername } from '#tests/setup/accounts.ts';
import {
  createCitusDatabase,
  createRoles,
  runSql,
  startCitusCluster,
  urlOf,
  type CitusCluster,
} from './citus.ts';
import { ACCOUNT } from './postgresServer.ts';
import { runProgram } from './process.ts';

export interface OwnCitus {
  cluster: CitusCluster;
  /** The database for the product. */
  url: string;
  /** Runs a statement of a superuser in the database on the coordinator. */
  sql<Row extends object>(statement: string): Promise<Row[]>;
}

/** Few shards, so that it is distributed in seconds. */
const SHARDS = 4;

/** It keeps what it confirms, as in production. `cluster.remove` when done. */
export async function startOwnCitus(DATA_DIR: string): Promise<OwnCitus> {
  const cluster = await startCitusCluster({ durable: true });
  try {
    const servers = [cluster.coordinator, ...cluster.workers].map((server) => server.url('postgres'));
    await createRoles(servers, ACCOUNT);
    await createCitusDatabase(servers, ACCOUNT, ACCOUNT);
    const admin = urlOf(cluster.coordinator.url('postgres'), ACCOUNT);
    await runSql(admin, `alter database ${ACCOUNT} set citus.shard_count to ${SHARDS}`);
    const url = withUsername(admin, ACCOUNT);
    const { code, output } = await runProgram({ DATABASE_URL: url, DATA_DIR }, ['scripts/distribute.ts']);
    if (code !== 0) throw new Error(output);
    return { cluster, url, sql: (statement) => runSql(admin, statement) };
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}
