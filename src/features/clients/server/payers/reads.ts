import { and, asc, eq, sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { payers } from '#features/clients/server/tables.ts';

export type PayerRow = typeof payers.$inferSelect;

/** The payers by name. */
export const listPayers = (context: MemberContext) =>
  readInBusiness(context, (tx) =>
    tx
      .select()
      .from(payers)
      .where(tx.inTenant(payers))
      .orderBy(asc(sql`lower(${payers.name})`), asc(payers.id)),
  );

/** A payer of the business. @throws 404 */
export async function getPayer(tx: BusinessTransaction, payerId: number): Promise<PayerRow> {
  const [row] = await tx
    .select()
    .from(payers)
    .where(and(tx.inTenant(payers), eq(payers.id, payerId)));
  if (!row) throw notFound('This payer does not exist.');
  return row;
}
