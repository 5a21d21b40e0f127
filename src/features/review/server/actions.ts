/** Guarded: reviews. The note's row is locked first, so that one of two concurrent reviews wins. */

import { and, eq } from 'drizzle-orm';
import { recordAudit } from '#platform/server/audit/record.ts';
import { awaitAll } from '#platform/server/awaitAll.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, invalidField } from '#platform/server/errors.ts';
import { atLockTime } from '#platform/server/lockTime.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { isInClosedPeriod } from '#features/businesses/periodRules.ts';
import { lockPeriod, refuseClosedPeriod } from '#features/businesses/server/periodActions.ts';
import { lockBalances } from '#features/clients/server/balanceActions.ts';
import { findEnvelope, sendMessage } from '#features/mail/server/actions.ts';
import type { ReviewReason } from '#features/notes/contract.ts';
import { noteHeading } from '#features/notes/rules.ts';
import { rateOfNote } from '#features/notes/server/billing/reads.ts';
import { refreshChecks, removeFromChecks } from '#features/notes/server/checks/actions.ts';
import { lockChecksOfNote } from '#features/notes/server/checks/lockActions.ts';
import { listChecks } from '#features/notes/server/checks/reads.ts';
import { adjustNoteCounts } from '#features/notes/server/counterActions.ts';
import { REVIEWS, digestRemarks, toRemarks, toDecisionColumns } from '#features/notes/server/public.ts';
import { toNote } from '#features/notes/server/reads.ts';
import { findReceipt } from '#features/notes/server/receipts/reads.ts';
import { updateNote } from '#features/notes/server/recordActions.ts';
import {
  lockNote,
  NOTE_TOPICS,
  refuseBilled,
  refuseOtherVersion,
  type LockedNote,
} from '#features/notes/server/rowReads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { findReviewer, readViewer } from '#features/notes/server/viewerReads.ts';
import { hasOneManager } from '#features/people/server/reads.ts';
import type { ReviewInput } from '#features/review/contract.ts';
import { getServiceByKey } from '#features/services/server/reads.ts';
import { reverseTime } from '#features/time/server/actions.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import { reverseUnits } from '#features/units/server/actions.ts';
import { buildReviewMessage, isNotified } from './reviewMessage.ts';
import { noteReviews } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'note.approved': ReviewDetails;
    'note.denied': ReviewDetails;
    'note.held': ReviewDetails;
    'note.resumed': ReviewDetails;
    'note.returned': ReviewDetails;
    'note.reopened': ReviewDetails;
  }
}

type ReviewedNote = LockedNote & { isClosed: boolean; workEndedAt: Date | null };
interface Decision {
  note: ReviewedNote;
  review: ReviewInput;
}

type ReviewDetails = Pick<LockedNote, 'clientId' | 'authorId' | 'version'> & {
  selfReview: boolean;
  commentSha256?: string;
  fieldCommentsSha256?: string;
  reasonCode?: ReviewReason;
  /** The rate that an approval froze. */
  unitRate?: string;
  /** Why the note was approved although its period is closed. */
  reason?: string;
};

/** The action in the audit log. */
const ACTIONS = {
  approve: 'approved',
  deny: 'denied',
  hold: 'held',
  resume: 'resumed',
  return: 'returned',
  reopen: 'reopened',
} as const satisfies Record<ReviewInput['action'], string>;

/**
 * Reviews a note and notifies its author. A denial reverses units and hours in the same transaction.
 * @throws as `lockReviewable` and `refuseOwnApproval`
 */
export const reviewNote = (context: MemberContext, noteId: number, review: ReviewInput) =>
  writeInBusiness(context, async (tx) => {
    const note = await lockReviewable(tx, context, { noteId, review });
    await refuseOwnApproval(tx, context, { note, review });
    return writeReview(tx, context, { note, review });
  });

/**
 * Locks the closed period, and a note in the status and version that the review is for; for an approval also what
 * causes its checks, so that they stay as they were.
 * @throws 404; 409 `note_not_pending`; 409 `version_changed` when its author signed a newer version; 409
 * `period_locked`, except for the approval of an admin with a reason; 409 `note_disputed` for an approval;
 * 409 `note_billed` for any other action
 */
export async function lockReviewable(
  tx: BusinessTransaction,
  context: MemberContext,
  { noteId, review }: { noteId: number; review: ReviewInput },
): Promise<ReviewedNote> {
  const { action, version } = review;
  const [lockedThrough, note, workEndedAt] = await Promise.all([
    lockPeriod(tx),
    lockNote(tx, noteId),
    findWorkEnd(tx, noteId),
  ]);
  // A billed note is approved, so an approval finds that it is not pending.
  if (action !== 'approve') refuseBilled(note);
  if (note.status !== REVIEWS[action].from) throw conflict('note_not_pending', WRONG_STATUS[action]);
  refuseOtherVersion(note, version);
  refuseClosedReview(context, lockedThrough, { note, review });
  if (action === 'approve') {
    if (note.isDisputed) throw conflict('note_disputed', DISPUTED);
    await lockChecksOfNote(tx, { businessId: context.businessId, authorId: note.authorId, noteId });
    await lockBalances(tx, [note.clientId]);
  }
  return { ...note, isClosed: isInClosedPeriod(note.workDate, lockedThrough), workEndedAt };
}

/** Sent after the lock of the note, so that the time cannot change any more. */
async function findWorkEnd(tx: BusinessTransaction, noteId: number): Promise<Date | null> {
  const [row] = await tx
    .select({ end: timeEntries.endTime })
    .from(timeEntries)
    .where(and(tx.inTenant(timeEntries), eq(timeEntries.noteId, noteId)));
  return row?.end ?? null;
}

/** @throws 409 `period_locked` */
function refuseClosedReview(
  { session }: MemberContext,
  lockedThrough: string | null,
  { note: { workDate }, review }: { note: LockedNote; review: ReviewInput },
): void {
  if (review.action !== 'approve') return refuseClosedPeriod(lockedThrough, [workDate]);
  if (session.role !== 'admin')
    refuseClosedPeriod(lockedThrough, [workDate], 'An admin can approve this note with a reason.');
  if (!review.reason) refuseClosedPeriod(lockedThrough, [workDate], 'Enter a reason to approve this note.');
}

const DISPUTED = 'The client reports that this visit is not right. Answer before you approve the note.';
const NOT_PENDING = 'This note is no longer pending. Someone else may have reviewed it.';
const WRONG_STATUS: Record<ReviewInput['action'], string> = {
  approve: NOT_PENDING,
  deny: NOT_PENDING,
  hold: NOT_PENDING,
  return: NOT_PENDING,
  resume: 'This note is not on hold. Someone else may have reviewed it.',
  reopen: 'This note is not approved. Someone else may have reopened it.',
};

export const createOwnNoteError = () =>
  conflict('own_note', "You can't approve your own note. Another manager has to review it.");

/** @throws 409 `own_note`; 400 at `reason` for the only manager, who has to give one */
async function refuseOwnApproval(
  tx: BusinessTransaction,
  { session }: MemberContext,
  { note, review }: Decision,
): Promise<void> {
  if (review.action !== 'approve' || note.authorId !== session.userId) return;
  if (!(await hasOneManager(tx))) throw createOwnNoteError();
  if (review.reason === undefined) {
    throw invalidField('reason', 'A reason is required to approve your own note');
  }
}

/** Writes the decision on a locked note, and what follows from it. */
export async function writeReview(
  tx: BusinessTransaction,
  request: MemberContext,
  { note, review }: Decision,
) {
  const context = atLockTime(request, note.updatedAt);
  const { businessId, session, now } = context;
  const { from, to } = REVIEWS[review.action];
  const { authorId, clientId, version } = note;
  const { row, envelope, viewer, service } = await awaitAll({
    row: updateNote(tx, note.id, {
      status: to,
      updatedAt: now,
      ...toDecisionColumns(context, review),
      ...(review.action === 'approve' && { unitRate: rateOfNote(tx, notes.workDate) }),
    }),
    envelope: isNotified(review) ? findEnvelope(tx, context, authorId) : null,
    viewer: readViewer(tx, context, [note]),
    service: getServiceByKey(tx, note.category),
    review: insertReview(tx, context, { note, review }),
    reversal: review.action === 'deny' ? reverse(tx, context, note) : null,
  });
  recordAudit(tx, context, {
    type: `note.${ACTIONS[review.action]}`,
    id: note.id,
    label: noteHeading(row),
    details: {
      clientId,
      authorId,
      version,
      selfReview: authorId === session.userId,
      ...digestRemarks(toRemarks(review)),
      ...(row.unitRate !== null && { unitRate: row.unitRate }),
      ...(review.action === 'approve' && review.reason && { reason: review.reason }),
    },
  });
  adjustNoteCounts(tx, { businessId, authorId, from, to });
  if (review.action === 'reopen') await refreshChecks(tx, context, note.id);
  const { reviewer, checks, receipt } = await awaitAll({
    reviewer: findReviewer(tx, row.reviewedBy),
    checks: listChecks(tx, businessId, note.id),
    receipt: findReceipt(tx, context, note.id),
    // Reviewing an own note sends no message.
    message:
      envelope &&
      isNotified(review) &&
      sendMessage(tx, context, { to: envelope, ...buildReviewMessage(row, review) }),
  });
  publishChange(tx, review.action === 'deny' ? NOTE_TOPICS : ['notes', 'audit']);
  return toNote(viewer, {
    ...row,
    serviceName: service.name,
    reviewer,
    checks,
    isClosed: note.isClosed,
    receipt,
  });
}

/** Stores who decided what on which version, and why. */
const insertReview = (tx: BusinessTransaction, context: MemberContext, { note, review }: Decision) =>
  tx
    .insert(noteReviews)
    .values({
      businessId: context.businessId,
      createdAt: context.now,
      noteId: note.id,
      version: note.version,
      authorId: note.authorId,
      reviewerId: context.session.userId,
      action: review.action,
      ...toRemarks(review),
      workEndedAt: note.workEndedAt,
    })
    .execute();

async function reverse(tx: BusinessTransaction, context: MemberContext, note: LockedNote): Promise<void> {
  const { id: noteId, clientId, authorId, version } = note;
  await lockChecksOfNote(tx, { businessId: context.businessId, authorId, noteId });
  await Promise.all([
    reverseUnits(tx, context, { clientId, noteId, noteVersion: version, reason: 'Note denied' }),
    reverseTime(tx, context, noteId),
  ]);
  await removeFromChecks(tx, context, { noteId, authorId });
}
