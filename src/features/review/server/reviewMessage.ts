/** The message to the author about a decision. */

import { listFieldComments, reviewReasonLabels } from '#features/notes/reviewRules.ts';
import type { notes } from '#features/notes/server/tables.ts';
import type { ReviewInput } from '#features/review/contract.ts';

type NoteRow = typeof notes.$inferSelect;
type SilentReview = Extract<ReviewInput, { action: 'hold' | 'resume' }>;
export type NotifiedReview = Exclude<ReviewInput, SilentReview>;

/** Hold and resume send no message. */
export const isNotified = (review: ReviewInput): review is NotifiedReview =>
  review.action !== 'hold' && review.action !== 'resume';

/** 'Nov 20'. */
const formatMonthDay = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Uses client and day: most titles consist of service, client and date. */
export function buildReviewMessage(note: NoteRow, review: NotifiedReview) {
  const { id: noteId, title } = note;
  const visit = `${note.clientContactName}, ${formatMonthDay(note.workDate)}`;
  switch (review.action) {
    case 'approve':
      return {
        kind: 'approved' as const,
        noteId,
        subject: `Approved: ${visit}`,
        content: join(`Your note "${title}" was approved.`, review.reason && `Comment: ${review.reason}`),
      };
    case 'deny':
      return {
        kind: 'denied' as const,
        noteId,
        subject: `Denied: ${visit}`,
        content: join(`Your note "${title}" was denied.`, `Reason${labelOf(review)}: ${review.reason}`),
      };
    case 'return':
      return {
        kind: 'returned' as const,
        noteId,
        subject: `Sent back: ${visit}`,
        content: join(
          `Your note "${title}" was sent back to you. Edit it in My Notes, then you and the client sign again.`,
          `Comment${labelOf(review)}: ${review.comment}`,
          listFieldComments(review.fieldComments ?? null).join('\n'),
        ),
      };
    case 'reopen':
      return {
        kind: 'reopened' as const,
        noteId,
        subject: `Reopened: ${visit}`,
        content: join(
          `Your approved note "${title}" was reopened and will be reviewed again.`,
          `Reason: ${review.reason}`,
        ),
      };
  }
}

const join = (...paragraphs: (string | undefined)[]) => paragraphs.filter(Boolean).join('\n\n');

const labelOf = ({ reasonCode }: Pick<Extract<ReviewInput, { action: 'deny' }>, 'reasonCode'>) =>
  reasonCode === undefined ? '' : ` (${reviewReasonLabels[reasonCode]})`;
