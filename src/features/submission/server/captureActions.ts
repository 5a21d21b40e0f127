/** Finds the note of a capture that arrives again, so that it is stored once. */

import { and, eq, sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { listChecks } from '#features/notes/server/checks/reads.ts';
import { isClosed, serviceName, toNote } from '#features/notes/server/reads.ts';
import { findSubmittedReceipt } from '#features/notes/server/receipts/reads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { readViewer } from '#features/notes/server/viewerReads.ts';
import { users } from '#features/people/server/tables.ts';
import type { Submission } from './submission.ts';

/**
 * The note that is stored for the capture, also a deleted one; null for a new capture, which is locked until the
 * transaction ends. It is the first lock of the transaction.
 * @throws 409 `capture_taken` for a capture of another author
 */
export async function findFirstArrival(
  tx: BusinessTransaction,
  context: MemberContext,
  { captureKey, receiptToken }: Submission,
) {
  if (captureKey === null) return null;
  const { captureId, captureDigest } = captureKey;
  const { businessId, session } = context;
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`capture ${captureId}`}, ${businessId}))`,
  );
  const [first] = await tx
    .select({
      note: notes,
      serviceName: serviceName(tx),
      isClosed: isClosed(tx),
      reviewer: { username: users.username, firstName: users.firstName, lastName: users.lastName },
    })
    .from(notes)
    .leftJoin(users, and(tx.inTenant(users), eq(users.id, notes.reviewedBy)))
    .where(and(tx.inTenant(notes), eq(notes.captureId, captureId)));
  if (!first) return null;
  const { note, ...more } = first;
  if (note.authorId !== session.userId)
    throw conflict(
      'capture_taken',
      'The ID of this capture belongs to another note. Copy your text into a new note, then discard this one.',
    );
  const isDifferent = !note.captureDigest?.equals(captureDigest);
  if (isDifferent)
    context.log.warn({ noteId: note.id, captureId }, 'a note arrived again with other content');
  const [viewer, checks, receipt] = await Promise.all([
    readViewer(tx, context, [note]),
    listChecks(tx, businessId, note.id),
    findSubmittedReceipt(tx, context, { noteId: note.id, token: receiptToken }),
  ]);
  context.setStatus(200);
  return {
    ...toNote(viewer, { ...note, ...more, checks, receipt }),
    ...(isDifferent && { different: true as const }),
  };
}
