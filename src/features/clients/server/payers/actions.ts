/** Payers: added under their name, also by an authorization that names a new one. */

import { and, eq } from 'drizzle-orm';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { getSqlState, UNIQUE_VIOLATION } from '#platform/server/database/sqlState.ts';
import { conflict, invalidField } from '#platform/server/errors.ts';
import { publishChange, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { ClaimColumn } from '#features/clients/payerContract.ts';
import { payers } from '#features/clients/server/tables.ts';
import { selectPayerNamed, type PayerRow } from './reads.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'payer.added': { name: string };
    'payer.changed': { name: string; columns: string[] };
  }
}

const PAYER_TOPICS = ['payers', 'audit'];

type PayerInput = { name: string; columns?: ClaimColumn[] | undefined };
type PayerChange = { [Field in keyof PayerInput]?: PayerInput[Field] | undefined };

/** Adds a payer. @throws 409 `payer_exists` when another one has the name, ignoring case */
export async function addPayer(
  tx: BusinessTransaction,
  context: MemberContext,
  input: PayerInput,
): Promise<PayerRow> {
  const added = await insertPayer(tx, context, input);
  if (!added) throw createNameTakenError();
  return added;
}

/** Undefined when another payer has the name, also one that was added at the same moment. */
async function insertPayer(
  tx: BusinessTransaction,
  context: MemberContext,
  { columns, name }: PayerInput,
): Promise<PayerRow | undefined> {
  const [added] = await tx
    .insert(payers)
    .values({ businessId: context.businessId, name, ...(columns && { columns }), createdAt: context.now })
    .onConflictDoNothing()
    .returning();
  if (!added) return undefined;
  recordAudit(tx, context, { type: 'payer.added', id: added.id, label: name, details: { name } });
  publishChange(tx, PAYER_TOPICS);
  return added;
}

/** Changes name or columns of a payer. @throws 409 `payer_exists` for the name of another one */
export async function changePayer(
  tx: BusinessTransaction,
  context: MemberContext,
  { payer, ...change }: { payer: PayerRow } & PayerChange,
): Promise<PayerRow> {
  const { columns = payer.columns } = change;
  const name = change.name ?? payer.name;
  const [changed] = await tx
    .update(payers)
    .set({ name, columns })
    .where(and(tx.inTenant(payers), eq(payers.id, payer.id)))
    .returning()
    .catch((error: unknown) => {
      // Not by the name of the index, which each partition of a partitioned table has its own of.
      throw getSqlState(error) === UNIQUE_VIOLATION ? createNameTakenError() : error;
    });
  if (!changed) throw new Error('A payer is gone');
  recordAudit(tx, context, { type: 'payer.changed', id: payer.id, label: name, details: { name, columns } });
  publishChange(tx, [...PAYER_TOPICS, 'clients', 'invoices']);
  return changed;
}

/**
 * The payer of an authorization: by its id, or by its name, which adds one with a new name.
 * @returns the column to set; empty when neither was sent @throws 400 at `payerId` for an unknown one
 */
export async function resolvePayer(
  tx: BusinessTransaction,
  context: MemberContext,
  { payer, payerId }: { payer?: string | null | undefined; payerId?: number | null | undefined },
): Promise<{ payerId?: number | null }> {
  if (typeof payerId === 'number') {
    const [row] = await tx
      .select({ id: payers.id })
      .from(payers)
      .where(and(tx.inTenant(payers), eq(payers.id, payerId)));
    if (!row) throw invalidField('payerId', 'Choose a payer');
    return { payerId: row.id };
  }
  if (payer === undefined || payer === null)
    return payer === null || payerId === null ? { payerId: null } : {};
  const find = async () => (await selectPayerNamed(tx, payer))[0];
  const named = (await find()) ?? (await insertPayer(tx, context, { name: payer })) ?? (await find());
  if (!named) throw new Error('A payer is neither found nor added');
  return { payerId: named.id };
}

/** 409 `payer_exists` at the name. */
const createNameTakenError = () => {
  const message = 'There is a payer with this name';
  return conflict('payer_exists', message, [{ path: 'name', message }]);
};
