/** DATABASE_REPLICA_URL has to lead to a copy of the very database of DATABASE_URL, or people would read other data. */
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { SettingsError } from '#platform/server/settings.ts';
import type { Settings } from '#platform/server/settings.ts';

const CONNECT_WITHIN_MS = 5_000;

interface Identity {
  /** Of the whole server, the same for all its replicas, and of the database in it. */
  database: string;
  isReplica: boolean;
}

/**
 * A replica that is away, or has become a database of its own, does not keep the server from starting: it goes
 * without. @throws SettingsError when it is a replica of something else
 */
export async function checkReplicaUrl(
  { databaseUrl, databaseReplicaUrl }: Pick<Settings, 'databaseUrl' | 'databaseReplicaUrl'>,
  log: FastifyBaseLogger,
): Promise<void> {
  if (!databaseUrl || !databaseReplicaUrl) return;
  const primary = await identityOf(databaseUrl);
  const replica = await identityOf(databaseReplicaUrl).catch((error: Error) => {
    log.warn({ err: error }, 'the replica is away at the start');
    return null;
  });
  if (!replica) return;
  if (replica.database !== primary.database) {
    // Never the whole address: it holds the password.
    const { host, pathname } = new URL(databaseReplicaUrl);
    throw new SettingsError([
      `DATABASE_REPLICA_URL: ${host}${pathname} is no replica of the database of DATABASE_URL. Correct the address.`,
    ]);
  }
  if (!replica.isReplica) log.warn('DATABASE_REPLICA_URL leads to no replica, so nothing is read there');
}

async function identityOf(connectionString: string): Promise<Identity> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  // Heard by the statement that fails; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Identity>(
      `select concat_ws('/', (select system_identifier from pg_control_system()),
         (select oid from pg_database where datname = current_database())) as database,
         pg_is_in_recovery() as "isReplica"`,
    );
    const [identity] = rows;
    if (!identity) throw new Error('The database does not say which one it is');
    return identity;
  } finally {
    await client.end();
  }
}
