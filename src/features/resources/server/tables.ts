import { index, pgTable, text } from 'drizzle-orm/pg-core';
import {
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { storedFiles } from '#features/files/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

/** What a business shares with its people: a file, or a link to one. */
export const businessResources = pgTable(
  'business_resources',
  {
    ...tenantColumns,
    title: text().notNull(),
    description: text(),
    category: text({
      enum: ['policy', 'template', 'training', 'handbook', 'form', 'procedure', 'other'],
    })
      .notNull()
      .default('other'),
    accessLevel: text({ enum: ['all', 'managers', 'employees'] })
      .notNull()
      .default('all'),
    status: text({ enum: ['active', 'inactive', 'archived'] })
      .notNull()
      .default('active'),
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
