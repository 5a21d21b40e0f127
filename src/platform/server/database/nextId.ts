import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './queries.ts';

/** Reserves the id of a row before it is inserted, for data that is encrypted, signed or sent with it. */
export async function nextId(tx: Queries, table: PgTable): Promise<number> {
  const [id] = await nextIds(tx, table, 1);
  if (id === undefined) throw new Error(`The sequence of ${getTableName(table)} gave no id`);
  return id;
}

/** Reserves the ids of many rows. */
export async function nextIds(tx: Queries, table: PgTable, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(${`${getTableName(table)}_id_seq`}::text::regclass) as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}
