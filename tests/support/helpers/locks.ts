/** Row locks for race tests, which stop other statements at a defined point. */
import pg from 'pg';
import { expect, vi } from 'vitest';
import type { Api } from './api.ts';

/** Waits until this many statements on the database wait for a lock. */
export const waitForLocks = (api: Api, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const rows = await api.sql(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows.length).toBeGreaterThanOrEqual(count);
    },
    { timeout: 30_000, interval: 10 },
  );

/** Runs a statement in a transaction that stays open. @returns a function that commits it */
export async function holdLock(api: Api, statement: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: api.database.adminUrl ?? '' });
  await client.connect();
  await client.query('begin');
  await client.query(statement, values);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}
