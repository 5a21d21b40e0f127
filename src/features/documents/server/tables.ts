import { bigint, index, snakeCase, text } from 'drizzle-orm/pg-core';
import { reference, tenantColumns, tenantKey, withinBusiness } from '#platform/server/database/columns.ts';
import { clients } from '#features/clients/server/tables.ts';
import { storedFiles } from '#features/files/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

/** Documents of clients: a file, or the record of one that is stored elsewhere. */
export const documents = snakeCase.table(
  'documents',
  {
    ...tenantColumns,
    clientId: reference().notNull(),
    /** Null for a record without content. */
    fileId: reference(),
    /** A timestamp, an underscore and the original name. */
    fileName: text().notNull(),
    originalName: text().notNull(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    mimeType: text().notNull(),
    description: text(),
    uploadedBy: reference().notNull(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('documents_client', { businessId: table.businessId, column: table.clientId }, clients),
    withinBusiness('documents_file', { businessId: table.businessId, column: table.fileId }, storedFiles),
    withinBusiness('documents_uploader', { businessId: table.businessId, column: table.uploadedBy }, users),
    index('documents_by_client').on(table.businessId, table.clientId, table.createdAt, table.id),
  ],
);
