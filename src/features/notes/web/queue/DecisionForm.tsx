import { useEffect, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import type { ReviewInput } from '#features/notes/reviewContract.ts';
import {
  REASON_TEXT,
  ReasonText,
  ReviewReasonFields,
} from '#features/notes/web/review/ReviewReasonFields.tsx';
import { toDenial, toReturn, type ReviewRemarks } from '#features/notes/web/review/reviewRemarks.ts';
import type { useApprovalReason } from '#features/notes/web/review/useApprovalReason.ts';
import { Key } from './Key.tsx';

/** A decision that needs a reason; approving does in a closed period and for one's own note. */
export type ReasonedAction = 'deny' | 'return' | 'approve';

const texts = {
  deny: {
    label: 'Reason for denial',
    missing: 'A reason for denial is required',
    confirm: 'Deny note',
    hint: 'The employee will see this.',
  },
  return: {
    label: 'What to change',
    missing: 'Enter what to change',
    confirm: 'Send back',
    hint: 'The employee will see this.',
  },
} as const;
const APPROVE_TEXTS = { confirm: 'Approve note', label: 'Reason', missing: 'A reason is required', hint: '' };

const toDecision = {
  deny: toDenial,
  return: toReturn,
  approve: ({ text }: ReviewRemarks): ReviewInput => ({ action: 'approve', reason: text.trim() }),
};

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
  useFormKeys(form, { submit, cancel: onCancel });
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
      className="grid max-h-[60dvh] gap-3 overflow-y-auto"
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

type FormKeys = { submit: () => void; cancel: () => void };

function useFormKeys(form: React.RefObject<HTMLFormElement | null>, { submit, cancel }: FormKeys): void {
  useEffect(() => {
    const element = form.current;
    function press(event: KeyboardEvent) {
      if (event.key === 'Escape') cancel();
      else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  });
}
