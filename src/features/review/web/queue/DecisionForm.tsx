import { useEffect, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import type { ReviewInput } from '#features/review/contract.ts';
import { Key } from '#features/review/web/decision/Key.tsx';
import {
  REASON_TEXT,
  ReasonText,
  ReviewReasonFields,
} from '#features/review/web/decision/ReviewReasonFields.tsx';
import {
  missingReason,
  toDecision,
  type ReasonedAction,
  type ReviewRemarks,
} from '#features/review/web/decision/reviewRemarks.ts';
import type { useApprovalReason } from '#features/review/web/decision/useApprovalReason.ts';
import { useReasonKeys } from '#features/review/web/decision/useReasonKeys.ts';

const texts = {
  deny: {
    label: 'Reason for denial',
    missing: missingReason.deny,
    confirm: 'Deny note',
    hint: 'The employee will see this.',
  },
  return: {
    label: 'What to change',
    missing: missingReason.return,
    confirm: 'Send back',
    hint: 'The employee will see this.',
  },
} as const;
const APPROVE_TEXTS = { confirm: 'Approve note', label: 'Reason', missing: 'A reason is required', hint: '' };

type DecisionFormProps = {
  action: ReasonedAction;
  approvalReason: ReturnType<typeof useApprovalReason>;
  remarks: ReviewRemarks;
  onRemarks: (remarks: ReviewRemarks) => void;
  pending: boolean;
  onDecide: (decision: ReviewInput) => void;
  onCancel: () => void;
};

/** The reason of a decision. Ctrl Enter confirms, Escape cancels. */
export function DecisionForm(props: DecisionFormProps) {
  const { action, approvalReason, remarks, onRemarks, pending, onDecide, onCancel } = props;
  const { label, missing, confirm, hint } =
    action === 'approve' ? { ...APPROVE_TEXTS, ...approvalReason } : texts[action];
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const focusText = () => form.current?.querySelector<HTMLElement>(`[${REASON_TEXT}]`)?.focus();
  useEffect(focusText, [action]);
  function submit() {
    if (remarks.text.trim() !== '') return onDecide(toDecision[action](remarks));
    setError(missing);
    focusText();
  }
  useReasonKeys(() => form.current, { submit, cancel: onCancel });
  const fields = {
    remarks,
    onChange: (next: ReviewRemarks) => {
      onRemarks(next);
      setError(undefined);
    },
    label,
    hint,
    error,
    required: true,
  };
  return (
    <form
      data-reason
      ref={form}
      aria-label={confirm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="-mx-1 grid max-h-[60dvh] gap-3 overflow-y-auto px-1"
    >
      {action === 'approve' ? (
        <ReasonText {...fields} />
      ) : (
        <ReviewReasonFields {...fields} canReturn={action === 'return'} />
      )}
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button onClick={onCancel}>
          Cancel <Key>Esc</Key>
        </Button>
        <Button type="submit" variant={action === 'deny' ? 'danger' : 'primary'} pending={pending}>
          {confirm} <Key>Ctrl ↵</Key>
        </Button>
      </div>
    </form>
  );
}
