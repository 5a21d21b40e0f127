import { isManager } from '#platform/server/context.ts';
import type { Session } from '#platform/server/context.ts';

type Actor = Pick<Session, 'role' | 'readOnly'>;

/** Managers announce, change and delete, also what a colleague announced. */
export function announcementRights(actor: Actor) {
  const may = isManager(actor) && !actor.readOnly;
  return { edit: may, delete: may };
}
