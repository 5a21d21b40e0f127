import { boolean, integer, jsonb, primaryKey, snakeCase, text } from 'drizzle-orm/pg-core';
import {
  bytes,
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { users } from '#features/people/server/tables.ts';
import { IMPORT_KINDS, type ColumnAnswers, type TablePosition } from '#features/imports/contract.ts';

export interface ImportColumn {
  name: string;
  /** Null for a column that is ignored. */
  field: string | null;
  /** What the user chose. */
  answers?: ColumnAnswers;
}

/** Uploaded spreadsheets. Their content is deleted when it was added, or after a day. */
export const imports = snakeCase.table(
  'imports',
  {
    ...tenantColumns,
    kind: text({ enum: IMPORT_KINDS }).notNull(),
    fileName: text().notNull(),
    /** The sheets and the delimiter, encrypted with the server's key because they contain signature codes. */
    rows: bytes(),
    /** The columns of the file in their order, with the field that each fills. */
    columns: jsonb().$type<ImportColumn[]>().notNull(),
    /** Where the columns are named, as the user chose; null for where they usually are. */
    position: jsonb().$type<TablePosition>(),
    /** Whether rows that seem to be totals are imported as others are. */
    importTotals: boolean().notNull().default(false),
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
