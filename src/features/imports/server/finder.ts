/** Finds the records that rows of an import name. Pure. */

import { trimCell } from './cells/plainText.ts';

/** Compares names regardless of their case, and of invisible marks around them. */
export const foldName = (name: string): string => trimCell(name.normalize('NFKC')).toLowerCase();

/** The records that new ones can refer to. */
export const withoutArchived = <Row extends { archivedAt: Date | null }>(rows: readonly Row[]) =>
  rows.filter(({ archivedAt }) => archivedAt === null);

/** The record with a name, or what is wrong with it; both for an archived one, which new records cannot refer to. */
export type Match<Row> = { row: Row; message?: string } | { row?: undefined; message: string };

/** Finds one record by a name that only it has. */
export type Finder<Row> = (name: string) => Match<Row>;

/** The record that a cell names. @param missing the message for a blank cell */
export const findNamed = <Row>(find: Finder<Row>, name: string, missing: string): Match<Row> =>
  name === '' ? { message: missing } : find(name);

/** Returns the error of a record that did not match, at a field. */
export const toErrors = (field: string, { message }: Match<unknown>) =>
  message === undefined ? [] : [{ field, message }];

const NOT_FOUND = { message: 'Not found. Add it first.' };

/** Creates a finder by names regardless of case, and by external ids. */
export function createFinder<Row extends { id: number }>(
  rows: readonly Row[],
  namesOf: (row: Row) => readonly (string | null)[],
  ids: ReadonlyMap<string, number>,
): Finder<Row> {
  const byName = new Map<string, Row[]>();
  for (const row of rows)
    for (const name of new Set(namesOf(row).flatMap((one) => (one ? [foldName(one)] : []))))
      byName.set(name, [...(byName.get(name) ?? []), row]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (name) => {
    const external = byId.get(ids.get(name) ?? 0);
    const named = byName.get(foldName(name)) ?? [];
    const [row = external, second] = external && !named.includes(external) ? [external, ...named] : named;
    if (second) return { message: 'More than one record has this name or external ID.' };
    return row ? { row } : NOT_FOUND;
  };
}

/** Creates a finder that prefers records which are not archived. @param message what to do about an archived one */
export function createActiveFinder<Row extends { id: number; archivedAt: Date | null }>(
  rows: readonly Row[],
  namesOf: (row: Row) => readonly (string | null)[],
  { ids, message }: { ids: ReadonlyMap<string, number>; message: string },
): Finder<Row> {
  const findActive = createFinder(withoutArchived(rows), namesOf, ids);
  const findAny = createFinder(rows, namesOf, ids);
  return (name) => {
    const match = findActive(name);
    if (match !== NOT_FOUND) return match;
    const archived = findAny(name);
    return archived === NOT_FOUND ? NOT_FOUND : { ...archived, message };
  };
}

/** Creates a finder of the clients that records can refer to, by their Client ID. */
export const createClientFinder = (
  clients: readonly { id: number; name: string; archivedAt: Date | null }[],
  ids: ReadonlyMap<string, number>,
) =>
  createActiveFinder(clients, ({ name }) => [name], {
    ids,
    message:
      'This client is archived. Add the client again and enter its Client ID here, or remove this row.',
  });
