/** Tables of messages and of the counts of unread ones. */

import { sql } from 'drizzle-orm';
import { boolean, index, integer, snakeCase, text } from 'drizzle-orm/pg-core';
import {
  compositeKey,
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { clients } from '#features/clients/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

/** Internal mail. Deleting hides a message only for the user who deletes it. */
export const messages = snakeCase.table(
  'messages',
  {
    ...tenantColumns,
    /** The recipient for a system message (`isSystemMessage`). */
    senderId: reference().notNull(),
    recipientId: reference().notNull(),
    subject: text().notNull(),
    content: text().notNull(),
    /** The beginning of the content for lists, cut when the message is written. */
    excerpt: text().notNull(),
    isRead: boolean().notNull().default(false),
    readAt: instant(),
    parentMessageId: reference(),
    /** The first message of the conversation; null for the first message. */
    threadId: reference(),
    /** The note that the message is about; without a foreign key, because notes come after mail. */
    noteId: reference(),
    /** The client that a system message is about; null in messages of earlier releases. */
    clientId: reference(),
    hiddenForSender: boolean().notNull().default(false),
    hiddenForRecipient: boolean().notNull().default(false),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('messages_sender', { businessId: table.businessId, column: table.senderId }, users),
    withinBusiness('messages_recipient', { businessId: table.businessId, column: table.recipientId }, users),
    withinBusiness('messages_parent', { businessId: table.businessId, column: table.parentMessageId }, table),
    withinBusiness('messages_thread', { businessId: table.businessId, column: table.threadId }, table),
    withinBusiness('messages_client', { businessId: table.businessId, column: table.clientId }, clients),
    index('messages_inbox').on(table.businessId, table.recipientId, table.createdAt, table.id),
    index('messages_sent').on(table.businessId, table.senderId, table.createdAt, table.id),
    index('messages_by_note')
      .on(table.businessId, table.noteId, table.id)
      .where(sql`${table.noteId} is not null`),
    index('messages_by_thread').on(table.businessId, table.threadId, table.id),
  ],
);

/** The number of messages in a user's lists, kept in the transaction that changes them. */
export const messageCounts = snakeCase.table(
  'message_counts',
  {
    businessId: reference().notNull(),
    userId: reference().notNull(),
    inbox: integer().notNull().default(0),
    unread: integer().notNull().default(0),
    sent: integer().notNull().default(0),
  },
  (table) => [
    compositeKey(table.businessId, table.userId),
    withinBusiness('message_counts_user', { businessId: table.businessId, column: table.userId }, users),
  ],
);
