/** Guarded: deletes a note and returns its units; signed versions stay. */

import { recordAudit } from '#platform/server/audit/record.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { conflict, forbidden } from '#platform/server/errors.ts';
import { atLockTime } from '#platform/server/lockTime.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { lockPeriod, refuseClosedPeriod } from '#features/businesses/server/periodActions.ts';
import { notifyManagers } from '#features/mail/server/actions.ts';
import { noteHeading } from '#features/notes/rules.ts';
import { reverseTime } from '#features/time/server/actions.ts';
import { reverseUnits } from '#features/units/server/actions.ts';
import { removeFromChecks } from './checks/actions.ts';
import { lockChecksOfNote } from './checks/lockActions.ts';
import { adjustNoteCounts } from './counterActions.ts';
import { canSee } from './policy.ts';
import { revokeReceipts } from './receipts/actions.ts';
import { lockNote, NOTE_TOPICS, refuseBilled, whereNote } from './rowReads.ts';
import { removeFromIndex } from './searchIndex/actions.ts';
import { notes } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'note.deleted': Pick<typeof notes.$inferSelect, 'status' | 'clientId' | 'authorId' | 'version'>;
  }
}

/**
 * Marks a note as deleted and reverses its units and hours, unless it was approved: then the work was done.
 * @throws 403 for a colleague's note when not a manager, 404, 409 `period_locked`, `note_billed`, `note_disputed` for an employee
 */
export function deleteNote(request: MemberContext, noteId: number): Promise<undefined> {
  const { businessId, session } = request;
  return writeInBusiness<undefined>(request, async (tx) => {
    const [lockedThrough, note] = await Promise.all([lockPeriod(tx), lockNote(tx, noteId)]);
    if (!canSee(session, note)) throw forbidden('Only its author and managers can delete this note.');
    refuseClosedPeriod(lockedThrough, [note.workDate]);
    refuseBilled(note);
    // Its client waits for the answer of a manager at the link, which the deletion revokes.
    if (note.isDisputed && !isManager(session)) {
      throw conflict(
        'note_disputed',
        'The client reports that this visit is not right. A manager has to answer first.',
      );
    }
    const context = atLockTime(request, note.updatedAt);
    const { now } = context;
    const { status, clientId, authorId, version } = note;
    adjustNoteCounts(tx, { businessId, authorId, from: status });
    const counts = status !== 'resolved';
    if (counts) await lockChecksOfNote(tx, { businessId, authorId, noteId });
    await (counts
      ? Promise.all([
          reverseUnits(tx, context, { clientId, noteId, noteVersion: version, reason: 'Note deleted' }),
          reverseTime(tx, context, noteId),
        ])
      : notifyOfDeletion(tx, context, note));
    await tx
      .update(notes)
      .set({ deletedAt: now, deletedBy: session.userId, updatedAt: now })
      .where(whereNote(tx, noteId));
    await Promise.all([removeFromIndex(tx, noteId), revokeReceipts(tx, context, noteId)]);
    if (counts) await removeFromChecks(tx, context, { noteId, authorId });
    const details = { status, clientId, authorId, version };
    recordAudit(tx, context, { type: 'note.deleted', id: noteId, label: noteHeading(note), details });
    publishChange(tx, NOTE_TOPICS);
  });
}

const notifyOfDeletion = (tx: BusinessTransaction, context: MemberContext, { title }: { title: string }) =>
  notifyManagers(tx, context, {
    subject: `Approved note deleted: ${title}`,
    content: `The approved note "${title}" was deleted. The work was done, so its time units and hours stay.`,
  });
