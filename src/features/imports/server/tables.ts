/** Tables of imports, their content and external IDs. */

import { boolean, integer, jsonb, primaryKey, snakeCase, text } from 'drizzle-orm/pg-core';
import {
  bytes,
  compositeKey,
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { IMPORT_KINDS, type ColumnAnswers, type TablePosition } from '#features/imports/contract.ts';
import { users } from '#features/people/server/tables.ts';

export interface ImportColumn {
  name: string;
  /** Null for a column that is ignored. */
  field: string | null;
  /** The choices of the user. */
  answers?: ColumnAnswers;
}

/** Uploaded spreadsheets. Their content is deleted when it was added, or after a day; both are in `importChunks`. */
export const imports = snakeCase.table(
  'imports',
  {
    ...tenantColumns,
    kind: text({ enum: IMPORT_KINDS }).notNull(),
    fileName: text().notNull(),
    /** The content that an earlier release stored, encrypted. */
    rows: bytes(),
    /** The columns of the file in their order, with the field that each fills. */
    columns: jsonb().$type<ImportColumn[]>().notNull(),
    /** Where the columns are named, as the user chose; null for where they usually are. */
    position: jsonb().$type<TablePosition>(),
    /** True to import rows that seem to be totals like other rows. */
    importTotals: boolean().notNull().default(false),
    /** Revision of the preview; 0 before the first one is complete, while the import cannot be seen. */
    revision: integer().notNull().default(0),
    /** The preview without its pages of rows, encrypted, because errors quote cells. */
    preview: bytes(),
    previewedAt: instant(),
    /** Digest of the records which the rows were compared with. */
    recordsDigest: text().notNull().default(''),
    createdBy: reference().notNull(),
    committedAt: instant(),
    created: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('imports_creator', { businessId: table.businessId, column: table.createdBy }, users),
  ],
);

/** The revision of parts of the content; those of previews are greater. */
export const CONTENT_REVISION = 0;

/** The content of an import and the rows of its previews, in parts, encrypted because they contain signature codes. */
export const importChunks = snakeCase.table(
  'import_chunks',
  {
    businessId: reference().notNull(),
    importId: reference().notNull(),
    revision: integer().notNull(),
    number: integer().notNull(),
    /** Of a preview: as the spreadsheet numbers it. */
    lastRow: integer().notNull(),
    /** Of a preview. */
    hasInvalid: boolean().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [
    compositeKey(table.businessId, table.importId, table.revision, table.number),
    withinBusiness('import_chunks_import', { businessId: table.businessId, column: table.importId }, imports),
  ],
);

/** The keys that another system has for records, so that a second import of them changes nothing. */
export const externalIds = snakeCase.table(
  'external_ids',
  {
    businessId: reference().notNull(),
    kind: text({ enum: IMPORT_KINDS }).notNull(),
    externalId: text().notNull(),
    recordId: reference().notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.kind, table.externalId] })],
);
