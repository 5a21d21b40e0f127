/** Rights on a message, which only its sender and recipient see. */

import type { PersonStatus } from '#platform/contract/personStatus.ts';
import type { Session } from '#platform/server/context.ts';
import { isSystemMessage } from '#features/mail/rules.ts';

type Actor = Pick<Session, 'userId' | 'readOnly'>;

interface Subject {
  senderId: number;
  recipientId: number;
  isRead: boolean;
  sender: { status: PersonStatus };
  recipient: { status: PersonStatus };
}

/** Inactive people receive no messages. */
export const canReceive = (person: { status: PersonStatus }): boolean => person.status !== 'inactive';

export function messageRights(actor: Actor, message: Subject) {
  const received = message.recipientId === actor.userId;
  const other = received ? message.sender : message.recipient;
  return {
    read: !actor.readOnly && received && !message.isRead,
    reply: !actor.readOnly && !isSystemMessage(message) && canReceive(other),
    delete: !actor.readOnly,
  };
}
