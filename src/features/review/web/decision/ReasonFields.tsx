import clsx from 'clsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { Select } from '#platform/web/ui/Select.tsx';
import { TextArea } from '#platform/web/ui/TextArea.tsx';
import { reviewReasonLabels } from '#features/notes/reviewRules.ts';
import { REASON_MAX } from '#features/notes/rules.ts';
import type { Note } from '#features/notes/web/queries.ts';
import { FieldCommentList } from './FieldCommentList.tsx';
import { getReasonTexts, UNDECIDED_TEXTS } from './reviewRemarks.ts';
import type { Decisions } from './useDecisions.ts';

const reasonTypes = [{ value: '', label: 'Not specified' }, ...toOptions(reviewReasonLabels)] as const;

type ReasonFieldsProps = { note: Note; decisions: Decisions; className: string };

/** The reason of the chosen decision, or of those that `can` allows: a text, for some with a code and comments on fields. */
export function ReasonFields({ note: { can }, decisions, className }: ReasonFieldsProps) {
  const { remarks, change, chosen, needsReason, approvalReason, error } = decisions;
  const isUndecided = !chosen && (can.deny || can.return);
  const action = chosen ?? (['approve', 'reopen'] as const).find((one) => can[one]);
  if (!isUndecided && !(action && needsReason(action))) return null;
  const { label, hint } = isUndecided || !action ? UNDECIDED_TEXTS : getReasonTexts(action, approvalReason);
  return (
    <div className={clsx('grid gap-4', className)}>
      {(isUndecided || chosen === 'deny' || chosen === 'return') && (
        <Field label="Reason type" optional className="sm:max-w-56">
          <Select
            value={remarks.reasonCode}
            options={reasonTypes}
            onChange={({ target }) => {
              const reasonCode = reasonTypes.find(({ value }) => value === target.value)?.value ?? '';
              change({ ...remarks, reasonCode });
            }}
          />
        </Field>
      )}
      <Field
        className="scroll-my-4"
        label={label}
        hint={hint}
        error={error}
        required={chosen !== undefined}
        counter={{ used: remarks.text.length, limit: REASON_MAX }}
      >
        <TextArea
          data-review-reason
          value={remarks.text}
          rows={3}
          autoGrow
          maxLength={REASON_MAX}
          onChange={({ target }) => change({ ...remarks, text: target.value })}
        />
      </Field>
      {(chosen === 'return' || (isUndecided && can.return)) && (
        <FieldCommentList
          comments={remarks.fieldComments}
          onChange={(fieldComments) => change({ ...remarks, fieldComments })}
        />
      )}
    </div>
  );
}
