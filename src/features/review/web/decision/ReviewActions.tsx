import { Check, Pause, Play, RotateCcw, Undo2, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import type { Note } from '#features/notes/web/queries.ts';
import type { ReviewInput } from '#features/review/contract.ts';
import { Key } from './Key.tsx';
import type { ReviewRemarks } from './reviewRemarks.ts';
import type { DialogReview } from './useDialogReview.ts';

const decisionNames = new Set(['approve', 'deny', 'hold', 'resume', 'return']);

type ReviewActionsProps = {
  /** Undefined while loading. */
  note: Note | undefined;
  review: DialogReview;
  remarks: ReviewRemarks;
  onCancel: () => void;
};

/** The buttons of the decisions that the note's `can` allows, with their keys. */
export function ReviewActions({ note, review, remarks, onCancel }: ReviewActionsProps) {
  const { decisions, chosen, isEntering, press, decide } = review;
  const undecided =
    !note || Object.entries(note.can).some(([name, allowed]) => allowed && decisionNames.has(name));
  const button = (
    action: ReviewInput['action'],
    label: string,
    { shortcut, ...more }: ComponentProps<typeof Button> & { shortcut?: string },
  ) => {
    const activeKey = isEntering ? chosen === action && 'Ctrl ↵' : shortcut;
    return (
      note?.can[action] && (
        <Button pending={decisions.running === action} {...more}>
          {label} {activeKey && <Key>{activeKey}</Key>}
        </Button>
      )
    );
  };
  return (
    <>
      <Button onClick={onCancel}>{undecided ? 'Cancel' : 'Close'}</Button>
      {button('hold', 'Hold', {
        shortcut: 'H',
        icon: <Pause aria-hidden className="max-sm:hidden" />,
        onClick: decisions.actions.h,
      })}
      {button('resume', 'Resume', {
        shortcut: 'H',
        icon: <Play aria-hidden className="max-sm:hidden" />,
        onClick: decisions.actions.h,
      })}
      {button('reopen', 'Reopen', {
        icon: <RotateCcw aria-hidden className="max-sm:hidden" />,
        onClick: () =>
          decide({ action: 'reopen', reason: remarks.text.trim() }, 'Enter a reason for reopening'),
      })}
      {button('return', 'Send back', {
        shortcut: 'R',
        icon: <Undo2 aria-hidden className="max-sm:hidden" />,
        onClick: () => press('return'),
      })}
      {button('deny', 'Deny', {
        shortcut: 'D',
        variant: 'danger',
        icon: <X aria-hidden />,
        onClick: () => press('deny'),
      })}
      {button('approve', 'Approve', {
        shortcut: 'A',
        variant: 'primary',
        icon: <Check aria-hidden />,
        onClick: () => press('approve'),
      })}
    </>
  );
}
