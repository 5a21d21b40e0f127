import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './queries.ts';

/** Reserves the id of a row before it is inserted, for data that is encrypted, signed or sent with it. */
export async function nextId(tx: Queries, table: PgTable): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(${`${getTableName(table)}_id_seq`}::text::regclass) as id`,
  );
  const [row] = rows;
  if (!row) throw new Error(`The sequence of ${getTableName(table)} gave no id`);
  return row.id;
}
