/** DATABASE_DIRECT_URL has to lead past the pooler to the very database of DATABASE_URL: backups are made there. */
import { randomInt } from 'node:crypto';
import pg from 'pg';
import { SettingsError } from '#platform/server/settings.ts';
import type { Settings } from '#platform/server/settings.ts';

const CONNECT_WITHIN_MS = 5_000;

/**
 * Holds a lock through one address and asks for it through the other: only where both lead to one database it is
 * taken. Needs no right but to connect, and also distinguishes a copy from its original.
 * @throws SettingsError when the direct address leads elsewhere or nowhere
 */
export async function checkDirectUrl({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Settings, 'databaseUrl' | 'databaseDirectUrl'>): Promise<void> {
  if (!databaseUrl || !databaseDirectUrl) return;
  const key = randomInt(2 ** 47);
  await using usual = await connected(databaseUrl);
  await using direct = await connected(databaseDirectUrl).catch((error: NodeJS.ErrnoException) => {
    throw refusal(databaseDirectUrl, `cannot be reached (${error.code ?? error.message})`);
  });
  await usual.client.query('begin');
  await usual.client.query('select pg_advisory_xact_lock($1)', [key]);
  const { rows } = await direct.client.query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock($1) as free',
    [key],
  );
  if (rows[0]?.free !== false) throw refusal(databaseDirectUrl, 'is not the database of DATABASE_URL');
}

async function connected(connectionString: string): Promise<{ client: pg.Client } & AsyncDisposable> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

function refusal(url: string, why: string): SettingsError {
  // Never the whole address: it holds the password.
  const { host, pathname } = new URL(url);
  return new SettingsError([`DATABASE_DIRECT_URL: ${host}${pathname} ${why}. Correct the address.`]);
}
