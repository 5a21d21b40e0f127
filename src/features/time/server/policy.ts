/** Guarded: the right to see hours. */

import { isManager, type Session } from '#platform/server/context.ts';

/** Users see their own hours; managers see those of all users. */
export const canSeeHours = (actor: Pick<Session, 'userId' | 'role'>, employeeId: number): boolean =>
  employeeId === actor.userId || isManager(actor);
