/** Reads the messages of a user: inbox, sent, threads and those about a note. */

import { aliasedTable, and, eq, not, or, type SQL } from 'drizzle-orm';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import type { MemberContext, Session } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import {
  whereAfterCursor,
  whereAfterPosition,
  newestFirst,
  pageOf,
  decodePosition,
} from '#platform/server/cursor.ts';
import { prepareQuery, placeholder } from '#platform/server/database/prepareQuery.ts';
import type { Queries } from '#platform/server/database/queries.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { mailContract } from '#features/mail/contract.ts';
import { isSystemMessage } from '#features/mail/rules.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { readMailCounts } from './counterActions.ts';
import { messageRights } from './policy.ts';
import { messages } from './tables.ts';

type Paging = RequestOf<(typeof mailContract)['GET /api/messages/inbox']>['query'];

const newest = { at: messages.createdAt, id: messages.id };
const byId = { id: messages.id };

const senders = aliasedTable(users, 'sender');
const recipients = aliasedTable(users, 'recipient');
const party = (person: typeof senders) => ({
  username: person.username,
  firstName: person.firstName,
  lastName: person.lastName,
  department: person.department,
  status: person.status,
});

const columns = {
  id: messages.id,
  senderId: messages.senderId,
  sender: party(senders),
  recipientId: messages.recipientId,
  recipient: party(recipients),
  subject: messages.subject,
  isRead: messages.isRead,
  readAt: messages.readAt,
  parentMessageId: messages.parentMessageId,
  noteId: messages.noteId,
  clientId: messages.clientId,
  createdAt: messages.createdAt,
};

/** Messages with sender and recipient; lists use the excerpt, a single message the whole text. */
const selectWithUsers = (tx: Queries, text: 'excerpt' | 'content') =>
  tx
    .select({ ...columns, content: messages[text] })
    .from(messages)
    .innerJoin(senders, and(eq(senders.businessId, messages.businessId), eq(senders.id, messages.senderId)))
    .innerJoin(
      recipients,
      and(eq(recipients.businessId, messages.businessId), eq(recipients.id, messages.recipientId)),
    );

type MessageRow = Awaited<ReturnType<typeof selectWithUsers>>[number];

const withNames = ({ sender, recipient, ...row }: MessageRow) => ({
  ...row,
  senderName: isSystemMessage(row) ? PRODUCT_NAME : fullNameOf(sender),
  senderDepartment: isSystemMessage(row) ? null : sender.department,
  recipientName: fullNameOf(recipient),
  recipientDepartment: recipient.department,
});

const withRights = (context: MemberContext, row: MessageRow) => ({
  ...withNames(row),
  can: messageRights(context.session, row),
});

type Caller = Pick<MemberContext, 'businessId'> & { session: Pick<Session, 'userId'> };

const whereReceived = ({ businessId, session }: Caller) =>
  and(
    eq(messages.businessId, businessId),
    eq(messages.recipientId, session.userId),
    not(messages.hiddenForRecipient),
  );

const whereSent = ({ businessId, session }: Caller) =>
  and(
    eq(messages.businessId, businessId),
    eq(messages.senderId, session.userId),
    not(messages.hiddenForSender),
  );

/** The messages that the caller sent or received and did not delete. */
export const whereOwnMessage = (context: MemberContext): SQL | undefined =>
  or(whereReceived(context), whereSent(context));

export const listInbox = (context: MemberContext, paging: Paging) => list(context, paging, 'inbox');

export const listSent = (context: MemberContext, paging: Paging) => list(context, paging, 'sent');

/** A page of the caller's messages, newest first. */
function list(context: MemberContext, { limit, cursor }: Paging, box: 'inbox' | 'sent') {
  const { businessId, session } = context;
  const afterCursor = cursor === undefined ? {} : decodePosition(cursor, newest);
  const values = { ...afterCursor, businessId, userId: session.userId, limit: limit + 1 };
  return readInBusiness(context, async (tx) => {
    const [counts, rows] = await Promise.all([
      readMailCounts(tx, context),
      pageOfShape(tx, `${box} ${cursor === undefined ? 'first' : 'next'}`).execute(values),
    ]);
    const page = pageOf({ rows, limit, total: counts[box] }, (row) => ({ at: row.createdAt, id: row.id }));
    return { ...page, rows: page.rows.map(withNames) };
  });
}

const pageOfShape = prepareQuery((queries, shape: `${'inbox' | 'sent'} ${'first' | 'next'}`) => {
  const caller = {
    businessId: placeholder<number>('businessId'),
    session: { userId: placeholder<number>('userId') },
  };
  const position = { at: placeholder('at'), id: placeholder('id') };
  return selectWithUsers(queries, 'excerpt')
    .where(
      and(
        shape.startsWith('inbox') ? whereReceived(caller) : whereSent(caller),
        shape.endsWith('next') ? whereAfterPosition(newest, position) : undefined,
      ),
    )
    .orderBy(...newestFirst(newest))
    .limit(placeholder<number>('limit'))
    .prepare('');
});

/** The number of unread messages. */
export async function readUnread(context: MemberContext) {
  const { unread } = await readInBusiness(context, (tx) => readMailCounts(tx, context));
  return { unread };
}

/** The caller's messages about a note, newest first. */
export function listNoteMessages(
  tx: BusinessTransaction,
  context: MemberContext,
  { noteId, paging }: { noteId: number; paging: Paging },
) {
  const matching = and(tx.inTenant(messages), eq(messages.noteId, noteId), whereOwnMessage(context));
  return readMessages(tx, context, { matching, paging });
}

/**
 * The conversation of a message as the caller sees it, newest first.
 * @throws 404 for a message that the caller cannot see
 */
export function readThread(context: MemberContext, messageId: number, paging: Paging) {
  return readInBusiness(context, async (tx) => {
    const { id, threadId } = await getOwnMessage(tx, context, messageId);
    const first = threadId ?? id;
    const matching = and(
      tx.inTenant(messages),
      or(eq(messages.id, first), eq(messages.threadId, first)),
      whereOwnMessage(context),
    );
    return readMessages(tx, context, { matching, paging });
  });
}

/** A page of whole messages, newest first. */
async function readMessages(
  tx: BusinessTransaction,
  context: MemberContext,
  { matching, paging: { limit, cursor } }: { matching: SQL | undefined; paging: Paging },
) {
  // A wrong cursor throws before a statement is sent.
  const afterCursor = whereAfterCursor(byId, cursor);
  const [total, rows] = await Promise.all([
    countUpTo(tx, messages, matching),
    selectWithUsers(tx, 'content')
      .where(and(matching, afterCursor))
      .orderBy(...newestFirst(byId))
      .limit(limit + 1),
  ]);
  const page = pageOf({ rows, limit, total }, (row) => ({ id: row.id }));
  return { ...page, rows: page.rows.map((row) => withRights(context, row)) };
}

/** The sender, recipient, thread and note of a message of the caller. @throws 404 */
export async function getOwnMessage(tx: BusinessTransaction, context: MemberContext, messageId: number) {
  const [row] = await tx
    .select({
      id: messages.id,
      threadId: messages.threadId,
      noteId: messages.noteId,
      senderId: messages.senderId,
      recipientId: messages.recipientId,
    })
    .from(messages)
    .where(and(tx.inTenant(messages), eq(messages.id, messageId), whereOwnMessage(context)));
  if (!row) throw notFound('This message does not exist.');
  return row;
}

/** The whole message as the caller sees it. @throws 404 */
export async function getMessage(tx: BusinessTransaction, context: MemberContext, messageId: number) {
  const [row] = await selectWithUsers(tx, 'content').where(
    and(tx.inTenant(messages), eq(messages.id, messageId), whereOwnMessage(context)),
  );
  if (!row) throw notFound('This message does not exist.');
  return withRights(context, row);
}
