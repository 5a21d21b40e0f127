import { and, asc, eq, sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField, notFound } from '#platform/server/errors.ts';
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
