import type { PersonStatus } from '#platform/contract/personStatus.ts';
import type { Role } from '#platform/contract/role.ts';
import { isManager, type Session } from '#platform/server/context.ts';

type Actor = Pick<Session, 'userId' | 'role'>;
interface Target {
  id: number;
  role: Role;
}

/** Returns whether the actor can read a whole profile: the owner and managers. */
export const canSeeProfile = (actor: Actor, target: Target): boolean =>
  target.id === actor.userId || isManager(actor);

/** Returns whether the actor can edit a profile: the owner and managers; only admins for an admin's. */
export const canEdit = (actor: Actor, target: Target): boolean =>
  target.id === actor.userId || canChangeStatus(actor, target);

/** Returns whether the actor can change role and status: managers, never their own; only admins for an admin's. */
export const canChangeStatus = (actor: Actor, target: Target): boolean =>
  target.id !== actor.userId && isManager(actor) && canGrantRole(actor, target.role);

/** Returns whether the actor can allow a deactivated person to log in once to send notes: admins. */
export const canAllowSending = (actor: Actor, target: Target & { status: PersonStatus }): boolean =>
  actor.role === 'admin' && target.id !== actor.userId && target.status === 'inactive';

/** Returns whether the actor can give a role: only admins make a person an admin. */
export const canGrantRole = (actor: Actor, role: Role): boolean => role !== 'admin' || actor.role === 'admin';
