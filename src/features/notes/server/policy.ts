/** The permissions on a note, and the transitions between its statuses. */
import { isManager, type Session } from '#platform/server/context.ts';
import type { NoteStatus, ReviewInput } from '#features/notes/contract.ts';

type Actor = Pick<Session, 'userId' | 'role' | 'readOnly'>;
interface Subject {
  authorId: number;
  status: NoteStatus;
}

interface Step {
  from: NoteStatus;
  to: NoteStatus;
}

/** The transition of each review action. */
export const REVIEWS: Record<ReviewInput['action'], Step> = {
  approve: { from: 'pending', to: 'resolved' },
  deny: { from: 'pending', to: 'denied' },
  hold: { from: 'pending', to: 'in-review' },
  resume: { from: 'in-review', to: 'pending' },
  return: { from: 'pending', to: 'in-progress' },
};

/** The author and managers can read a note. */
export const canSee = (actor: Actor, note: Pick<Subject, 'authorId'>): boolean =>
  note.authorId === actor.userId || isManager(actor);

/** Whether the author may sign a new version in this status. */
export const isEditable = (status: NoteStatus): boolean => status === 'pending' || status === 'in-progress';

/**
 * The caller's permissions on a note. Managers may review their own notes, because a small agency has one manager;
 * the audit log marks a self-review.
 */
export function noteRights(actor: Actor, note: Subject) {
  const writes = !actor.readOnly;
  const own = note.authorId === actor.userId;
  const reviews = (action: ReviewInput['action']) =>
    writes && isManager(actor) && note.status === REVIEWS[action].from;
  return {
    approve: reviews('approve'),
    deny: reviews('deny'),
    hold: reviews('hold'),
    resume: reviews('resume'),
    return: reviews('return'),
    edit: writes && own && isEditable(note.status),
    delete: writes && canSee(actor, note),
  };
}
