/** Guarded: reviews. One conditional update changes the status, so that one of two concurrent reviews wins. */
import { and, eq, sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { findEnvelope, sendMessage } from '#features/mail/server/actions.ts';
import { reverseTime } from '#features/time/server/actions.ts';
import { reverseUnits } from '#features/units/server/actions.ts';
import type { ReviewInput } from '#features/notes/contract.ts';
import { noteHeading } from '#features/notes/rules.ts';
import { adjustNoteCounts } from '#features/notes/server/counterActions.ts';
import { REVIEWS } from '#features/notes/server/policy.ts';
import { digestComment } from '#features/notes/server/evidence/verification.ts';
import { authorizations, clients } from '#features/clients/server/tables.ts';
import { getServiceByKey } from '#features/services/server/reads.ts';
import { services } from '#features/services/server/tables.ts';
import { findReviewer, toNote } from '#features/notes/server/reads.ts';
import { NOTE_TOPICS, whereNote } from '#features/notes/server/rowReads.ts';
import { notes } from '#features/notes/server/tables.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'note.approved': ReviewFacts;
    'note.denied': ReviewFacts;
    'note.held': ReviewFacts;
    'note.resumed': ReviewFacts;
    'note.returned': ReviewFacts;
  }
}

type Action = ReviewInput['action'];
type NoteRow = typeof notes.$inferSelect;
type SilentReview = Extract<ReviewInput, { action: 'hold' | 'resume' }>;

type ReviewFacts = Pick<NoteRow, 'clientId' | 'authorId' | 'version'> & {
  selfReview: boolean;
  commentSha256?: string;
  /** The rate that an approval froze. */
  unitRate?: string;
};

/** The action in the audit log. */
const ACTIONS = {
  approve: 'approved',
  deny: 'denied',
  hold: 'held',
  resume: 'resumed',
  return: 'returned',
} as const satisfies Record<Action, string>;

/**
 * Reviews a note and notifies its author. A denial reverses units and hours in the same transaction.
 * @throws 404, 409 `note_not_pending`, 409 `note_changed` when its author signed a newer version than the reviewer saw
 */
export function reviewNote(context: MemberContext, noteId: number, review: ReviewInput) {
  const { businessId, session } = context;
  const { from, to } = REVIEWS[review.action];
  const verdict = isSilent(review) ? null : review;
  return writeInBusiness(context, async (tx) => {
    const [row, envelope] = await Promise.all([
      updateStatus(tx, context, { noteId, review }),
      verdict && findEnvelope(tx, context, selectAuthor(tx, noteId)),
    ]);
    const { authorId, clientId, version } = row;
    const selfReview = authorId === session.userId;
    recordAudit(tx, context, {
      type: `note.${ACTIONS[review.action]}`,
      id: noteId,
      label: noteHeading(row),
      details: {
        clientId,
        authorId,
        version,
        selfReview,
        ...toCommentDigest(review),
        ...(row.unitRate !== null && { unitRate: row.unitRate }),
      },
    });
    adjustNoteCounts(tx, { businessId, authorId, from, to });
    const [reviewer, { name: serviceName }] = await Promise.all([
      findReviewer(tx, row.reviewedBy),
      getServiceByKey(tx, row.category),
      review.action === 'deny' ? reverse(tx, context, row) : undefined,
      // Reviewing an own note sends no message.
      envelope && verdict && sendMessage(tx, context, { to: envelope, ...toReviewMessage(row, verdict) }),
    ]);
    publishChange(tx, review.action === 'deny' ? NOTE_TOPICS : ['notes', 'audit']);
    return toNote(session, { ...row, serviceName, reviewer });
  });
}

async function updateStatus(
  tx: BusinessTransaction,
  context: MemberContext,
  { noteId, review }: { noteId: number; review: ReviewInput },
): Promise<NoteRow> {
  const { from, to } = REVIEWS[review.action];
  const [row] = await tx
    .update(notes)
    .set({ status: to, updatedAt: context.now, ...toVerdict(context, review) })
    .where(
      and(
        whereNote(tx, noteId),
        eq(notes.status, from),
        review.version === undefined ? undefined : eq(notes.version, review.version),
      ),
    )
    .returning();
  if (row) return row;
  const [note] = await tx.select({ status: notes.status }).from(notes).where(whereNote(tx, noteId));
  if (!note) throw notFound('This note does not exist.');
  if (note.status === from) {
    throw conflict(
      'note_changed',
      'The author has changed this note since you opened it. Please read it again.',
    );
  }
  throw conflict(
    'note_not_pending',
    review.action === 'resume'
      ? 'This note is not on hold. Someone else may have reviewed it.'
      : 'This note is no longer pending. Someone else may have reviewed it.',
  );
}

/** The verdict; hold and resume have none. */
function toVerdict({ now, session }: MemberContext, review: ReviewInput) {
  if (isSilent(review)) return {};
  return {
    reviewedBy: session.userId,
    reviewedAt: now,
    reviewComment: commentOf(review),
    ...(review.action === 'approve' && { unitRate: currentRate }),
  };
}

/** The rate of the note's authorization, else of its service, else of its client. */
const currentRate = sql<string>`(
  select coalesce(
    (select one.unit_rate from ${authorizations} as one
      where one.business_id = notes.business_id and one.id = notes.authorization_id),
    service.unit_rate, client.unit_rate)
  from ${services} as service, ${clients} as client
  where service.business_id = notes.business_id and service.key = notes.category
    and client.business_id = notes.business_id and client.id = notes.client_id)`;

/** The digest of the comment, which reveals a later change. */
function toCommentDigest(review: ReviewInput) {
  const commentSha256 = digestComment(commentOf(review));
  return commentSha256 === null ? {} : { commentSha256 };
}

function commentOf(review: ReviewInput): string | null {
  if (review.action === 'deny') return review.reason;
  return review.action === 'return' ? review.comment : null;
}

async function reverse(tx: BusinessTransaction, context: MemberContext, { id, clientId, version }: NoteRow) {
  await Promise.all([
    reverseUnits(tx, context, { clientId, noteId: id, noteVersion: version, reason: 'Note denied' }),
    reverseTime(tx, context, id),
  ]);
}

const selectAuthor = (tx: BusinessTransaction, noteId: number) =>
  sql`(select ${notes.authorId} from ${notes} where ${tx.inTenant(notes)} and ${notes.id} = ${noteId})`;

/** Hold and resume send no message. */
const isSilent = (review: ReviewInput): review is SilentReview =>
  review.action === 'hold' || review.action === 'resume';

/** 'Nov 20'. */
const formatMonthDay = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Uses client and day: most titles consist of service, client and date. */
function toReviewMessage(note: NoteRow, review: Exclude<ReviewInput, SilentReview>) {
  const { id: noteId, title } = note;
  const visit = `${note.clientContactName}, ${formatMonthDay(note.workDate)}`;
  switch (review.action) {
    case 'approve':
      return {
        kind: 'approved' as const,
        noteId,
        subject: `Approved: ${visit}`,
        content: `Your note "${title}" was approved.`,
      };
    case 'deny':
      return {
        kind: 'denied' as const,
        noteId,
        subject: `Denied: ${visit}`,
        content: `Your note "${title}" was denied.\n\nReason: ${review.reason}`,
      };
    case 'return':
      return {
        kind: 'returned' as const,
        noteId,
        subject: `Sent back: ${visit}`,
        content: `Your note "${title}" was sent back to you. Edit it in My Notes, then you and the client sign again.\n\nComment: ${review.comment}`,
      };
  }
}
