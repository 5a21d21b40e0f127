/** Writes, marks and deletes messages. */

import { and, eq, not, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, forbidden, invalidField, notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { messageInput } from '#features/mail/contract.ts';
import { isSystemMessage } from '#features/mail/rules.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { getEnvelope, INBOX_TOPIC, SENT_TOPIC, sendMessage, type Envelope } from './actions.ts';
import { adjustMailCounts } from './counterActions.ts';
import { canReceive } from './policy.ts';
import { getMessage, getOwnMessage, whereOwnMessage } from './reads.ts';
import { messages } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'message.sent': { recipientId: number; parentMessageId: number | null };
    'message.read': null;
    'message.deleted': null;
  }
}

type MessageInput = z.output<typeof messageInput>;

const whereMessage = (tx: BusinessTransaction, messageId: number) =>
  and(tx.inTenant(messages), eq(messages.id, messageId));

/**
 * Sends a message to a colleague; a reply joins their conversation.
 * @throws 400 for a message to oneself, and for a reply to a third user or to a system message; 404 for an
 * unknown user or message; 409 `recipient_inactive`
 */
export function writeMessage(context: MemberContext, input: MessageInput) {
  const { recipientId, subject, content, parentMessageId } = input;
  if (recipientId === context.session.userId) {
    throw invalidField('recipientId', "You can't send a message to yourself.");
  }
  return writeInBusiness(context, async (tx) => {
    const to = await getEnvelope(tx, context, recipientId);
    refuseUnreachable(to.recipient);
    const parent = parentMessageId
      ? await getParent(tx, context, { parentMessageId, recipientId })
      : undefined;
    const { id } = to;
    recordAudit(tx, context, {
      type: 'message.sent',
      id,
      details: { recipientId, parentMessageId: parent?.id ?? null },
    });
    const [, message] = await Promise.all([
      sendMessage(tx, context, { to, subject, content, parent, noteId: parent?.noteId ?? null }),
      getMessage(tx, context, id),
    ]);
    return message;
  });
}

function refuseUnreachable(person: Envelope['recipient']): void {
  if (canReceive(person)) return;
  const name = fullNameOf(person);
  throw conflict('recipient_inactive', `${name} is no longer active and cannot receive messages.`);
}

async function getParent(
  tx: BusinessTransaction,
  context: MemberContext,
  { parentMessageId, recipientId }: { parentMessageId: number; recipientId: number },
) {
  const parent = await getOwnMessage(tx, context, parentMessageId);
  if (isSystemMessage(parent)) {
    throw invalidField('parentMessageId', "This is an automatic message. You can't reply to it.");
  }
  if (![parent.senderId, parent.recipientId].includes(recipientId)) {
    throw invalidField('recipientId', 'Replies go to the other person in the conversation.');
  }
  return { id: parent.id, threadId: parent.threadId ?? parent.id, noteId: parent.noteId };
}

/** Marks a received message as read; does nothing for a read message. @throws 403 for its sender, 404 */
export function markRead(context: MemberContext, messageId: number) {
  const { session, now } = context;
  return writeInBusiness(context, async (tx) => {
    const [row] = await tx
      .update(messages)
      .set({ isRead: true, readAt: now })
      .where(
        and(
          whereMessage(tx, messageId),
          eq(messages.recipientId, session.userId),
          not(messages.hiddenForRecipient),
          not(messages.isRead),
        ),
      )
      .returning({ senderId: messages.senderId });
    if (row) {
      adjustMailCounts(tx, context, [{ userId: session.userId, unread: -1 }]);
      recordAudit(tx, context, { type: 'message.read', id: messageId });
      publishChange(tx, [INBOX_TOPIC], [session.userId]);
      publishChange(tx, [SENT_TOPIC], [row.senderId]);
    }
    const message = await getMessage(tx, context, messageId);
    if (message.recipientId !== session.userId) {
      throw forbidden('Only its recipient can mark a message as read.');
    }
    return message;
  });
}

/** Deletes a message for the caller only. @throws 404 */
export function deleteMessage(context: MemberContext, messageId: number): Promise<undefined> {
  const { userId } = context.session;
  return writeInBusiness<undefined>(context, async (tx) => {
    const [row] = await tx
      .update(messages)
      .set({
        hiddenForSender: sql`${messages.hiddenForSender} or ${messages.senderId} = ${userId}`,
        hiddenForRecipient: sql`${messages.hiddenForRecipient} or ${messages.recipientId} = ${userId}`,
      })
      .where(and(whereMessage(tx, messageId), whereOwnMessage(context)))
      .returning({
        senderId: messages.senderId,
        recipientId: messages.recipientId,
        isRead: messages.isRead,
      });
    if (!row) throw notFound('This message does not exist.');
    const sent = row.senderId === userId && !isSystemMessage(row);
    const change = sent ? { sent: -1 } : { inbox: -1, unread: row.isRead ? 0 : -1 };
    adjustMailCounts(tx, context, [{ userId, ...change }]);
    recordAudit(tx, context, { type: 'message.deleted', id: messageId });
    publishChange(tx, [sent ? SENT_TOPIC : INBOX_TOPIC], [userId]);
  });
}
