import { index, snakeCase, text } from 'drizzle-orm/pg-core';
import {
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { storedFiles } from '#features/files/server/tables.ts';
import { users } from '#features/people/server/tables.ts';
import { ACCESS_LEVELS, CATEGORIES, RESOURCE_STATUSES } from '#features/resources/contract.ts';

/** Files and links that a business shares with its team. */
export const businessResources = snakeCase.table(
  'business_resources',
  {
    ...tenantColumns,
    title: text().notNull(),
    description: text(),
    category: text({ enum: CATEGORIES }).notNull().default('other'),
    accessLevel: text({ enum: ACCESS_LEVELS }).notNull().default('all'),
    status: text({ enum: RESOURCE_STATUSES }).notNull().default('active'),
    /** Either a link or a file. */
    linkUrl: text(),
    fileId: reference(),
    uploadedBy: reference().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness(
      'business_resources_file',
      { businessId: table.businessId, column: table.fileId },
      storedFiles,
    ),
    withinBusiness(
      'business_resources_uploader',
      { businessId: table.businessId, column: table.uploadedBy },
      users,
    ),
    index('business_resources_newest').on(table.businessId, table.createdAt, table.id),
  ],
);
