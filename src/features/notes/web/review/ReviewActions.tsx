import { Check, Pause, Play, Undo2, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextArea } from '#platform/web/ui/TextArea.tsx';
import type { ReviewInput } from '#features/notes/contract.ts';
import { REASON_MAX } from '#features/notes/rules.ts';
import type { Note } from '#features/notes/web/queries.ts';
import { useReview } from './useReview.ts';

const FIELD = 'review-reason';

type ReasonFieldProps = { reason: string; error: string | undefined; onReason: (reason: string) => void };

/** The reason for a denial, or what the author should change. */
export function ReasonField({ reason, error, onReason }: ReasonFieldProps) {
  return (
    <Field
      className="scroll-my-4"
      label="Reason for denial (required only when denying)"
      hint="The employee will see this. Also required to send a note back."
      error={error}
      counter={{ used: reason.length, limit: REASON_MAX }}
    >
      <TextArea
        data-review-reason={FIELD}
        value={reason}
        rows={3}
        autoGrow
        maxLength={REASON_MAX}
        onChange={(event) => onReason(event.target.value)}
      />
    </Field>
  );
}

const decisions = new Set(['approve', 'deny', 'hold', 'resume', 'return']);

type ReviewActionsProps = {
  /** Undefined while loading. */
  note: Note | undefined;
  reason: string;
  /** Shows beside the reason what is missing. */
  onMissing: (message: string) => void;
  onCancel: () => void;
  onDone: () => void;
};

/** The buttons of the decisions that the note's `can` allows. */
export function ReviewActions({ note, reason, onMissing, onCancel, onDone }: ReviewActionsProps) {
  const { review, running } = useReview();
  const text = reason.trim();
  const undecided =
    !note || Object.entries(note.can).some(([name, allowed]) => allowed && decisions.has(name));

  async function decide(decision: ReviewInput) {
    if (note && (await review(note, decision))) onDone();
  }
  function withReason(decision: ReviewInput, missing: string) {
    if (text !== '') return void decide(decision);
    // The error is rendered first, so that it scrolls into view with the field.
    flushSync(() => onMissing(missing));
    const field = document.querySelector<HTMLElement>(`[data-review-reason=${FIELD}]`);
    field?.focus({ preventScroll: true });
    field?.parentElement?.scrollIntoView({ block: 'nearest' });
  }
  const button = (action: ReviewInput['action'], label: string, props: ComponentProps<typeof Button>) =>
    note?.can[action] && (
      <Button pending={running === action} {...props}>
        {label}
      </Button>
    );
  return (
    <>
      <Button onClick={onCancel}>{undecided ? 'Cancel' : 'Close'}</Button>
      {button('hold', 'Hold', {
        icon: <Pause aria-hidden className="max-sm:hidden" />,
        onClick: () => void decide({ action: 'hold' }),
      })}
      {button('resume', 'Resume', {
        icon: <Play aria-hidden className="max-sm:hidden" />,
        onClick: () => void decide({ action: 'resume' }),
      })}
      {button('return', 'Send back', {
        icon: <Undo2 aria-hidden className="max-sm:hidden" />,
        onClick: () => withReason({ action: 'return', comment: text }, 'Enter what to change'),
      })}
      {button('deny', 'Deny', {
        variant: 'danger',
        icon: <X aria-hidden />,
        onClick: () => withReason({ action: 'deny', reason: text }, 'A reason for denial is required'),
      })}
      {button('approve', 'Approve', {
        variant: 'primary',
        icon: <Check aria-hidden />,
        onClick: () => void decide({ action: 'approve' }),
      })}
    </>
  );
}
