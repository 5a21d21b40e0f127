import { isManager } from '#platform/server/context.ts';
import type { Session } from '#platform/server/context.ts';
import type { Role } from '#platform/contract/role.ts';

type Actor = Pick<Session, 'userId' | 'role'>;
interface Target {
  id: number;
  role: Role;
}

/** Beyond the directory, a profile is for its owner and for managers. */
export const maySeeProfile = (actor: Actor, target: Target): boolean =>
  target.id === actor.userId || isManager(actor);

/** The owner, and managers; an admin's profile only admins. */
export const mayEdit = (actor: Actor, target: Target): boolean =>
  target.id === actor.userId || mayChangeStatus(actor, target);

/** Role and status: managers, never the own; an admin's only admins. */
export const mayChangeStatus = (actor: Actor, target: Target): boolean =>
  target.id !== actor.userId && isManager(actor) && mayGrantRole(actor, target.role);

/** Looking up or resetting a password: managers, never the own; an admin's only admins. */
export const mayHandlePassword = (actor: Actor, target: Target): boolean => mayChangeStatus(actor, target);

/** Only an admin can make a person an admin. */
export const mayGrantRole = (actor: Actor, role: Role): boolean => role !== 'admin' || actor.role === 'admin';
