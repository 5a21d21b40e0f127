/** Internal mail as other features send it, within their own transactions. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { MemberContext } from '../../../platform/server/context.ts';
import { changed } from '../../../platform/server/tenancy.ts';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { users } from '../../people/server/tables.ts';
import { messages } from './tables.ts';

/** Who writes; a member's context is one. */
export type Sender = Pick<MemberContext, 'businessId' | 'now' | 'session'>;

interface Letter {
  subject: string;
  content: string;
}

/** Longest subject of a message. */
const SUBJECT_MAX = 200;

/** Sends a message from the person acting to a colleague; their open pages hear of it after the commit. */
export async function sendMessage(
  tx: BusinessTransaction,
  sender: Sender,
  { recipientId, subject, content }: Letter & { recipientId: number },
): Promise<void> {
  await tx.insert(messages).values({
    businessId: sender.businessId,
    senderId: sender.session.userId,
    recipientId,
    subject: subject.slice(0, SUBJECT_MAX),
    content,
    createdAt: sender.now,
  });
  changed(tx, ['messages'], [recipientId, sender.session.userId]);
}

/** Sends the same message to each manager and admin who is not inactive, but the person acting. */
export async function tellManagers(tx: BusinessTransaction, sender: Sender, letter: Letter): Promise<void> {
  const { businessId, session, now } = sender;
  const managers = tx
    .select({
      businessId: sql`${businessId}::bigint`.as('business_id'),
      senderId: sql`${session.userId}::bigint`.as('sender_id'),
      recipientId: users.id,
      subject: sql`${letter.subject.slice(0, SUBJECT_MAX)}::text`.as('subject'),
      content: sql`${letter.content}::text`.as('content'),
      createdAt: sql`${now.toISOString()}::timestamptz`.as('created_at'),
    })
    .from(users)
    .where(
      and(
        eq(users.businessId, businessId),
        inArray(users.role, ['manager', 'admin']),
        ne(users.status, 'inactive'),
        ne(users.id, session.userId),
      ),
    );
  const { rows } = await tx.execute<{ recipient_id: number }>(sql`
    insert into ${messages} (business_id, sender_id, recipient_id, subject, content, created_at)
    ${managers} returning recipient_id`);
  if (rows.length > 0) {
    changed(tx, ['messages'], [session.userId, ...rows.map((row) => row.recipient_id)]);
  }
}
