import { Check, Pause, Play, RotateCcw, Undo2, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#platform/web/ui/Button.tsx';
import type { ReviewInput } from '#features/notes/reviewContract.ts';
import type { Note } from '#features/notes/web/queries.ts';
import { REASON_TEXT } from './ReviewReasonFields.tsx';
import { toDenial, toReturn, type ReviewRemarks } from './reviewRemarks.ts';
import { useApprovalReason } from './useApprovalReason.ts';
import { useReview } from './useReview.ts';

const decisions = new Set(['approve', 'deny', 'hold', 'resume', 'return']);

type ReviewActionsProps = {
  /** Undefined while loading. */
  note: Note | undefined;
  remarks: ReviewRemarks;
  /** Shows beside the reason what is missing. */
  onMissing: (message: string) => void;
  onCancel: () => void;
  onDone: () => void;
};

/** The buttons of the decisions that the note's `can` allows. */
export function ReviewActions(props: ReviewActionsProps) {
  const { note, remarks, onMissing, onCancel, onDone } = props;
  const { review, running } = useReview();
  const text = remarks.text.trim();
  const approvalReason = useApprovalReason(note);
  const undecided =
    !note || Object.entries(note.can).some(([name, allowed]) => allowed && decisions.has(name));

  async function decide(decision: ReviewInput) {
    if (note && (await review(note, decision))) onDone();
  }
  function withReason(decision: ReviewInput, missing: string) {
    if (text !== '') return void decide(decision);
    // The error is rendered first, so that it scrolls into view with the field.
    flushSync(() => onMissing(missing));
    const field = document.querySelector<HTMLElement>(`[${REASON_TEXT}]`);
    field?.focus({ preventScroll: true });
    field?.parentElement?.scrollIntoView({ block: 'nearest' });
  }
  const button = (action: ReviewInput['action'], label: string, more: ComponentProps<typeof Button>) =>
    note?.can[action] && (
      <Button pending={running === action} {...more}>
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
      {button('reopen', 'Reopen', {
        icon: <RotateCcw aria-hidden className="max-sm:hidden" />,
        onClick: () => withReason({ action: 'reopen', reason: text }, 'Enter a reason for reopening'),
      })}
      {button('return', 'Send back', {
        icon: <Undo2 aria-hidden className="max-sm:hidden" />,
        onClick: () => withReason(toReturn(remarks), 'Enter what to change'),
      })}
      {button('deny', 'Deny', {
        variant: 'danger',
        icon: <X aria-hidden />,
        onClick: () => withReason(toDenial(remarks), 'A reason for denial is required'),
      })}
      {button('approve', 'Approve', {
        variant: 'primary',
        icon: <Check aria-hidden />,
        onClick: () =>
          approvalReason
            ? withReason({ action: 'approve', reason: text }, approvalReason.missing)
            : void decide({ action: 'approve' }),
      })}
    </>
  );
}
