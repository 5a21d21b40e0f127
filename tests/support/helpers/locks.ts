/** Locks for race tests, which stop other statements at a defined point. */

import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import type { Api } from './api.ts';
import { IS_CITUS } from './citus.ts';

/** On Citus most statements wait on a worker. */
const ACTIVITY = IS_CITUS ? 'citus_stat_activity' : 'pg_stat_activity';

/** Locks the business `$1` as `lockBusiness` does. */
export const LOCK_BUSINESS = 'select pg_advisory_xact_lock(70152, hashint8($1))';

/** Waits until this many statements on the database wait for a lock. */
export const waitForLocks = (api: Api, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const rows = await api.sql(
        `select from ${ACTIVITY} where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows.length).toBeGreaterThanOrEqual(count);
    },
    { timeout: 30_000, interval: 10 },
  );

/** Lists the transactions that have written a table and are not committed. */
export const listWriters = (api: Api, table: string): Promise<{ pid: number }[]> =>
  api.sql(
    `select pid from pg_locks where relation = $1::regclass and mode = 'RowExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())`,
    [table],
  );

/** Runs a statement in a transaction that stays open, at most until the test ends. @returns a function that commits it */
export async function holdLock(api: Api, statement: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: api.database.adminUrl ?? '' });
  await client.connect();
  // Also when the test fails before the commit.
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(statement, values);
  return async () => {
    await client.query('commit');
  };
}
