/** What a reviewer writes, and the reviews that it makes. */

import type { FieldComments, NoteField, ReviewReason } from '#features/notes/contract.ts';
import { noteFieldLabels } from '#features/notes/reviewRules.ts';
import type { ReviewInput } from '#features/review/contract.ts';

export type ReviewRemarks = {
  text: string;
  /** '' when none is selected. */
  reasonCode: ReviewReason | '';
  /** A comment of '' belongs to a field that was only selected. */
  fieldComments: FieldComments;
};

export const NO_REMARKS: ReviewRemarks = { text: '', reasonCode: '', fieldComments: {} };

/** Fields that the form does not show. */
const HIDDEN = new Set<NoteField>(['rounding', 'tags', 'draftId']);

/** The fields of the note form, in its order. */
export const commentFields = (Object.keys(noteFieldLabels) as NoteField[]).filter(
  (field) => !HIDDEN.has(field),
);

/** A decision that needs a reason; approving does in a closed period and for one's own note. */
export type ReasonedAction = 'deny' | 'return' | 'approve';

/** The message where a decision has no reason. */
export const missingReason = {
  deny: 'A reason for denial is required',
  return: 'Enter what to change',
} as const;

const toReasonCode = ({ reasonCode }: ReviewRemarks) => (reasonCode === '' ? {} : { reasonCode });

export const toDenial = (remarks: ReviewRemarks): ReviewInput => ({
  action: 'deny',
  reason: remarks.text.trim(),
  ...toReasonCode(remarks),
});

function toReturn(remarks: ReviewRemarks): ReviewInput {
  const comments = Object.entries(remarks.fieldComments)
    .map(([field, comment]) => [field, comment.trim()])
    .filter(([, comment]) => comment !== '');
  const fieldComments = comments.length > 0 && {
    fieldComments: Object.fromEntries(comments) as FieldComments,
  };
  return { action: 'return', comment: remarks.text.trim(), ...toReasonCode(remarks), ...fieldComments };
}

/** The decisions with what was entered. */
export const toDecision: Record<ReasonedAction, (remarks: ReviewRemarks) => ReviewInput> = {
  deny: toDenial,
  return: toReturn,
  approve: ({ text }) => ({ action: 'approve', reason: text.trim() }),
};
