/** Checks that DATABASE_DIRECT_URL leads to the database of DATABASE_URL, as backups are made there. */

import { randomInt } from 'node:crypto';
import pg from 'pg';
import { SettingsError, type Settings } from '#platform/server/settings.ts';

/** Longer than for requests: a start on a busy machine is slow, and ends with an error when this runs out. */
const CONNECT_WITHIN_MS = 15_000;

/**
 * Acquires an advisory lock through one address and tries it through the other, which fails in the same database only.
 * This needs no privileges, and also distinguishes a copy from its original.
 * @throws SettingsError when the direct address leads elsewhere or nowhere
 */
export async function checkDirectUrl({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Settings, 'databaseUrl' | 'databaseDirectUrl'>): Promise<void> {
  if (!databaseUrl || !databaseDirectUrl) return;
  const key = randomInt(2 ** 47);
  await using usual = await connect(databaseUrl);
  await using direct = await connect(databaseDirectUrl).catch((error: NodeJS.ErrnoException) => {
    throw toSettingsError(databaseDirectUrl, `cannot be reached (${error.code ?? error.message})`);
  });
  await usual.client.query('begin');
  await usual.client.query('select pg_advisory_xact_lock($1)', [key]);
  const { rows } = await direct.client.query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock($1) as free',
    [key],
  );
  if (rows[0]?.free !== false)
    throw toSettingsError(databaseDirectUrl, 'is not the database of DATABASE_URL');
}

async function connect(connectionString: string): Promise<{ client: pg.Client } & AsyncDisposable> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

function toSettingsError(url: string, why: string): SettingsError {
  // Without the password of the address.
  const { host, pathname } = new URL(url);
  return new SettingsError([`DATABASE_DIRECT_URL: ${host}${pathname} ${why}. Correct the address.`]);
}
