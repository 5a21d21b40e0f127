/** What a reviewer writes, and the reviews that it makes. */
import type { FieldComments, NoteField, ReviewReason } from '#features/notes/contract.ts';
import type { ReviewInput } from '#features/notes/reviewContract.ts';
import { noteFieldLabels } from '#features/notes/reviewRules.ts';

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

const toReasonCode = ({ reasonCode }: ReviewRemarks) => (reasonCode === '' ? {} : { reasonCode });

export const toDenial = (remarks: ReviewRemarks): ReviewInput => ({
  action: 'deny',
  reason: remarks.text.trim(),
  ...toReasonCode(remarks),
});

export function toReturn(remarks: ReviewRemarks): ReviewInput {
  const comments = Object.entries(remarks.fieldComments)
    .map(([field, comment]) => [field, comment.trim()])
    .filter(([, comment]) => comment !== '');
  const fieldComments = comments.length > 0 && {
    fieldComments: Object.fromEntries(comments) as FieldComments,
  };
  return { action: 'return', comment: remarks.text.trim(), ...toReasonCode(remarks), ...fieldComments };
}
