/** Checks that commits on the PostgreSQL server survive a loss of power. */

import type { FastifyBaseLogger } from 'fastify';
import { SettingsError, type Settings } from '#platform/server/settings.ts';
import type { Database } from './database.ts';

/** Settings that must not be off (PostgreSQL documentation, 19.5 Write Ahead Log). */
const REQUIRED = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Checks the settings of a PostgreSQL server; the embedded database checks its own. Logs a warning outside production.
 * @throws SettingsError in production when the server may lose commits
 */
export async function checkDurability(
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  { production, databaseUrl }: Pick<Settings, 'production' | 'databaseUrl'>,
  log: FastifyBaseLogger,
): Promise<void> {
  if (kind === 'embedded' || !databaseUrl) return;
  const columns = REQUIRED.map((name) => `current_setting('${name}') as ${name}`);
  const { rows } = await pool.query<Record<string, string>>(`select ${columns.join(', ')}`);
  const off = REQUIRED.filter((name) => rows[0]?.[name] === 'off');
  if (off.length === 0) return;
  const { host } = new URL(databaseUrl);
  const line = `DATABASE_URL: the server at ${host} may lose commits that it has acknowledged. Turn on ${off.join(' and ')}.`;
  if (production) throw new SettingsError([line]);
  log.warn(line);
}
