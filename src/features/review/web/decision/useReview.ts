import { ApiError, isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { refreshTopics } from '#platform/web/queries.ts';
import { toast } from '#platform/web/toast.ts';
import { isInClosedPeriod } from '#features/businesses/periodRules.ts';
import type { NoteRow } from '#features/notes/web/queries.ts';
import type { ReviewInput } from '#features/review/contract.ts';
import { useReviewNote } from '#features/review/web/queries.ts';
import { useLockedThrough, useUser } from '#features/sessions/web/queries.ts';

type Action = ReviewInput['action'];

const toasts: Record<Action, { title: string; description?: string }> = {
  approve: { title: 'Note Approved', description: 'Note approved and the employee has been notified' },
  deny: { title: 'Note Denied', description: 'Note denied and the employee has been notified' },
  hold: { title: 'Note put on hold', description: "Find it under In review when you're ready to resume." },
  resume: { title: 'Note resumed', description: 'The note is back in the queue.' },
  return: { title: 'Note sent back', description: 'The employee has been notified' },
  reopen: { title: 'Note reopened', description: 'The employee has been notified' },
};

const failures: Record<Action, string> = {
  approve: 'Failed to approve note',
  deny: 'Failed to deny note',
  hold: 'Failed to put the note on hold',
  resume: 'Failed to resume note',
  return: 'Failed to send the note back',
  reopen: 'Failed to reopen the note',
};

type ReviewedNote = Pick<NoteRow, 'id' | 'version' | 'authorId' | 'workDate'>;

/** The decisions that notify the author. */
const notifying = new Set<Action>(['approve', 'deny', 'return', 'reopen']);

/** The toast of a decision; reviewing one's own note sends no notification. */
function toastFor(
  { authorId }: ReviewedNote,
  { action, reviewerId }: { action: Action; reviewerId: number },
) {
  return notifying.has(action) && authorId === reviewerId ? { title: toasts[action].title } : toasts[action];
}

/** Reviews that undo an action; the other actions have changed units or asked the author to sign, and stay. */
const undoOf: Partial<Record<Action, ReviewInput>> = {
  approve: { action: 'reopen', reason: 'Approval undone' },
  hold: { action: 'resume' },
};

/** Reviews a note and shows the toast, for some decisions with Undo. @returns whether it succeeded */
export function useReview() {
  const change = useReviewNote();
  const undo = useUndo();
  const user = useUser();
  const attempt = useIdempotencyKey();
  async function review(note: ReviewedNote, decision: ReviewInput): Promise<boolean> {
    if (change.isPending) return false;
    try {
      // The version ties the decision to the note on screen; the idempotency key makes a retry safe.
      const request = { id: note.id, review: { ...decision, version: note.version } };
      await change.mutateAsync({ ...request, attempt: attempt.keyFor(request) });
      attempt.done();
      const { action } = decision;
      toast({ ...toastFor(note, { action, reviewerId: user.id }), ...undo(note, action) });
      return true;
    } catch (error) {
      if (isSessionExpired(error)) return false;
      showReviewError(error, decision.action);
      return false;
    }
  }
  return { review, running: change.isPending ? change.variables.review.action : null };
}

/** The Undo button of a decision's toast; in a closed period no decision can be undone. */
function useUndo() {
  const change = useReviewNote();
  const attempt = useIdempotencyKey();
  const lockedThrough = useLockedThrough();
  return (note: ReviewedNote, action: Action) => {
    const decision = undoOf[action];
    const isLocked = isInClosedPeriod(note.workDate, lockedThrough);
    if (!decision || isLocked) return {};
    async function send(review: ReviewInput) {
      const request = { id: note.id, review: { ...review, version: note.version } };
      try {
        await change.mutateAsync({ ...request, attempt: attempt.keyFor(request) });
        attempt.done();
        toast({ title: 'Decision undone', description: 'The note is back in the queue.' });
      } catch (error) {
        if (!isSessionExpired(error)) showReviewError(error, review.action);
      }
    }
    return { action: { label: 'Undo', onPress: () => void send(decision) } };
  };
}

const DECIDED = 'Someone else already reviewed this note';
const CONFLICTS = new Set(['note_not_pending', 'version_changed']);

function showReviewError(error: unknown, action: Action): void {
  if (error instanceof ApiError && (CONFLICTS.has(error.code) || error.status === 404)) {
    // Another manager decided first: the list is outdated.
    void refreshTopics(['notes']);
    const description = `${messageOf(error, 'This note no longer exists.')} The list is up to date now.`;
    const title = error.code === 'version_changed' ? 'This note was signed again' : DECIDED;
    toast({ title, description, variant: 'destructive' });
    return;
  }
  const description = messageOf(error, 'Please try again.');
  toast({ title: failures[action], description, variant: 'destructive' });
}
