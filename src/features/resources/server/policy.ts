import { and, eq, ne } from 'drizzle-orm';
import { isManager } from '../../../platform/server/context.ts';
import type { Session } from '../../../platform/server/context.ts';
import { businessResources } from './tables.ts';

type Actor = Pick<Session, 'role' | 'readOnly'>;

/** Managers see everything; the others what is active and not for managers alone. */
export const visibleTo = (actor: Actor) =>
  isManager(actor)
    ? undefined
    : and(eq(businessResources.status, 'active'), ne(businessResources.accessLevel, 'managers'));

export const resourceRights = (actor: Actor) => ({ edit: isManager(actor) && !actor.readOnly });
