import { isManager, type Session } from '#platform/server/context.ts';

type Actor = Pick<Session, 'role' | 'readOnly'>;

/** Managers can change and delete all announcements, including those of colleagues. */
export function announcementRights(actor: Actor) {
  const isAllowed = isManager(actor) && !actor.readOnly;
  return { edit: isAllowed, delete: isAllowed };
}
