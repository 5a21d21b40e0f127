import { and, eq } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { notes } from '#features/notes/server/tables.ts';
import { unitLedger } from '#features/units/server/tables.ts';

/** Searches ledger entries and notes for an authorization, which cannot be removed once one refers to it. */
export async function isAuthorizationUsed(
  tx: BusinessTransaction,
  authorizationId: number,
): Promise<boolean> {
  const [entries, named] = await Promise.all([
    tx
      .select({ id: unitLedger.id })
      .from(unitLedger)
      .where(and(tx.inTenant(unitLedger), eq(unitLedger.authorizationId, authorizationId)))
      .limit(1),
    tx
      .select({ id: notes.id })
      .from(notes)
      .where(and(tx.inTenant(notes), eq(notes.authorizationId, authorizationId)))
      .limit(1),
  ]);
  return entries.length > 0 || named.length > 0;
}
