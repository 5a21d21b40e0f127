/** Reads and locks payers. */

import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MemberContext } from '#platform/server/context.ts';
import { decodeCursor, encodeCursor, wholePageOf, type PageQuery } from '#platform/server/cursor.ts';
import { invalidField, notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { payers } from '#features/clients/server/tables.ts';

export type PayerRow = typeof payers.$inferSelect;

/** A page of the payers by name. */
export function listPayers(context: MemberContext, { limit, cursor }: PageQuery) {
  const after = cursor === undefined ? null : decodeCursor(cursor, false);
  return readInBusiness(context, async (tx) => {
    const rows = await tx
      .select()
      .from(payers)
      .where(and(tx.inTenant(payers), after ? whereAfter(tx, after.id) : undefined))
      .orderBy(asc(sql`lower(${payers.name})`), asc(payers.id))
      .limit(limit + 1);
    return wholePageOf({ rows, limit }, ({ id }) => encodeCursor({ id }));
  });
}

/** The payers after one, by its current name: a name is too long for a cursor. */
function whereAfter(tx: BusinessTransaction, payerId: number) {
  const last = alias(payers, 'last');
  const position = tx
    .select({ name: sql`lower(${last.name})`, id: last.id })
    .from(last)
    .where(and(tx.inTenant(last), eq(last.id, payerId)));
  return sql`(lower(${payers.name}), ${payers.id}) > ${position}`;
}

const selectPayer = (tx: BusinessTransaction, payerId: number) =>
  tx
    .select()
    .from(payers)
    .where(and(tx.inTenant(payers), eq(payers.id, payerId)));

const notFoundPayer = () => notFound('This payer does not exist.');

/** A payer, which keeps its name until the transaction ends, as in `lockPayerName`. @throws 404 */
export async function lockPayerForShare(tx: BusinessTransaction, payerId: number): Promise<PayerRow> {
  const [row] = await selectPayer(tx, payerId).for('share');
  if (!row) throw notFoundPayer();
  return row;
}

/** A payer, locked for a change until the transaction ends. @throws 404 */
export async function lockPayer(tx: BusinessTransaction, payerId: number): Promise<PayerRow> {
  const [row] = await selectPayer(tx, payerId).for('no key update');
  if (!row) throw notFoundPayer();
  return row;
}

/** Payers with a name, ignoring case: one or none. */
export const selectPayerNamed = (tx: BusinessTransaction, name: string) =>
  tx
    .select()
    .from(payers)
    .where(and(tx.inTenant(payers), sql`lower(${payers.name}) = lower(${name})`));

/** The payer with this name, which keeps the name until the transaction ends. @throws 400 at `payer` for an unknown one */
export async function lockPayerName(tx: BusinessTransaction, name: string): Promise<PayerRow> {
  // A change of the name does not conflict with a key share lock, because no foreign key needs the name.
  const [row] = await selectPayerNamed(tx, name).for('share');
  if (!row) throw invalidField('payer', 'There is no payer with this name. Choose another payer.');
  return row;
}
