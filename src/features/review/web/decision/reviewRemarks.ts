/** Remarks that a reviewer enters, and the reviews made from them. */

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
export type ReasonedAction = 'approve' | 'deny' | 'return' | 'reopen';

/** `missing` is the message where there is no reason. */
export type ReasonTexts = { label: string; hint: string; missing: string };

const TEXTS: Record<Exclude<ReasonedAction, 'approve'>, ReasonTexts> = {
  deny: {
    label: 'Reason for denial',
    hint: 'Enter a reason to deny this note. The employee will see it.',
    missing: 'A reason for denial is required',
  },
  return: {
    label: 'What to change',
    hint: 'Enter what to change. The employee will see it.',
    missing: 'Enter what to change',
  },
  reopen: {
    label: 'Reason for reopening',
    hint: 'The employee will see this. The note goes back to pending. Its units stay deducted until the next decision.',
    missing: 'Enter a reason for reopening',
  },
};

/** While no decision is chosen. */
export const UNDECIDED_TEXTS: ReasonTexts = {
  label: 'Reason for denial (required only when denying)',
  hint: 'The employee will see this. Also required to send a note back.',
  missing: '',
};

/** The texts of the reason of a decision. */
export const getReasonTexts = (action: ReasonedAction, approvalReason: ReasonTexts | null): ReasonTexts =>
  action === 'approve' ? (approvalReason ?? UNDECIDED_TEXTS) : TEXTS[action];

const toReasonCode = ({ reasonCode }: ReviewRemarks) => (reasonCode === '' ? {} : { reasonCode });

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
  approve: ({ text }) => ({ action: 'approve', reason: text.trim() }),
  deny: (remarks) => ({ action: 'deny', reason: remarks.text.trim(), ...toReasonCode(remarks) }),
  return: toReturn,
  reopen: ({ text }) => ({ action: 'reopen', reason: text.trim() }),
};
