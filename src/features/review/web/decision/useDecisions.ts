import { useEffect, useState } from 'react';
import type { Note } from '#features/notes/web/queries.ts';
import type { ReviewInput } from '#features/review/contract.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import {
  getReasonTexts,
  NO_REMARKS,
  toDecision,
  type ReasonedAction,
  type ReviewRemarks,
} from './reviewRemarks.ts';
import { useApprovalReason } from './useApprovalReason.ts';
import { useReview } from './useReview.ts';
import { useReviewRemarks } from './useReviewRemarks.ts';

type DecisionOptions = {
  /** Undefined while loading. */
  note: Note | undefined;
  /** Asks for this decision only. */
  decision: ReasonedAction | undefined;
  /** Called after a decision was stored. */
  onDone: (note: Note, action: ReviewInput['action']) => void;
  /** Called when the reason is canceled. */
  onCancel: () => void;
};

/** A reason that is being entered for a note, before or after its decision is chosen. */
type Entry = { noteId: number; action?: ReasonedAction | undefined; error?: string };

/** The decisions on the open note, by button and by key. Most ask for a reason first. */
export function useDecisions({ note, decision, onDone, onCancel }: DecisionOptions) {
  const user = useUser();
  const { remarksOf, setRemarks } = useReviewRemarks(user.id);
  const remarks = remarksOf(note?.id);
  const approvalReason = useApprovalReason(note);
  const { review, running } = useReview();
  const { entry, setEntry, chosen } = useEntry(note, decision);
  const needsReason = (action: ReasonedAction) => action !== 'approve' || approvalReason !== null;

  async function decide(input: ReviewInput) {
    if (!note || !(await review(note, input))) return;
    if (input.action !== 'hold' && input.action !== 'resume') setRemarks(note.id, NO_REMARKS);
    // Unless the user has begun one for another note meanwhile.
    setEntry((old) => (old?.noteId === note.id ? undefined : old));
    onDone(note, input.action);
  }
  const choose = (action: ReasonedAction) => note && setEntry({ noteId: note.id, action });

  /** Sends the decision with its reason, or shows what is missing. */
  function submit(action: ReasonedAction) {
    if (!note) return;
    if (!needsReason(action)) return void decide({ action: 'approve' });
    if (remarks.text.trim() !== '') return void decide(toDecision[action](remarks));
    setEntry({ noteId: note.id, action, error: getReasonTexts(action, approvalReason).missing });
    focusReason();
  }
  const ask = (action: ReasonedAction) =>
    note?.can[action] ? () => (needsReason(action) ? choose(action) : submit(action)) : undefined;
  const holding = (['hold', 'resume'] as const).find((action) => note?.can[action]);
  return {
    remarks,
    approvalReason,
    running,
    /** The decision to confirm, after its reason. */
    chosen,
    needsReason,
    /** Set while a reason is being entered, so that keys do not decide. */
    isEntering: chosen !== undefined || entry !== undefined,
    error: entry?.error,
    change(next: ReviewRemarks) {
      if (!note) return;
      setRemarks(note.id, next);
      setEntry({ noteId: note.id, action: entry?.action });
    },
    submit,
    cancel() {
      setEntry(undefined);
      onCancel();
    },
    keys: {
      a: ask('approve'),
      d: ask('deny'),
      r: ask('return'),
      h: holding && (() => void decide({ action: holding })),
    },
  };
}

export type Decisions = ReturnType<typeof useDecisions>;

/** The reason that is being entered, and the decision that it is for. */
function useEntry(note: Note | undefined, decision: ReasonedAction | undefined) {
  const [entry, setEntry] = useState<Entry>();
  // An entry belongs to one note.
  if (entry && entry.noteId !== note?.id) setEntry(undefined);
  const choice = entry?.action ?? decision;
  const chosen = note && choice && note.can[choice] ? choice : undefined;
  useEffect(() => {
    if (chosen) focusReason();
  }, [chosen]);
  return { entry, setEntry, chosen };
}

function focusReason(): void {
  document.querySelector<HTMLElement>('[data-review-reason]')?.focus();
}
