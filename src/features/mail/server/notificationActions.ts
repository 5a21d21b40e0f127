/** Sends emails about new messages, without the content, which may concern clients. */

import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { queueMail, withdrawMails } from '#platform/server/outbox.ts';
import { publicUrlOf } from '#platform/server/publicUrl.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { messages } from './tables.ts';

/** A message of a user, the result of a review or an arrival, a dispute of a client, or a notification to all managers. */
export type MessageKind =
  | 'message'
  | 'approved'
  | 'denied'
  | 'returned'
  | 'reopened'
  | 'sent back'
  | 'disputed'
  | 'for managers';

type Scope = Pick<MemberContext, 'services' | 'businessId' | 'now'>;

/** After a day of failed attempts an email is dropped; the message stays in the inbox. */
const EXPIRY_MS = 24 * 60 * 60 * 1000;

const TEMPLATES: Record<MessageKind, (name: string) => { subject: string; happened: string }> = {
  message: (name) => ({
    subject: `New message from ${name}`,
    happened: `${name} wrote you a message in ${PRODUCT_NAME}.`,
  }),
  approved: (name) => ({
    subject: 'Your note was approved',
    happened: `${name} approved one of your notes.`,
  }),
  denied: (name) => ({ subject: 'Your note was denied', happened: `${name} denied one of your notes.` }),
  returned: (name) => ({
    subject: 'Your note was sent back',
    happened: `${name} sent one of your notes back to be changed and signed again.`,
  }),
  reopened: (name) => ({
    subject: 'Your note was reopened',
    happened: `${name} reopened one of your approved notes.`,
  }),
  'sent back': () => ({
    subject: 'Your note was sent back',
    happened: 'One of your notes was sent back to be changed and signed again.',
  }),
  disputed: () => ({
    subject: 'A client reports that a visit is not right',
    happened: 'A client reports that a visit is not right.',
  }),
  'for managers': () => ({
    subject: 'New message for managers',
    happened: `There's a new message for managers in ${PRODUCT_NAME}.`,
  }),
};

interface Delivery {
  kind: MessageKind;
  /** The messages, one per recipient. */
  letters: { id: number; recipientId: number }[];
  /** The user who sent them, for the kinds that name one. */
  author?: MailUser | undefined;
  people: MailUser[];
}

/** Queues one email per message, to recipients who have an address, are not inactive and want emails of this kind. */
export async function queueNotifications(
  tx: BusinessTransaction,
  scope: Scope,
  { kind, letters, author, people }: Delivery,
): Promise<void> {
  const { now, services } = scope;
  const publicUrl = publicUrlOf(services.settings);
  const { subject, happened } = TEMPLATES[kind](author ? fullNameOf(author) : 'Someone');
  const mails = letters.flatMap(({ id, recipientId }) => {
    const to = people.find((one) => one.id === recipientId && wants(one, kind))?.email;
    if (!to) return [];
    const text = `${happened}\n\nRead it here:\n${publicUrl}/mail?message=${id}\n\nTo protect clients, we leave the contents out of emails. Change your email settings: ${publicUrl}/profile`;
    return [{ to, subject, text, cause: causeOf(id), expiresAt: new Date(now.getTime() + EXPIRY_MS) }];
  });
  await queueMail(tx, scope, mails);
}

const causeOf = (messageId: number): string => `message:${messageId}`;

/** Withdraws the queued emails to a user who left and can no longer sign in. */
export async function withdrawNotifications(
  tx: BusinessTransaction,
  { businessId, userId, now }: { businessId: number; userId: number; now: Date },
): Promise<void> {
  const rows = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        tx.inTenant(messages),
        eq(messages.recipientId, userId),
        gt(messages.createdAt, new Date(now.getTime() - EXPIRY_MS)),
      ),
    );
  await withdrawMails(
    tx,
    businessId,
    rows.map(({ id }) => causeOf(id)),
  );
}

/** Reads users who send or receive messages. */
export const listMailUsers = (tx: BusinessTransaction, userIds: (number | SQL)[]) => {
  const ids = userIds.map((id) => sql`${id}`);
  return tx
    .select({
      id: users.id,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      status: users.status,
      emailOnReview: users.emailOnReview,
      emailOnMessage: users.emailOnMessage,
    })
    .from(users)
    .where(and(tx.inTenant(users), inArray(users.id, sql`(${sql.join(ids, sql`, `)})`)))
    .execute();
};

/** A sender or recipient. */
export type MailUser = Awaited<ReturnType<typeof listMailUsers>>[number];

const REVIEWS: MessageKind[] = ['approved', 'denied', 'returned', 'reopened', 'sent back'];

const wants = ({ status, emailOnReview, emailOnMessage }: MailUser, kind: MessageKind): boolean =>
  status !== 'inactive' && (REVIEWS.includes(kind) ? emailOnReview : emailOnMessage);
