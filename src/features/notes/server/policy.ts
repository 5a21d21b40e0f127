/** Guarded: the permissions on a note, and the transitions between its statuses. */

import { isManager, type Session } from '#platform/server/context.ts';
import type { NoteStatus, ReviewAction } from '#features/notes/contract.ts';

type Actor = Pick<Session, 'userId' | 'role' | 'readOnly'>;
interface Subject {
  authorId: number;
  status: NoteStatus;
  /** Dated in the closed period. */
  isClosed: boolean;
  /** Disputed by the client, without an answer. */
  disputed: boolean;
  /** Part of an issued invoice or a claim batch. */
  isBilled: boolean;
}

interface Step {
  from: NoteStatus;
  to: NoteStatus;
}

/** The transition of each review action. */
export const REVIEWS: Record<ReviewAction, Step> = {
  approve: { from: 'pending', to: 'resolved' },
  deny: { from: 'pending', to: 'denied' },
  hold: { from: 'pending', to: 'in-review' },
  resume: { from: 'in-review', to: 'pending' },
  return: { from: 'pending', to: 'in-progress' },
  reopen: { from: 'resolved', to: 'pending' },
};

/** The author and managers can read a note. */
export const canSee = (actor: Actor, note: Pick<Subject, 'authorId'>): boolean =>
  note.authorId === actor.userId || isManager(actor);

/** Matches the statuses in which the author may sign a new version. */
export const isEditable = (status: NoteStatus): boolean => status === 'pending' || status === 'in-progress';

/**
 * The caller's permissions on a note. Another manager approves a manager's note, except in a business that has only
 * one; the audit log marks a self-review.
 */
export function noteRights(actor: Actor, note: Subject, { isOnlyManager }: { isOnlyManager: boolean }) {
  const writes = !actor.readOnly;
  const changes = writes && !note.isClosed && !note.isBilled;
  const own = note.authorId === actor.userId;
  const reviews = (action: ReviewAction) =>
    changes && isManager(actor) && note.status === REVIEWS[action].from;
  const approvesClosed = writes && actor.role === 'admin' && note.status === REVIEWS.approve.from;
  return {
    // In a closed period by an admin, with a reason.
    approve:
      (note.isClosed ? approvesClosed : reviews('approve')) && !note.disputed && (!own || isOnlyManager),
    deny: reviews('deny'),
    hold: reviews('hold'),
    resume: reviews('resume'),
    return: reviews('return'),
    reopen: reviews('reopen'),
    edit: changes && own && isEditable(note.status),
    delete: changes && canSee(actor, note) && (!note.disputed || isManager(actor)),
  };
}
