/** Two PostgreSQL servers, of which one follows the other, with an empty database for the product. */
import pg from 'pg';
import { withUsername } from '#tests/setup/accounts.ts';
import { startCluster } from './postgres.ts';
import type { Cluster } from './postgres.ts';

export interface Replicated {
  primary: Cluster;
  standby: Cluster;
  /** The database for the product's account, which is no superuser, on each. */
  primaryUrl: string;
  replicaUrl: string;
  remove(): Promise<void>;
}

const ACCOUNT = 'quarterhour';

/** @param settings of the standby, e.g. `{ recovery_min_apply_delay: '5s' }` */
export async function startReplicated(settings: Record<string, string> = {}): Promise<Replicated> {
  const primary = await startCluster({ settings: { wal_keep_size: '256MB' } });
  try {
    const admin = new pg.Client({ connectionString: primary.url('postgres') });
    await admin.connect();
    await admin.query(`create role ${ACCOUNT} login createrole`);
    await admin.query(`create database ${ACCOUNT} owner ${ACCOUNT}`);
    await admin.end();
    const standby = await primary.standby(settings);
    return {
      primary,
      standby,
      primaryUrl: withUsername(primary.url(ACCOUNT), ACCOUNT),
      replicaUrl: withUsername(standby.url(ACCOUNT), ACCOUNT),
      async remove() {
        await standby.remove();
        await primary.remove();
      },
    };
  } catch (error) {
    await primary.remove();
    throw error;
  }
}
