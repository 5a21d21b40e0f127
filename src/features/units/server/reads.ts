/** Guarded: reads the unit ledger: its pages, the balance at a point in time, the entries of a note. */

import { and, asc, count, desc, eq, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Page } from '#platform/contract/endpoint.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { whereAfterCursor, newestFirst, pageOf } from '#platform/server/cursor.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { authorizations, clientUnits } from '#features/clients/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import type { ledgerRow } from '#features/units/contract.ts';
import { unitLedger } from './tables.ts';

/** Condition that a row's note has an unanswered dispute; implemented in `notes` and injected by `app`. */
export type DisputeCondition = (tx: BusinessTransaction, noteId: AnyPgColumn) => SQL<boolean>;

const newest = { id: unitLedger.id };

const columns = {
  id: unitLedger.id,
  clientId: unitLedger.clientId,
  authorizationId: unitLedger.authorizationId,
  kind: unitLedger.kind,
  delta: unitLedger.delta,
  balanceAfter: unitLedger.balanceAfter,
  noteId: unitLedger.noteId,
  reason: unitLedger.reason,
  actorId: unitLedger.actorId,
  actor: { username: users.username, firstName: users.firstName, lastName: users.lastName },
  createdAt: unitLedger.createdAt,
};

interface LedgerQuery {
  limit: number;
  cursor?: string | undefined;
  authorizationId?: number | 'general' | undefined;
  hasOpenDispute: DisputeCondition;
}

/** A page of a client's ledger or of one account, newest first; archived clients included. @throws 404 */
export function listLedger(
  context: MemberContext,
  clientId: number,
  { limit, cursor, authorizationId, hasOpenDispute }: LedgerQuery,
): Promise<Page<z.output<typeof ledgerRow>>> {
  return readInBusiness(context, async (tx) => {
    const ofClient = and(
      tx.inTenant(unitLedger),
      eq(unitLedger.clientId, clientId),
      authorizationId === undefined ? undefined : whereAccount(authorizationId),
    );
    // Before the first statement, because an invalid cursor throws.
    const afterCursor = whereAfterCursor(newest, cursor);
    const [[client], [counted], rows] = await Promise.all([
      tx
        .select({ clientId: clientUnits.clientId })
        .from(clientUnits)
        .where(and(tx.inTenant(clientUnits), eq(clientUnits.clientId, clientId))),
      tx.select({ total: count() }).from(unitLedger).where(ofClient),
      tx
        .select({ ...columns, disputed: hasOpenDispute(tx, unitLedger.noteId) })
        .from(unitLedger)
        .innerJoin(users, and(tx.inTenant(users), eq(users.id, unitLedger.actorId)))
        .where(and(ofClient, afterCursor))
        .orderBy(...newestFirst(newest))
        .limit(limit + 1),
    ]);
    if (!client) throw notFound('This client does not exist.');
    const named = rows.map(({ actor, ...row }) => ({ ...row, actorName: fullNameOf(actor) }));
    return pageOf({ rows: named, limit, total: counted?.total ?? 0 }, ({ id }) => ({ id }));
  });
}

const whereAccount = (authorizationId: number | 'general') =>
  authorizationId === 'general'
    ? isNull(unitLedger.authorizationId)
    : eq(unitLedger.authorizationId, authorizationId);

/** The balance of an account at a point in time; 0 before its first entry. */
export async function readBalanceAt(
  tx: BusinessTransaction,
  { clientId, authorizationId, at }: { clientId: number; authorizationId: number | null; at: Date },
): Promise<string> {
  const [latest] = await tx
    .select({ balance: unitLedger.balanceAfter })
    .from(unitLedger)
    .where(
      and(
        tx.inTenant(unitLedger),
        eq(unitLedger.clientId, clientId),
        whereAccount(authorizationId ?? 'general'),
        lte(unitLedger.createdAt, at),
      ),
    )
    .orderBy(desc(unitLedger.id))
    .limit(1);
  return latest?.balance ?? '0.00';
}

/** The entries of a note, oldest first, with the balance before each. */
export async function listNoteEntries(tx: BusinessTransaction, noteId: number) {
  const rows = await tx
    .select({
      kind: unitLedger.kind,
      authorizationId: unitLedger.authorizationId,
      reference: authorizations.reference,
      noteVersion: unitLedger.noteVersion,
      delta: unitLedger.delta,
      balanceBefore: sql<string>`(${unitLedger.balanceAfter} - ${unitLedger.delta})::text`,
      balanceAfter: unitLedger.balanceAfter,
      at: unitLedger.createdAt,
      actor: { username: users.username, firstName: users.firstName, lastName: users.lastName },
    })
    .from(unitLedger)
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, unitLedger.actorId)))
    .leftJoin(
      authorizations,
      and(tx.inTenant(authorizations), eq(authorizations.id, unitLedger.authorizationId)),
    )
    .where(and(tx.inTenant(unitLedger), eq(unitLedger.noteId, noteId)))
    .orderBy(asc(unitLedger.id));
  return rows.map(({ actor, ...row }) => ({ ...row, actorName: fullNameOf(actor) }));
}
