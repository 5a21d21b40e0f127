import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Note } from '#features/notes/web/queries.ts';
import type { ReviewInput } from '#features/review/contract.ts';
import { REASON_TEXT } from './ReviewReasonFields.tsx';
import { missingReason, toDecision, type ReasonedAction, type ReviewRemarks } from './reviewRemarks.ts';
import { useDecisions } from './useDecisions.ts';
import { useReasonKeys } from './useReasonKeys.ts';
import { useReviewKeys, type KeyActions } from './useReviewKeys.ts';

type DialogReviewOptions = {
  /** Undefined while loading, and without an open note. */
  note: Note | undefined;
  /** An element of the dialog. */
  content: RefObject<HTMLElement | null>;
  remarks: ReviewRemarks;
  onRemarks: (remarks: ReviewRemarks) => void;
  /** The keys that concern the list. */
  keys: KeyActions;
  onDone: () => void;
};

/** The decisions of the Review Note dialog, by button and by key. The reason for them is entered beside the note. */
export function useDialogReview({ note, content, remarks, onRemarks, keys, onDone }: DialogReviewOptions) {
  const decisions = useDecisions(note, onDone);
  const { form: chosen, approvalReason, actions, closeForm } = decisions;
  const [entry, setEntry] = useState<{ noteId: number; error?: string }>();
  // An entry belongs to one note.
  if (entry && entry.noteId !== note?.id) setEntry(undefined);
  const isEntering = chosen !== undefined || entry !== undefined;
  const getDialog = () => content.current?.closest<HTMLElement>('[role=dialog]');

  /** Sends the decision with its reason, or shows what is missing. */
  function decide(decision: ReviewInput, missing: string) {
    if (!note) return;
    if (remarks.text.trim() !== '') return decisions.decide(decision);
    // The error is rendered first, so that it scrolls into view with the field.
    flushSync(() => setEntry({ noteId: note.id, error: missing }));
    focusReason();
  }
  const missing = { ...missingReason, approve: approvalReason?.missing ?? '' };
  const decideWithReason = (action: ReasonedAction) => decide(toDecision[action](remarks), missing[action]);
  function cancel() {
    closeForm();
    setEntry(undefined);
    getDialog()?.focus();
  }
  useEffect(() => {
    if (chosen) focusReason();
  }, [chosen]);
  useReviewKeys(isEntering ? {} : { ...keys, ...actions }, getDialog);
  useReasonKeys(getDialog, chosen && { submit: () => decideWithReason(chosen), cancel });

  return {
    decisions,
    /** The decision whose reason is being entered. */
    chosen,
    /** Whether a reason is being entered, so that keys do not decide. */
    isEntering,
    error: entry?.error,
    change: (next: ReviewRemarks) => {
      onRemarks(next);
      if (note) setEntry({ noteId: note.id });
    },
    decide,
    /** As by key; with a reason that was entered before, the decision is sent. */
    press(action: ReasonedAction) {
      const choose = actions[keyOf[action]];
      if (action === 'approve' && !approvalReason) return choose?.();
      if (remarks.text.trim() === '') choose?.();
      decideWithReason(action);
    },
  };
}

const keyOf = { approve: 'a', deny: 'd', return: 'r' } as const;

export type DialogReview = ReturnType<typeof useDialogReview>;

function focusReason(): void {
  const field = document.querySelector<HTMLElement>(`[${REASON_TEXT}]`);
  field?.focus({ preventScroll: true });
  field?.parentElement?.scrollIntoView({ block: 'nearest' });
}
