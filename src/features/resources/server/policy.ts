import { isManager, type Session } from '#platform/server/context.ts';

type Actor = Pick<Session, 'role' | 'readOnly'>;

/** Managers see all resources; employees see active ones that are not for managers only. */
export const seesEverything = (actor: Actor): boolean => isManager(actor);

export const resourceRights = (actor: Actor) => ({ edit: isManager(actor) && !actor.readOnly });
