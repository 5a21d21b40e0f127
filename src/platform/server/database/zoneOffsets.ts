/** Compares what the database knows about a time zone with what this process knows: their data may differ in age. */

import { sql } from 'drizzle-orm';
import { clockWithOffset } from '#platform/contract/zone.ts';
import type { Queries } from './queries.ts';
import { getSqlState } from './sqlState.ts';

const DAYS = 2 * 365;
const DAY_MS = 86_400_000;
const UNKNOWN_ZONE = '22023';

export interface ZoneDifference {
  /** The first moment at which they differ. */
  at: Date;
  /** The wall-clock time then. */
  here: string;
  /** Null: the database does not know the zone. */
  database: string | null;
}

/** The first difference in the two years from `now`, by days; null when there is none. */
export async function findZoneDifference(
  queries: Queries,
  timeZone: string,
  now: Date,
): Promise<ZoneDifference | null> {
  const show = clockWithOffset(timeZone);
  const moments = Array.from({ length: DAYS }, (_, day) => new Date(now.getTime() + day * DAY_MS));
  const stored = await readClocks(queries, timeZone, moments);
  for (const [index, at] of moments.entries()) {
    const [here, database = null] = [show(at), stored?.[index]];
    if (database !== here.slice(0, 'YYYY-MM-DD HH:MM'.length)) return { at, here, database };
  }
  return null;
}

/** The wall-clock time by the database; null when it does not know the zone. */
async function readClocks(queries: Queries, timeZone: string, moments: Date[]): Promise<string[] | null> {
  const list = `{${moments.map((moment) => moment.toISOString()).join()}}`;
  try {
    const { rows } = await queries.execute<{ clock: string }>(sql`
      select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI') as clock
      from unnest(${list}::timestamptz[]) with ordinality as moments (at, position) order by position`);
    return rows.map(({ clock }) => clock);
  } catch (error) {
    if (getSqlState(error) === UNKNOWN_ZONE) return null;
    throw error;
  }
}

/** The version of PostgreSQL; SQL has no function for that of its tz data. */
export async function getDatabaseVersion(queries: Queries): Promise<string> {
  const { rows } = await queries.execute<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  );
  return rows[0]?.version ?? 'unknown';
}
