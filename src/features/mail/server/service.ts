/** Internal mail as it is put into the boxes, within the transaction of whoever sends it. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { MemberContext } from '../../../platform/server/context.ts';
import { changed } from '../../../platform/server/tenancy.ts';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { users } from '../../people/server/tables.ts';
import { SUBJECT_MAX } from '../rules.ts';
import { moveMailCounts } from './countService.ts';
import { partiesOfMail, queueNotices, withdrawNotices } from './noticeService.ts';
import type { Kind } from './noticeService.ts';
import { messages } from './tables.ts';

/** Who writes; a member's context is one. */
export type Sender = Pick<MemberContext, 'services' | 'businessId' | 'now' | 'session' | 'publicUrl'>;

interface Letter {
  subject: string;
  content: string;
}

interface Addressed extends Letter {
  recipientId: number;
  /** What its e-mail calls it; a message when left out. */
  kind?: Kind;
  /** The message that this one answers, and the first one of their conversation. */
  parent?: { id: number; threadId: number } | undefined;
}

/** What open pages show anew: the recipient's inbox, the sender's sent messages. */
export const INBOX_TOPIC = 'messages';
export const SENT_TOPIC = 'sent-messages';

/** Characters of the content that lists show. */
const EXCERPT = 140;

/** A message's row. Texts made of others' titles are cut, because they may be longer than a subject. */
const letterRow = ({ businessId, session, now }: Sender, { subject, content }: Letter) => ({
  businessId,
  senderId: session.userId,
  subject: subject.slice(0, SUBJECT_MAX),
  content,
  excerpt: [...content].slice(0, EXCERPT).join(''),
  createdAt: now,
});

/**
 * Sends a message from the person acting to a colleague; their open pages hear of it after the commit, and they
 * themselves by e-mail if they want to.
 * @returns the message's id
 */
export async function sendMessage(
  tx: BusinessTransaction,
  sender: Sender,
  letter: Addressed,
): Promise<number> {
  const { recipientId, parent, kind = 'message' } = letter;
  const senderId = sender.session.userId;
  const thread = parent ? { parentMessageId: parent.id, threadId: parent.threadId } : {};
  const [[row], people] = await Promise.all([
    tx
      .insert(messages)
      .values({ ...letterRow(sender, letter), ...thread, recipientId })
      .returning({ id: messages.id }),
    partiesOfMail(tx, sender, [recipientId]),
    moveMailCounts(tx, sender, [
      { userId: senderId, sent: 1 },
      { userId: recipientId, inbox: 1, unread: 1 },
    ]),
  ]);
  if (!row) throw new Error('The message was not written');
  await queueNotices(tx, sender, { kind, letters: [{ id: row.id, recipientId }], people });
  changed(tx, [INBOX_TOPIC], [recipientId]);
  changed(tx, [SENT_TOPIC], [senderId]);
  return row.id;
}

/**
 * Sends the same notice to each manager and admin who is not inactive, but the person acting. It is not among
 * what that person sent, because they did not write it.
 */
export async function tellManagers(tx: BusinessTransaction, sender: Sender, letter: Letter): Promise<void> {
  const { businessId, session } = sender;
  const managers = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.businessId, businessId),
        inArray(users.role, ['manager', 'admin']),
        ne(users.status, 'inactive'),
        ne(users.id, session.userId),
      ),
    );
  const told = managers.map(({ id }) => id);
  if (told.length === 0) return;
  const row = { ...letterRow(sender, letter), hiddenForSender: true };
  const [letters, people] = await Promise.all([
    tx
      .insert(messages)
      .values(told.map((recipientId) => ({ ...row, recipientId })))
      .returning({ id: messages.id, recipientId: messages.recipientId }),
    partiesOfMail(tx, sender, told),
    moveMailCounts(
      tx,
      sender,
      told.map((userId) => ({ userId, inbox: 1, unread: 1 })),
    ),
  ]);
  await queueNotices(tx, sender, { kind: 'for managers', letters, people });
  changed(tx, [INBOX_TOPIC], told);
}

/**
 * Takes back the e-mails about messages that still wait for somebody who left.
 * @param reader the person, and the moment of the change
 */
export const withdrawMailTo = (
  tx: BusinessTransaction,
  reader: { businessId: number; userId: number; now: Date },
): Promise<void> => withdrawNotices(tx, reader);
