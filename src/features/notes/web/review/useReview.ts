import { ApiError, isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { refreshTopics } from '#platform/web/queries.ts';
import { toast } from '#platform/web/toast.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import type { ReviewInput } from '#features/notes/contract.ts';
import { useReviewNote } from '#features/notes/web/queries.ts';
import type { NoteRow } from '#features/notes/web/queries.ts';

type Action = ReviewInput['action'];

const done: Record<Action, { title: string; description?: string }> = {
  approve: { title: 'Note Approved', description: 'Note approved and the employee has been notified' },
  deny: { title: 'Note Denied', description: 'Note denied and the employee has been notified' },
  hold: { title: 'Note put on hold', description: 'It waits under In review until it is resumed.' },
  resume: { title: 'Note resumed', description: 'It is pending again.' },
  return: { title: 'Note sent back', description: 'The employee has been notified' },
};

const failures: Record<Action, string> = {
  approve: 'Failed to approve note',
  deny: 'Failed to deny note',
  hold: 'Failed to put the note on hold',
  resume: 'Failed to resume note',
  return: 'Failed to send the note back',
};

type ReviewedNote = Pick<NoteRow, 'id' | 'version' | 'authorId'>;

/** The decisions that the author is told of. */
const told = new Set<Action>(['approve', 'deny', 'return']);

/** Nobody gets a letter from themselves, so nobody is said to be notified of an own note's review. */
function doneTo({ authorId }: ReviewedNote, { action, reviewerId }: { action: Action; reviewerId: number }) {
  return told.has(action) && authorId === reviewerId ? { title: done[action].title } : done[action];
}

/** Reviewing a note with its toasts; answers whether it was done. */
export function useReview() {
  const change = useReviewNote();
  const user = useUser();
  const attempt = useAttemptKey();
  async function review(note: ReviewedNote, decision: ReviewInput): Promise<boolean> {
    if (change.isPending) return false;
    try {
      // Nobody decides about what they have not seen, and a decision whose answer was lost is not refused for itself.
      const wanted = { id: note.id, review: { ...decision, version: note.version } };
      await change.mutateAsync({ ...wanted, attempt: attempt.keyFor(wanted) });
      attempt.done();
      toast(doneTo(note, { action: decision.action, reviewerId: user.id }));
      return true;
    } catch (error) {
      if (isSessionExpired(error)) return false;
      explain(error, decision.action);
      return false;
    }
  }
  return { review, running: change.isPending ? change.variables.review.action : null };
}

const OVERTAKEN = new Set(['note_not_pending', 'note_changed']);

function explain(error: unknown, action: Action): void {
  if (error instanceof ApiError && (OVERTAKEN.has(error.code) || error.status === 404)) {
    // Somebody else was faster: what is shown is old.
    void refreshTopics(['notes']);
    const description = `${messageOf(error, 'This note is not there any more.')} The list shows it as it is now.`;
    toast({ title: 'Somebody else was faster', description, variant: 'destructive' });
    return;
  }
  const description = messageOf(error, 'Please try again.');
  toast({ title: failures[action], description, variant: 'destructive' });
}
