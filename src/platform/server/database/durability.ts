/** Whether what PostgreSQL confirms outlives a loss of power. */
import type { FastifyBaseLogger } from 'fastify';
import { SettingsError } from '#platform/server/settings.ts';
import type { Settings } from '#platform/server/settings.ts';
import type { Database } from './database.ts';

/** Each must be on; the first may also wait for standbys (PostgreSQL's documentation, 19.5 Write Ahead Log). */
const KEPT = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Looks how the server of the settings keeps what it confirms; the embedded database proves that itself.
 * @throws SettingsError in production when it may lose some of it; elsewhere it is a warning in the log
 */
export async function checkDurability(
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  { production, databaseUrl }: Pick<Settings, 'production' | 'databaseUrl'>,
  log: FastifyBaseLogger,
): Promise<void> {
  if (kind === 'embedded' || !databaseUrl) return;
  const columns = KEPT.map((name) => `current_setting('${name}') as ${name}`);
  const { rows } = await pool.query<Record<string, string>>(`select ${columns.join(', ')}`);
  const off = KEPT.filter((name) => rows[0]?.[name] === 'off');
  if (off.length === 0) return;
  const { host } = new URL(databaseUrl);
  const line = `DATABASE_URL: the server at ${host} may lose what it has confirmed. Switch on ${off.join(' and ')}.`;
  if (production) throw new SettingsError([line]);
  log.warn(line);
}
