/** The records that rows of an import refer to, and the imports themselves. */
import { and, eq } from 'drizzle-orm';
import { notFound } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { clients } from '#features/clients/server/tables.ts';
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

/** The clients that records can refer to. */
export const withoutArchived = <Row extends { archivedAt: Date | null }>(rows: readonly Row[]) =>
  rows.filter(({ archivedAt }) => archivedAt === null);

export const listPersonNames = (tx: BusinessTransaction) =>
  tx
    .select({ id: users.id, username: users.username, email: users.email, status: users.status })
    .from(users)
    .where(tx.inTenant(users))
    .execute();

/** Compares names regardless of their case. */
export const foldName = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** The external ids whose record is one of these, with its id. */
export const keepExisting = (ids: ReadonlyMap<string, number>, records: readonly { id: number }[]) => {
  const present = new Set(records.map(({ id }) => id));
  return new Map([...ids].filter(([, recordId]) => present.has(recordId)));
};

/** Finds one record by a name that only it has; or what is wrong with the name. */
export type Finder<Row> = (name: string) => { row: Row } | { message: string };

/** Creates a finder by names regardless of case, and by external ids. */
export function createFinder<Row extends { id: number }>(
  rows: readonly Row[],
  namesOf: (row: Row) => readonly (string | null)[],
  ids: ReadonlyMap<string, number>,
): Finder<Row> {
  const byName = new Map<string, Row[]>();
  for (const row of rows)
    for (const name of new Set(namesOf(row).flatMap((one) => (one ? [foldName(one)] : []))))
      byName.set(name, [...(byName.get(name) ?? []), row]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (name) => {
    const external = byId.get(ids.get(name) ?? 0);
    const named = byName.get(foldName(name)) ?? [];
    const [row = external, second] = external && !named.includes(external) ? [external, ...named] : named;
    if (second) return { message: 'More than one record has this name or external ID.' };
    return row ? { row } : { message: 'Not found. Add it first.' };
  };
}

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
