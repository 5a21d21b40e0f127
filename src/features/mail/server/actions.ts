/** Sends internal messages within the caller's transaction. */

import { and, eq, inArray, ne, or, type SQL } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { nextId } from '#platform/server/database/nextId.ts';
import { notFound } from '#platform/server/errors.ts';
import { publishChange, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { SUBJECT_MAX } from '#features/mail/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { adjustMailCounts } from './counterActions.ts';
import { listMailUsers, queueNotifications, type MessageKind, type MailUser } from './notificationActions.ts';
import { messages } from './tables.ts';

/** The sender of a message; a member's context is one. */
export type Sender = Pick<MemberContext, 'services' | 'businessId' | 'now' | 'session'>;
/** The system as sender; a scheduled job's scope is one. */
export type SystemSender = Omit<Sender, 'session'>;

interface Letter {
  subject: string;
  content: string;
  /** The note that it is about. */
  noteId?: number | null;
  /** The client that it is about. */
  clientId?: number;
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

/** A message's row without its users. Generated subjects may be too long and are cut. */
const letterRow = ({ businessId, now }: SystemSender, { subject, content, noteId, clientId }: Letter) => ({
  businessId,
  subject: subject.slice(0, SUBJECT_MAX),
  content,
  noteId,
  clientId,
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
    listMailUsers(tx, [sender.session.userId, recipientId]),
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
    tx.insert(messages).values({ ...letterRow(sender, letter), ...thread, id, senderId, recipientId }),
    queueNotifications(tx, sender, { kind, letters: [{ id, recipientId }], author, people: [recipient] }),
  ]);
  publishChange(tx, [INBOX_TOPIC], [recipientId]);
  publishChange(tx, [SENT_TOPIC], [senderId]);
}

/** Sends a message to each active manager except the acting user. It is not among that user's sent messages. */
export async function notifyManagers(tx: BusinessTransaction, sender: Sender, letter: Letter): Promise<void> {
  const { userId } = sender.session;
  const managerIds = (await listManagerIds(tx)).filter((id) => id !== userId);
  const envelopes = managerIds.map((recipientId) => ({ senderId: userId, recipientId }));
  await sendHidden(tx, sender, { envelopes, letters: [letter] });
}

/** Sends system messages to each active manager, who can't reply to them. */
export async function sendSystemMessages(
  tx: BusinessTransaction,
  sender: SystemSender,
  letters: readonly Letter[],
): Promise<void> {
  const managerIds = letters.length === 0 ? [] : await listManagerIds(tx);
  const envelopes = managerIds.map((id) => ({ senderId: id, recipientId: id }));
  await sendHidden(tx, sender, { envelopes, letters });
}

/** Sends a system message about a note to its author and each active manager. */
export async function sendNoteAlert(
  tx: BusinessTransaction,
  sender: SystemSender,
  { authorId, ...letter }: Letter & { authorId: number },
): Promise<void> {
  const envelopes = (await listManagerIds(tx, authorId)).map((id) => ({ senderId: id, recipientId: id }));
  await sendHidden(tx, sender, { envelopes, letters: [letter], kind: 'disputed' });
}

/** Sends the author a system message about a note that was sent back without a manager. */
export async function sendAuthorNotice(
  tx: BusinessTransaction,
  sender: Sender,
  letter: Letter,
): Promise<void> {
  const { userId } = sender.session;
  const envelopes = [{ senderId: userId, recipientId: userId }];
  await sendHidden(tx, sender, { envelopes, letters: [letter], kind: 'sent back' });
}

/** @param userId of another user to include, if active */
async function listManagerIds(tx: BusinessTransaction, userId?: number): Promise<number[]> {
  const isManager = inArray(users.role, ['manager', 'admin']);
  const managers = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        tx.inTenant(users),
        userId === undefined ? isManager : or(isManager, eq(users.id, userId)),
        ne(users.status, 'inactive'),
      ),
    );
  return managers.map(({ id }) => id);
}

/** Sends each message to each recipient. They are not among the sender's sent messages. */
async function sendHidden(
  tx: BusinessTransaction,
  sender: SystemSender,
  {
    envelopes,
    letters,
    kind = 'for managers',
  }: {
    envelopes: { senderId: number; recipientId: number }[];
    letters: readonly Letter[];
    kind?: MessageKind;
  },
): Promise<void> {
  if (envelopes.length === 0) return;
  const recipientIds = envelopes.map(({ recipientId }) => recipientId);
  adjustMailCounts(
    tx,
    sender,
    recipientIds.map((userId) => ({ userId, inbox: letters.length, unread: letters.length })),
  );
  const rows = letters.map((letter) => ({ ...letterRow(sender, letter), hiddenForSender: true }));
  const [sent, people] = await Promise.all([
    tx
      .insert(messages)
      .values(rows.flatMap((row) => envelopes.map((envelope) => ({ ...row, ...envelope }))))
      .returning({ id: messages.id, recipientId: messages.recipientId }),
    listMailUsers(tx, recipientIds),
  ]);
  await queueNotifications(tx, sender, { kind, letters: sent, people });
  publishChange(tx, [INBOX_TOPIC], recipientIds);
}
