/** Keyset paging: a cursor is the position of the last row of a page, base64url of `id` or `milliseconds.id`. */

import { desc, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Page, WholePage } from '#platform/contract/endpoint.ts';
import { invalidField } from './errors.ts';

/** The columns that order a list, newest first: the id, or a time and the id. */
export interface Keyset {
  at?: AnyColumn;
  id: AnyColumn;
}

/** The position of a row in that order. */
export interface Position {
  at?: Date;
  id: number;
}

/** The end of the year 9999, the last one that PostgreSQL parses in ISO format. */
export const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export const encodeCursor = ({ at, id }: Position): string => encodeNumbers(at ? [at.getTime(), id] : [id]);

/**
 * Decodes a cursor.
 * @throws 400 at `cursor` unless `encodeCursor` returned it for a list of this order
 */
export function decodeCursor(cursor: string, timed: boolean): Position {
  const [id = 0, at = 0] = decodeNumbers(cursor, timed ? 2 : 1).toReversed();
  if (id === 0 || at > LAST_MOMENT) throw createCursorError();
  return timed ? { at: new Date(at), id } : { id };
}

/** Encodes the position of a row in an order by numbers, none negative. */
export const encodeNumbers = (numbers: readonly number[]): string =>
  Buffer.from(numbers.join('.')).toString('base64url');

/** @throws 400 at `cursor` unless `encodeNumbers` returned it for this many numbers */
export function decodeNumbers(cursor: string, count: number): number[] {
  const numbers = Buffer.from(cursor, 'base64url').toString('latin1').split('.').map(Number);
  const isPossible =
    numbers.length === count && numbers.every((one) => Number.isSafeInteger(one) && one >= 0);
  // Only the exact text is valid, so that each position has one cursor.
  if (!isPossible || encodeNumbers(numbers) !== cursor) throw createCursorError();
  return numbers;
}

export const createCursorError = () => invalidField('cursor', 'This cursor is not valid');

/** For `orderBy`: newest first. */
export const newestFirst = ({ at, id }: Keyset): SQL[] => (at ? [desc(at), desc(id)] : [desc(id)]);

/** For `where`: the rows after the cursor; undefined on the first page. @throws 400 at `cursor` */
export function whereAfterCursor(keyset: Keyset, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  return whereAfterPosition(keyset, decodePosition(cursor, keyset));
}

/** Decodes a cursor to the parameters of a statement. */
export function decodePosition(cursor: string, { at }: Keyset): { at: string; id: number } {
  const position = decodeCursor(cursor, at !== undefined);
  return { at: position.at?.toISOString() ?? '', id: position.id };
}

/** For `where`: the rows after a position, which may be a placeholder. */
export function whereAfterPosition({ at, id }: Keyset, position: { at: unknown; id: unknown }): SQL {
  if (!at) return sql`${id} < ${position.id}`;
  return sql`(${at}, ${id}) < (${position.at}::timestamptz, ${position.id}::bigint)`;
}

interface PageRows<Row> {
  /** Up to `limit + 1` rows; the last one shows that there is a next page. */
  rows: Row[];
  limit: number;
  /** Rows of the whole list. */
  total: number;
}

/** Makes a page from up to `limit + 1` rows. */
export function pageOf<Row>(
  { rows, limit, total }: PageRows<Row>,
  positionOf: (row: Row) => Position,
): Page<Row> {
  return pageBy({ rows, limit, total }, (row) => encodeCursor(positionOf(row)));
}

/** The same for a list whose cursors `encodePosition` makes. */
export const pageBy = <Row>(
  { total, ...page }: PageRows<Row>,
  encodePosition: (row: Row) => string,
): Page<Row> => ({ ...wholePageOf(page, encodePosition), total });

/** The parsed `wholeListQuery`. */
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** The same for a list that is read whole, and has no total. */
export function wholePageOf<Row>(
  { rows, limit }: Omit<PageRows<Row>, 'total'>,
  encodePosition: (row: Row) => string,
): WholePage<Row> {
  const page = rows.slice(0, limit);
  const cursorAfter = (index: number) => encodePosition(page[index] as Row);
  return { rows: page, next: rows.length > limit ? cursorAfter(page.length - 1) : null, cursorAfter };
}

/** The cursor of a row in a list that is ordered by creation. */
export const byCreation = ({ createdAt, id }: { createdAt: Date; id: number }): string =>
  encodeCursor({ at: createdAt, id });
