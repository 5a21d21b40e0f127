import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import {
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '../../../platform/server/database/columns.ts';
import { users } from '../../people/server/tables.ts';

/** Internal mail. Deleting hides a message for the one who deletes it alone. */
export const messages = pgTable(
  'messages',
  {
    ...tenantColumns,
    senderId: reference().notNull(),
    recipientId: reference().notNull(),
    subject: text().notNull(),
    content: text().notNull(),
    isRead: boolean().notNull().default(false),
    readAt: instant(),
    parentMessageId: reference(),
    hiddenForSender: boolean().notNull().default(false),
    hiddenForRecipient: boolean().notNull().default(false),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('messages_sender', { businessId: table.businessId, column: table.senderId }, users),
    withinBusiness('messages_recipient', { businessId: table.businessId, column: table.recipientId }, users),
    withinBusiness('messages_parent', { businessId: table.businessId, column: table.parentMessageId }, table),
    index('messages_inbox').on(table.businessId, table.recipientId, table.createdAt, table.id),
    index('messages_sent').on(table.businessId, table.senderId, table.createdAt, table.id),
  ],
);
