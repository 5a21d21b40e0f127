import { bigint, snakeCase, text, unique } from 'drizzle-orm/pg-core';
import {
  bytes,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { users } from '#features/people/server/tables.ts';

/** Stored files. One row of another table refers to each. */
export const storedFiles = snakeCase.table(
  'stored_files',
  {
    ...tenantColumns,
    /** The key in the file store; it does not contain the name. */
    storageKey: text().notNull(),
    /** The name it was uploaded with. */
    originalName: text().notNull(),
    /** In bytes. */
    fileSize: bigint({ mode: 'number' }).notNull(),
    /** Detected from the content, not from the name. */
    mimeType: text().notNull(),
    sha256: bytes().notNull(),
    uploadedBy: reference().notNull(),
  },
  (table) => [
    tenantKey(table),
    unique('stored_files_key').on(table.businessId, table.storageKey),
    withinBusiness(
      'stored_files_uploader',
      { businessId: table.businessId, column: table.uploadedBy },
      users,
    ),
  ],
);
