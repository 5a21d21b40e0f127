/**
 * Makes objects of the rows that the query builder reads, as it would itself. It asks of each value of each row what
 * kind of column it comes from, which took an eighth of a list's time; here that is asked once for a statement.
 */
import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm';
import type { DriverValueDecoder } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { SelectedFieldsOrdered } from 'drizzle-orm/pg-core';

type Field = SelectedFieldsOrdered[number]['field'];
type Decoder = Pick<DriverValueDecoder<unknown, unknown>, 'mapFromDriverValue'>;
/** By the name of a table: whether a join leaves none of its rows out. */
type Joined = Record<string, boolean> | undefined;
type Row = Record<string, unknown>;

/** What the builder keeps to itself. */
interface Prepared {
  joinsNotNullableMap: Joined;
}
type Made = (rows: unknown[][]) => unknown;
type Prepare = (
  ...given: [
    query: unknown,
    fields: SelectedFieldsOrdered | undefined,
    name: string | undefined,
    inArrays: boolean,
    made: Made | undefined,
    ...rest: unknown[],
  ]
) => Prepared;

/** From here on the rows of this builder's statements are made here. */
export function makeRowsOf(queries: NodePgDatabase): void {
  const session = queries._.session as unknown as { prepareQuery: Prepare };
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (...given) => {
    const [query, fields, name, inArrays, made, ...rest] = given;
    if (!fields || made) return prepare(...given);
    const rowsOf = mapperOf(fields);
    // What is joined how is only told once it is prepared.
    const ownRows: Made = (rows) => rowsOf(rows, prepared.joinsNotNullableMap);
    const prepared = prepare(query, fields, name, inArrays, ownRows, ...rest);
    return prepared;
  };
}

interface Place {
  decoder: Decoder;
  /** The object that it belongs to, when not to the row itself. */
  group: string | undefined;
  name: string;
  /** The table of a column that belongs to an object of its own. */
  table: string | undefined;
}

/** @throws for fields in objects of objects, which no statement has */
function mapperOf(fields: SelectedFieldsOrdered): (rows: unknown[][], joined: Joined) => Row[] {
  let places: Place[] | undefined;
  return (rows, joined) => {
    const columns = (places ??= fields.map(placeOf));
    const absent = joined ? groupsThatMayBeAbsent(columns, joined) : [];
    return rows.map((row) => rowOf(row, columns, absent));
  };
}

function placeOf({ field, path }: SelectedFieldsOrdered[number]): Place {
  const [first = '', second] = path;
  if (path.length > 2) throw new Error(`${path.join('.')} is an object in an object of a row`);
  const table = second !== undefined && is(field, Column) ? getTableName(field.table) : undefined;
  return {
    decoder: decoderOf(field),
    group: second === undefined ? undefined : first,
    name: second ?? first,
    table,
  };
}

function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field;
  const { decoder } = (is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql) as unknown as {
    decoder: Decoder;
  };
  return decoder;
}

interface Group {
  group: string;
  /** Its columns; what is worked out tells nothing. */
  columns: string[];
}

/** Objects whose columns are all of one table that an outer join may leave out. */
function groupsThatMayBeAbsent(places: Place[], joined: Record<string, boolean>): Group[] {
  const ofTables = places.filter(({ group, table }) => group !== undefined && table !== undefined);
  return [...Map.groupBy(ofTables, (place) => place.group as string)].flatMap(([group, columns]) => {
    const [{ table }] = columns as [Place];
    const ofOne = columns.every((column) => column.table === table) && joined[table as string] !== true;
    return ofOne ? [{ group, columns: columns.map(({ name }) => name) }] : [];
  });
}

function rowOf(row: unknown[], places: Place[], mayBeAbsent: Group[]): Row {
  const made: Row = {};
  for (let at = 0; at < places.length; at += 1) {
    const { decoder, group, name } = places[at] as Place;
    const raw = row[at];
    const value = raw === null ? null : decoder.mapFromDriverValue(raw);
    if (group === undefined) made[name] = value;
    else ((made[group] ??= {}) as Row)[name] = value;
  }
  for (const { group, columns } of mayBeAbsent) {
    const found = made[group] as Row;
    if (columns.every((name) => found[name] === null)) made[group] = null;
  }
  return made;
}
