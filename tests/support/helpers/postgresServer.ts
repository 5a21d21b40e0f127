/** A PostgreSQL server of a test's own, with the account and the empty database of a product. */

import pg from 'pg';
import { withUsername } from '#tests/setup/accounts.ts';
import { startCluster, type Cluster, type ClusterOptions } from './postgres.ts';

export const ACCOUNT = 'quarterhour';

export interface OwnServer {
  cluster: Cluster;
  /** The database for the product. */
  url: string;
}

/** By default it keeps what it confirms, as a server in production does. `cluster.remove` when done. */
export async function startOwnServer(options: ClusterOptions = { durable: true }): Promise<OwnServer> {
  const cluster = await startCluster(options);
  const admin = new pg.Client({ connectionString: cluster.url('postgres') });
  await admin.connect();
  await admin.query(`create role ${ACCOUNT} login createrole`);
  await admin.query(`create database ${ACCOUNT} owner ${ACCOUNT}`);
  await admin.end();
  return { cluster, url: withUsername(cluster.url(ACCOUNT), ACCOUNT) };
}
