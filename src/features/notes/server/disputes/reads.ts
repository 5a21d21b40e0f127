/** Reads disputes, and whether a note has an open one. */

import { and, asc, count, eq, exists, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { MemberContext } from '#platform/server/context.ts';
import { placeholder, prepareQuery } from '#platform/server/database/prepareQuery.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { MAX_OPEN_DISPUTES, type noteDispute } from '#features/notes/disputeContract.ts';
import { notes, noteVersions } from '#features/notes/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import type { DisputeCondition } from '#features/units/server/reads.ts';
import { noteDisputes } from './tables.ts';

/** Notes with a dispute that a manager can still answer: not deleted ones. */
export const whereDisputeOpen = () => and(notes.isDisputed, isNull(notes.deletedAt));

/** Looks for an open dispute of the note that a column names; false without a note. */
export const hasOpenDispute: DisputeCondition = (tx, noteId) => {
  const disputed = tx
    .select({ id: notes.id })
    .from(notes)
    .where(and(tx.inTenant(notes), eq(notes.id, noteId), whereDisputeOpen()));
  return sql<boolean>`${exists(disputed)}`;
};

/** The disputes of a note, oldest first. */
export async function listDisputes(
  tx: BusinessTransaction,
  businessId: number,
  noteId: number,
): Promise<z.output<typeof noteDispute>[]> {
  const rows = await selectDisputes(tx, '').execute({ businessId, noteId });
  return rows.map(({ manager, ...row }) => ({ ...row, answeredByName: manager && fullNameOf(manager) }));
}

/**
 * The disputes of a note since its client was last changed, oldest first: what its current client may see. None while
 * the first version for this client is being written.
 */
export async function listDisputesOfClient(
  tx: BusinessTransaction,
  businessId: number,
  { id: noteId, clientId }: { id: number; clientId: number },
): ReturnType<typeof listDisputes> {
  const disputes = await listDisputes(tx, businessId, noteId);
  if (disputes.length === 0) return [];
  // A canonical text has no blanks, and escapes the quotes in its values.
  const signedClient = sql<number>`substring(${noteVersions.canonical} from '"clientId":([0-9]+)')::bigint`;
  const versions = await tx
    .select({ clientId: signedClient.mapWith(Number), at: noteVersions.createdAt })
    .from(noteVersions)
    .where(and(tx.inTenant(noteVersions), eq(noteVersions.noteId, noteId)))
    .orderBy(asc(noteVersions.version));
  const last = versions.findLastIndex((one) => one.clientId !== clientId);
  if (last === -1) return disputes;
  const since = versions[last + 1]?.at;
  return since ? disputes.filter(({ at }) => at >= since) : [];
}

const selectDisputes = prepareQuery((queries) =>
  queries
    .select({
      id: noteDisputes.id,
      reason: noteDisputes.reason,
      text: noteDisputes.text,
      at: noteDisputes.createdAt,
      answer: noteDisputes.answer,
      answeredAt: noteDisputes.answeredAt,
      manager: { username: users.username, firstName: users.firstName, lastName: users.lastName },
    })
    .from(noteDisputes)
    .leftJoin(
      users,
      and(eq(users.businessId, noteDisputes.businessId), eq(users.id, noteDisputes.answeredBy)),
    )
    .where(
      and(
        eq(noteDisputes.businessId, placeholder<number>('businessId')),
        eq(noteDisputes.noteId, placeholder<number>('noteId')),
      ),
    )
    .orderBy(asc(noteDisputes.id))
    .prepare(''),
);

/** The notes with an unanswered dispute, the one that is open longest first. */
export const listOpenDisputes = (context: MemberContext) =>
  readInBusiness(context, async (tx) => {
    const isOpen = and(tx.inTenant(notes), whereDisputeOpen());
    const first = sql`min(${noteDisputes.id})`;
    const [[counted], rows] = await Promise.all([
      tx.select({ total: count() }).from(notes).where(isOpen),
      tx
        .select({
          noteId: notes.id,
          clientName: notes.clientContactName,
          workDate: notes.workDate,
          author: { username: users.username, firstName: users.firstName, lastName: users.lastName },
          at: sql<Date>`min(${noteDisputes.createdAt})`.mapWith(noteDisputes.createdAt),
        })
        .from(notes)
        .innerJoin(noteDisputes, and(tx.inTenant(noteDisputes), eq(noteDisputes.noteId, notes.id)))
        .innerJoin(users, and(tx.inTenant(users), eq(users.id, notes.authorId)))
        .where(and(isOpen, isNull(noteDisputes.answeredAt)))
        .groupBy(
          notes.id,
          notes.clientContactName,
          notes.workDate,
          users.username,
          users.firstName,
          users.lastName,
        )
        .orderBy(asc(first))
        .limit(MAX_OPEN_DISPUTES),
    ]);
    return {
      total: counted?.total ?? 0,
      rows: rows.map(({ author, ...row }) => ({ ...row, employeeName: fullNameOf(author) })),
    };
  });
