import { useState } from 'react';
import type { Note } from '#features/notes/web/queries.ts';
import type { ReviewInput } from '#features/review/contract.ts';
import type { ReasonedAction } from './reviewRemarks.ts';
import { useApprovalReason } from './useApprovalReason.ts';
import { useReview } from './useReview.ts';

/**
 * The decisions on the open note, by key. Denying and sending back ask for a reason first, as may approving.
 * @param onDone called after a decision was stored
 */
export function useDecisions(note: Note | undefined, onDone: (action: ReviewInput['action']) => void) {
  const approvalReason = useApprovalReason(note);
  const { review, running } = useReview();
  const [open, setOpen] = useState<{ noteId: number; action: ReasonedAction }>();
  // A form that was opened for another note is closed.
  if (open && open.noteId !== note?.id) setOpen(undefined);
  const form = note && open?.noteId === note.id && note.can[open.action] ? open.action : undefined;

  async function decide(decision: ReviewInput, onStored?: () => void) {
    if (!note || !(await review(note, decision))) return;
    onStored?.();
    // Unless the user has opened the form of another note meanwhile.
    setOpen((old) => (old?.noteId === note.id ? undefined : old));
    onDone(decision.action);
  }
  const ask = (action: ReasonedAction) => () => note && setOpen({ noteId: note.id, action });
  const { can } = note ?? {};
  const approve = approvalReason ? ask('approve') : () => void decide({ action: 'approve' });
  return {
    /** The decision whose reason is being entered. */
    form,
    approvalReason,
    closeForm: () => setOpen(undefined),
    /** @param onStored called first after the decision was stored */
    decide: (decision: ReviewInput, onStored?: () => void) => void decide(decision, onStored),
    running,
    actions: {
      a: can?.approve ? approve : undefined,
      d: can?.deny ? ask('deny') : undefined,
      r: can?.return ? ask('return') : undefined,
      h: getHoldAction(can, (action) => void decide({ action })),
    },
  };
}

export type Decisions = ReturnType<typeof useDecisions>;

function getHoldAction(can: Note['can'] | undefined, decide: (action: 'hold' | 'resume') => void) {
  if (can?.hold) return () => decide('hold');
  return can?.resume ? () => decide('resume') : undefined;
}
