import { bigint, pgTable, text, unique } from 'drizzle-orm/pg-core';
import {
  bytes,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { users } from '#features/people/server/tables.ts';

/** Files in the store. Each belongs to one row of another table, which refers to it. */
export const storedFiles = pgTable(
  'stored_files',
  {
    ...tenantColumns,
    /** Where the bytes lie; nothing of the name is in it. */
    storageKey: text().notNull(),
    /** As it was sent, for showing and saving. */
    originalName: text().notNull(),
    /** Bytes. */
    fileSize: bigint({ mode: 'number' }).notNull(),
    /** By content, not by name. */
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
