import { getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './queries.ts';
import type { Transaction } from './transaction.ts';

/** Reserves the id of a row before it is inserted, for data that is encrypted, signed or sent with it. */
export async function nextId(tx: Queries, table: PgTable): Promise<number> {
  const [id] = await nextIds(tx, table, 1);
  if (id === undefined) throw new Error(`The sequence of ${getTableName(table)} gave no id`);
  return id;
}

/** Reserves the ids of many rows. */
export async function nextIds(tx: Queries, table: PgTable, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select ${nextValue(table)} as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/**
 * The id of each row of an `insert … select` of some rows, ascending in their order. On Citus `nextval` would use the
 * worker's sequence, out of order after a move; elsewhere it saves a round trip.
 */
export async function selectNextIds(tx: Transaction, table: PgTable, count: number): Promise<SQL> {
  if (!tx.connection.isDistributed) return nextValue(table);
  const ids = await nextIds(tx, table, count);
  return sql`(${`{${ids.join()}}`}::bigint[])[row_number() over ()]`;
}

const nextValue = (table: PgTable) => sql`nextval(${`${getTableName(table)}_id_seq`}::text::regclass)`;
