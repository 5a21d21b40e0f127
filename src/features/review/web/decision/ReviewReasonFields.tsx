import { Field } from '#platform/web/ui/Field.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { Select } from '#platform/web/ui/Select.tsx';
import { TextArea } from '#platform/web/ui/TextArea.tsx';
import { reviewReasonLabels } from '#features/notes/reviewRules.ts';
import { REASON_MAX } from '#features/notes/rules.ts';
import { FieldCommentList } from './FieldCommentList.tsx';
import type { ReviewRemarks } from './reviewRemarks.ts';

/** Marks the text, to focus it when it is missing. */
export const REASON_TEXT = 'data-review-reason';

const reasonTypes = [{ value: '', label: 'Not specified' }, ...toOptions(reviewReasonLabels)] as const;

type ReviewReasonFieldsProps = {
  remarks: ReviewRemarks;
  onChange: (remarks: ReviewRemarks) => void;
  /** The label of the text. */
  label: string;
  hint: string;
  error?: string | undefined;
  required?: boolean;
  /** Whether the note can be sent back, with comments on fields of the form. */
  canReturn?: boolean;
};

/** The reason for a denial or for sending a note back: a code, a text, and comments on fields. */
export function ReviewReasonFields(props: ReviewReasonFieldsProps) {
  const { remarks, onChange, label, hint, error, required = false, canReturn = false } = props;
  return (
    <div className="grid gap-4">
      <Field label="Reason type" optional className="sm:max-w-56">
        <Select
          value={remarks.reasonCode}
          options={reasonTypes}
          onChange={({ target }) => {
            const reasonCode = reasonTypes.find(({ value }) => value === target.value)?.value ?? '';
            onChange({ ...remarks, reasonCode });
          }}
        />
      </Field>
      <ReasonText {...{ remarks, onChange, label, hint, error, required }} />
      {canReturn && (
        <FieldCommentList
          comments={remarks.fieldComments}
          onChange={(fieldComments) => onChange({ ...remarks, fieldComments })}
        />
      )}
    </div>
  );
}

/** The text of a decision, which the author sees. */
export function ReasonText(props: Omit<ReviewReasonFieldsProps, 'canReturn'>) {
  const { remarks, onChange, label, hint, error, required = false } = props;
  return (
    <Field
      className="scroll-my-4"
      label={label}
      hint={hint}
      error={error}
      required={required}
      counter={{ used: remarks.text.length, limit: REASON_MAX }}
    >
      <TextArea
        {...{ [REASON_TEXT]: '' }}
        value={remarks.text}
        rows={3}
        autoGrow
        maxLength={REASON_MAX}
        onChange={({ target }) => onChange({ ...remarks, text: target.value })}
      />
    </Field>
  );
}
