/** Reads clients with the access that assignments give, and locks them. */

import { and, count, eq, exists, getTableColumns, isNull } from 'drizzle-orm';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import {
  byCreation,
  newestFirst,
  whereAfterCursor,
  wholePageOf,
  type PageQuery,
} from '#platform/server/cursor.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { readAccounts, toClientUnits, toGeneralAccount, type ForecastReader } from './accountReads.ts';
import { clientAssignments, pastAssignments } from './assignments/tables.ts';
import { clientRights, maySeeCode } from './policy.ts';
import { clients, clientUnits } from './tables.ts';

const { businessId: _business, archivedAt: _archived, ...ofItself } = getTableColumns(clients);
const columns = {
  ...ofItself,
  totalTimeUnits: clientUnits.totalTimeUnits,
  usedTimeUnits: clientUnits.usedTimeUnits,
};

const whereOwnAssignment = (tx: BusinessTransaction, { session }: MemberContext) =>
  and(
    tx.inTenant(clientAssignments),
    eq(clientAssignments.employeeId, session.userId),
    eq(clientAssignments.status, 'active'),
  );

/** The clients that the caller can see: all that are not archived, or only the assigned ones. */
export function selectVisibleClients(tx: BusinessTransaction, context: MemberContext) {
  const assigned = tx
    .select({ id: clientAssignments.id })
    .from(clientAssignments)
    .where(and(whereOwnAssignment(tx, context), eq(clientAssignments.clientId, clients.id)));
  return and(
    tx.inTenant(clients),
    isNull(clients.archivedAt),
    isManager(context.session) ? undefined : exists(assigned),
  );
}

const withUnits = (tx: BusinessTransaction) =>
  tx
    .select(columns)
    .from(clients)
    .innerJoin(clientUnits, and(tx.inTenant(clientUnits), eq(clientUnits.clientId, clients.id)));

export type ClientRow = Awaited<ReturnType<typeof withUnits>>[number];

/**
 * A client as stored, with its code encrypted.
 * @throws 404 when the caller cannot see it: archived, not assigned to them, or of another business
 */
export async function getVisibleClient(
  tx: BusinessTransaction,
  context: MemberContext,
  clientId: number,
): Promise<ClientRow> {
  const [row] = await withUnits(tx).where(and(selectVisibleClients(tx, context), eq(clients.id, clientId)));
  if (!row) throw notFound('This client does not exist.');
  return row;
}

/** A client of the business, also one that the caller no longer sees. @throws 404 */
export async function getStoredClient(
  tx: BusinessTransaction,
  _context: MemberContext,
  clientId: number,
): Promise<ClientRow> {
  const [row] = await withUnits(tx).where(and(tx.inTenant(clients), eq(clients.id, clientId)));
  if (!row) throw notFound('This client does not exist.');
  return row;
}

/**
 * Locks a client and the caller's assignment to it, so that neither can end. Both statements are sent when this is
 * called: the client is locked before its balance. Row locks are writes, so this is only for transactions that write.
 * @returns null where `getVisibleClient` throws
 */
export async function lockVisibleClient(
  tx: BusinessTransaction,
  context: MemberContext,
  lock: ClientLock,
): Promise<(LockedClient & { assignedAt: Date | null }) | null> {
  const { client, assigned } = await lockClientWithAssignment(tx, context, lock);
  if (!client || client.archivedAt || !(assigned || isManager(context.session))) return null;
  return { ...client, assignedAt: assigned?.at ?? null };
}

interface ClientLock {
  clientId: number;
  /** 'no key update' for a transaction that changes the client later. */
  strength: 'share' | 'no key update';
}

type LockedClient = Pick<typeof clients.$inferSelect, 'status' | 'archivedAt'>;

/**
 * The same for a note that was written offline: also an archived client, and one that the caller was assigned to.
 * @returns null for a client that the caller never saw
 */
export async function lockClientOfCapture(
  tx: BusinessTransaction,
  context: MemberContext,
  lock: ClientLock,
): Promise<(LockedClient & { assignedAt: Date | null }) | null> {
  const [{ client, assigned }, past] = await Promise.all([
    lockClientWithAssignment(tx, context, lock),
    tx
      .select({ id: pastAssignments.id })
      .from(pastAssignments)
      .where(
        and(
          tx.inTenant(pastAssignments),
          eq(pastAssignments.clientId, lock.clientId),
          eq(pastAssignments.employeeId, context.session.userId),
        ),
      )
      .limit(1),
  ]);
  const isKnown = assigned !== undefined || past.length > 0 || isManager(context.session);
  return client && isKnown ? { ...client, assignedAt: assigned?.at ?? null } : null;
}

async function lockClientWithAssignment(
  tx: BusinessTransaction,
  context: MemberContext,
  { clientId, strength }: ClientLock,
) {
  const [[client], [assigned]] = await Promise.all([
    tx
      .select({ status: clients.status, archivedAt: clients.archivedAt })
      .from(clients)
      .where(and(tx.inTenant(clients), eq(clients.id, clientId)))
      .for(strength)
      .execute(),
    tx
      .select({ at: clientAssignments.createdAt })
      .from(clientAssignments)
      .where(and(whereOwnAssignment(tx, context), eq(clientAssignments.clientId, clientId)))
      .for('share')
      .execute(),
  ]);
  return { client, assigned };
}

/** Binds an encrypted code to its client, so that it can't be decrypted for another one. */
export const codePurpose = (businessId: number, clientId: number): string =>
  `client-code:${businessId}:${clientId}`;

type Accounts = Awaited<ReturnType<typeof readAccounts>>;

/** The client as the caller may see it, without its code, with what they may do with it. */
function toClient(context: MemberContext, row: ClientRow, { byClient, toForecast, today }: Accounts) {
  const { session } = context;
  const { signatureCode: encrypted, unitRate, ...fields } = row;
  const authorized = byClient.get(row.id) ?? [];
  return {
    ...fields,
    ...(isManager(session) && { unitRate }),
    ...toClientUnits(today, toGeneralAccount(row, authorized), { authorized, toForecast }),
    hasSignatureCode: encrypted !== null,
    signatureCode: null,
    can: clientRights(session, row),
  };
}

/** The code of a client, which lists leave out; null for those who may not see it. */
function readCode(
  { services, businessId, session }: MemberContext,
  { id, signatureCode }: ClientRow,
): string | null {
  if (signatureCode === null || !maySeeCode(session)) return null;
  return services.secrets.decrypt(codePurpose(businessId, id), signatureCode);
}

/** The client with its units as the caller may see it. @throws 404 as `getVisibleClient` */
export async function getClient(
  tx: BusinessTransaction,
  context: MemberContext,
  { clientId, readForecasts }: { clientId: number; readForecasts: ForecastReader },
) {
  const [row, accounts] = await Promise.all([
    getVisibleClient(tx, context, clientId),
    readAccounts(tx, context, { readForecasts, clientId }),
  ]);
  return { ...toClient(context, row, accounts), signatureCode: readCode(context, row) };
}

const order = { at: clients.createdAt, id: clients.id };

/** A page of all clients for managers, of the assigned ones for others; newest first. */
export function listClients(
  context: MemberContext,
  { status, limit, cursor }: PageQuery & { status?: ClientRow['status'] | undefined },
  readForecasts: ForecastReader,
) {
  const afterCursor = whereAfterCursor(order, cursor);
  return readInBusiness(context, async (tx) => {
    const matching = and(selectVisibleClients(tx, context), status && eq(clients.status, status));
    const [rows, accounts] = await Promise.all([
      withUnits(tx)
        .where(and(matching, afterCursor))
        .orderBy(...newestFirst(order))
        .limit(limit + 1),
      readAccounts(tx, context, { readForecasts }),
    ]);
    const page = wholePageOf({ rows, limit }, byCreation);
    return { ...page, rows: page.rows.map((row) => toClient(context, row, accounts)) };
  });
}

export const readClient = (context: MemberContext, clientId: number, readForecasts: ForecastReader) =>
  readInBusiness(context, (tx) => getClient(tx, context, { clientId, readForecasts }));

/** Counts the clients that the plan limits: the active ones. */
export async function countActiveClients(tx: BusinessTransaction): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(clients)
    .where(and(tx.inTenant(clients), eq(clients.status, 'active'), isNull(clients.archivedAt)));
  return row?.count ?? 0;
}
