import { isManager, type Session } from '#platform/server/context.ts';

type Actor = Pick<Session, 'role' | 'readOnly'>;

/** Only managers see a client's signature code. */
export const maySeeCode = (actor: Actor): boolean => isManager(actor);

/** The caller's permissions on a client that they can see. */
export const clientRights = (actor: Actor, client: { status: 'active' | 'inactive' }) => ({
  edit: isManager(actor) && !actor.readOnly,
  remove: isManager(actor) && !actor.readOnly,
  submitNote: client.status === 'active' && !actor.readOnly,
});
