import { sql } from 'drizzle-orm';
import { boolean, index, snakeCase, text } from 'drizzle-orm/pg-core';
import {
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { PRIORITIES, TYPES } from '#features/announcements/contract.ts';
import { users } from '#features/people/server/tables.ts';

/** Announcements of managers to everyone in the business. Deleting makes one inactive. */
export const announcements = snakeCase.table(
  'announcements',
  {
    ...tenantColumns,
    title: text().notNull(),
    content: text().notNull(),
    type: text({ enum: TYPES }).notNull(),
    priority: text({ enum: PRIORITIES }).notNull().default('medium'),
    scheduledDate: instant(),
    location: text(),
    isActive: boolean().notNull().default(true),
    createdBy: reference().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('announcements_creator', { businessId: table.businessId, column: table.createdBy }, users),
    index('announcements_newest')
      .on(table.businessId, table.createdAt, table.id)
      .where(sql`${table.isActive}`),
    index('announcements_scheduled')
      .on(table.businessId, table.scheduledDate)
      .where(sql`${table.isActive}`),
  ],
);
