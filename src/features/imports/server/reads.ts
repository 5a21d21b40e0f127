/** The records that rows of an import refer to, and the imports themselves. */
import { and, eq } from 'drizzle-orm';
import { notFound } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { clients, payers } from '#features/clients/server/tables.ts';
import { users } from '#features/people/server/tables.ts';
import type { ImportKind } from '#features/imports/contract.ts';
import { externalIds, imports } from './tables.ts';

/** The external ids of a kind. */
export async function listExternalIds(
  tx: BusinessTransaction,
  kind: ImportKind,
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ externalId: externalIds.externalId, recordId: externalIds.recordId })
    .from(externalIds)
    .where(and(tx.inTenant(externalIds), eq(externalIds.kind, kind)));
  return new Map(rows.map(({ externalId, recordId }) => [externalId, recordId]));
}

/** The clients, archived ones included. */
export const listClientNames = (tx: BusinessTransaction) =>
  tx
    .select({ id: clients.id, name: clients.companyName, archivedAt: clients.archivedAt })
    .from(clients)
    .where(tx.inTenant(clients))
    .execute();

export const listPersonNames = (tx: BusinessTransaction) =>
  tx
    .select({ id: users.id, username: users.username, email: users.email, status: users.status })
    .from(users)
    .where(tx.inTenant(users))
    .execute();

/** The names of the payers, of which no two differ only in case. */
export const listPayerNames = async (tx: BusinessTransaction): Promise<string[]> => {
  const rows = await tx.select({ name: payers.name }).from(payers).where(tx.inTenant(payers));
  return rows.map(({ name }) => name);
};

/** The external ids whose record is one of these, with its id. */
export const keepExisting = (ids: ReadonlyMap<string, number>, records: readonly { id: number }[]) => {
  const present = new Set(records.map(({ id }) => id));
  return new Map([...ids].filter(([, recordId]) => present.has(recordId)));
};

/** An import of the business. @throws 404 */
export async function getImport(tx: BusinessTransaction, importId: number, lock?: 'update') {
  const query = tx
    .select()
    .from(imports)
    .where(and(tx.inTenant(imports), eq(imports.id, importId)));
  const [row] = await (lock ? query.for(lock) : query);
  if (!row) throw notFound('This import does not exist.');
  return row;
}
