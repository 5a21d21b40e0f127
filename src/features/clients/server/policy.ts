import { isManager } from '#platform/server/context.ts';
import type { Session } from '#platform/server/context.ts';

type Actor = Pick<Session, 'role' | 'readOnly'>;

/** A client's signature code is shown to managers alone. */
export const maySeeCode = (actor: Actor): boolean => isManager(actor);

/** What the caller may do with a client that they can see; employees see the ones assigned to them. */
export const clientRights = (actor: Actor, client: { status: 'active' | 'inactive' }) => ({
  edit: isManager(actor) && !actor.readOnly,
  remove: isManager(actor) && !actor.readOnly,
  submitNote: client.status === 'active' && !actor.readOnly,
});
