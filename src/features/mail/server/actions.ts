/** Sends internal messages within the caller's transaction. */
import { and, inArray, ne, type SQL } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { nextId } from '#platform/server/database/nextId.ts';
import { notFound } from '#platform/server/errors.ts';
import { publishChange, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { users } from '#features/people/server/tables.ts';
import { SUBJECT_MAX } from '#features/mail/rules.ts';
import { adjustMailCounts } from './counterActions.ts';
import {
  listSenderAndRecipients,
  queueNotifications,
  type MessageKind,
  type MailUser,
} from './notificationActions.ts';
import { messages } from './tables.ts';

/** The sender of a message; a member's context is one. */
export type Sender = Pick<MemberContext, 'services' | 'businessId' | 'now' | 'session' | 'publicUrl'>;

interface Letter {
  subject: string;
  content: string;
  /** The note that it is about. */
  noteId?: number;
}

interface Addressed extends Letter {
  to: Envelope;
  /** The kind of email; a message by default. */
  kind?: MessageKind;
  /** The message that this one replies to, and the first one of their conversation. */
  parent?: { id: number; threadId: number } | undefined;
}

/** Topics that open pages refetch: the recipient's inbox, the sender's sent messages. */
export const INBOX_TOPIC = 'messages';
export const SENT_TOPIC = 'sent-messages';

/** Characters of the content that lists show. */
const EXCERPT = 140;

/** A message's row. Generated subjects may be too long and are cut. */
const letterRow = ({ businessId, session, now }: Sender, { subject, content, noteId }: Letter) => ({
  businessId,
  senderId: session.userId,
  subject: subject.slice(0, SUBJECT_MAX),
  content,
  noteId,
  excerpt: [...content].slice(0, EXCERPT).join(''),
  createdAt: now,
});

/** A message that will be written: its id, sender and recipient. */
export interface Envelope {
  id: number;
  author: MailUser;
  recipient: MailUser;
}

/** As `findEnvelope`. @throws 404 for an unknown user */
export async function getEnvelope(
  tx: BusinessTransaction,
  sender: Sender,
  recipientId: number,
): Promise<Envelope> {
  const envelope = await findEnvelope(tx, sender, recipientId);
  if (!envelope) throw notFound('This person does not exist.');
  return envelope;
}

/**
 * Reserves the id of a message and reads its two users, so that message and email are written in one round trip.
 * @param recipientId may be a subquery, which saves a round trip
 * @returns null for an unknown user and for the sender
 */
export async function findEnvelope(
  tx: BusinessTransaction,
  sender: Sender,
  recipientId: number | SQL,
): Promise<Envelope | null> {
  const [id, people] = await Promise.all([
    nextId(tx, messages),
    listSenderAndRecipients(tx, sender, [recipientId]),
  ]);
  const author = people.find((one) => one.id === sender.session.userId);
  const recipient = people.find((one) => one !== author);
  return author && recipient ? { id, author, recipient } : null;
}

/** Sends a message to a colleague, with an email if they turned it on, and refreshes the open pages of both users. */
export async function sendMessage(
  tx: BusinessTransaction,
  sender: Sender,
  { to, parent, kind = 'message', ...letter }: Addressed,
): Promise<void> {
  const { id, author, recipient } = to;
  const recipientId = recipient.id;
  const senderId = sender.session.userId;
  const thread = parent ? { parentMessageId: parent.id, threadId: parent.threadId } : {};
  adjustMailCounts(tx, sender, [
    { userId: senderId, sent: 1 },
    { userId: recipientId, inbox: 1, unread: 1 },
  ]);
  await Promise.all([
    tx.insert(messages).values({ ...letterRow(sender, letter), ...thread, id, recipientId }),
    queueNotifications(tx, sender, { kind, letters: [{ id, recipientId }], people: [author, recipient] }),
  ]);
  publishChange(tx, [INBOX_TOPIC], [recipientId]);
  publishChange(tx, [SENT_TOPIC], [senderId]);
}

/** Sends a message to each active manager except the acting user. It is not among that user's sent messages. */
export async function notifyManagers(tx: BusinessTransaction, sender: Sender, letter: Letter): Promise<void> {
  const managers = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        tx.inTenant(users),
        inArray(users.role, ['manager', 'admin']),
        ne(users.status, 'inactive'),
        ne(users.id, sender.session.userId),
      ),
    );
  const managerIds = managers.map(({ id }) => id);
  if (managerIds.length === 0) return;
  const row = { ...letterRow(sender, letter), hiddenForSender: true };
  adjustMailCounts(
    tx,
    sender,
    managerIds.map((userId) => ({ userId, inbox: 1, unread: 1 })),
  );
  const [letters, people] = await Promise.all([
    tx
      .insert(messages)
      .values(managerIds.map((recipientId) => ({ ...row, recipientId })))
      .returning({ id: messages.id, recipientId: messages.recipientId }),
    listSenderAndRecipients(tx, sender, managerIds),
  ]);
  await queueNotifications(tx, sender, { kind: 'for managers', letters, people });
  publishChange(tx, [INBOX_TOPIC], managerIds);
}
