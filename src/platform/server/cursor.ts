/**
 * Keyset paging: a cursor names the last row of a page, so that the next page begins behind it
 * however many rows have come in above. Opaque to callers: base64url of `id` or `milliseconds.id`.
 */
import { desc, sql } from 'drizzle-orm';
import type { AnyColumn, SQL } from 'drizzle-orm';
import type { Page } from '../contract/endpoint.ts';
import { invalidField } from './errors.ts';

/** What a list is ordered by, newest first: the id alone, or a time and the id. */
export interface Keyset {
  at?: AnyColumn;
  id: AnyColumn;
}

/** Where a row stands in that order. */
export interface Position {
  at?: Date;
  id: number;
}

/** The end of the year 9999: later ones are written in a way that the database does not read. */
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(at ? `${at.getTime()}.${id}` : `${id}`).toString('base64url');
}

/**
 * The position that a cursor names.
 * @throws 400 at `cursor` when `encodeCursor` did not make it for a list of this order
 */
export function decodeCursor(cursor: string, timed: boolean): Position {
  const parts = Buffer.from(cursor, 'base64url').toString('latin1').split('.').map(Number);
  const [id = 0, at = 0] = parts.toReversed();
  const position: Position = timed ? { at: new Date(at), id } : { id };
  const possible =
    Number.isSafeInteger(id) && id > 0 && Number.isSafeInteger(at) && at >= 0 && at <= LAST_MOMENT;
  // Only the exact text is taken, so that there is one cursor for one position.
  if (!possible || encodeCursor(position) !== cursor)
    throw invalidField('cursor', 'This cursor is not valid');
  return position;
}

/** For `orderBy`: newest first. */
export const newestFirst = ({ at, id }: Keyset): SQL[] => (at ? [desc(at), desc(id)] : [desc(id)]);

/**
 * For `where`: the rows behind the cursor, newest first; nothing to add on the first page.
 * @throws 400 at `cursor` for a cursor that is none
 */
export function behindCursor({ at, id }: Keyset, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(cursor, at !== undefined);
  if (!at || !position.at) return sql`${id} < ${position.id}`;
  return sql`(${at}, ${id}) < (${position.at.toISOString()}::timestamptz, ${position.id}::bigint)`;
}

interface Fetched<Row> {
  /** One row more than the page holds, when there are so many: it tells that there is a next page. */
  rows: Row[];
  limit: number;
  /** How many rows the whole list has. */
  total: number;
}

/** A page made of `limit + 1` fetched rows. */
export function pageOf<Row>(
  { rows, limit, total }: Fetched<Row>,
  positionOf: (row: Row) => Position,
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, total, next: rows.length > limit && last ? encodeCursor(positionOf(last)) : null };
}
