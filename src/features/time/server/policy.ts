import { isManager } from '#platform/server/context.ts';
import type { Session } from '#platform/server/context.ts';

/** People see their own hours, managers everybody's. */
export const canSeeHours = (actor: Pick<Session, 'userId' | 'role'>, employeeId: number): boolean =>
  employeeId === actor.userId || isManager(actor);
