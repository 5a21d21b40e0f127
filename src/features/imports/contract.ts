import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, instant, pageQuery } from '#platform/contract/fields.ts';
import { IMPORT_TOO_LARGE, MAX_IMPORT_BYTES } from './fileRules.ts';

/** Record types that an import can add. */
export const IMPORT_KINDS = ['people', 'clients', 'services', 'authorizations', 'assignments'] as const;
export const importKind = z.enum(IMPORT_KINDS, { error: 'Choose a record type' });
export type ImportKind = z.infer<typeof importKind>;

/** How many characters a column's name may have. */
const NAME_MAX = 200;

/** Where a date has its month, if its parts are numbers. */
export const DATE_ORDERS = ['month-first', 'day-first', 'year-first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
export const DECIMAL_SEPARATORS = ['point', 'comma'] as const;
export type DecimalSeparator = (typeof DECIMAL_SEPARATORS)[number];
/** The unit of the numbers in a column, for a field that has units. */
export const AMOUNT_UNITS = ['units', 'hours', 'minutes'] as const;
export type AmountUnit = (typeof AMOUNT_UNITS)[number];

/** How the cells of a column are read where they have several meanings; null asks again. */
const columnAnswers = z
  .object({
    dateOrder: z.enum(DATE_ORDERS, { error: 'Choose a date order' }).nullable(),
    decimalSeparator: z.enum(DECIMAL_SEPARATORS, { error: 'Choose a decimal separator' }).nullable(),
    amountUnit: z.enum(AMOUNT_UNITS, { error: 'Choose a unit' }).nullable(),
  })
  .partial();
export type ColumnAnswers = z.infer<typeof columnAnswers>;

const answer = z.enum([...DATE_ORDERS, ...DECIMAL_SEPARATORS, ...AMOUNT_UNITS]);

/** A question about the cells of a column. Without an answer, nothing is added. */
const columnChoice = z.object({
  /** The answer that it needs. */
  kind: z.enum(['dateOrder', 'decimalSeparator', 'amountUnit']),
  /** For example 'Is 03/04/2026 Mar 4, 2026 or Apr 3, 2026?' */
  question: z.string(),
  /** The cell that the question is about. */
  text: z.string(),
  row: z.int(),
  options: z.array(
    z.object({
      answer,
      /** The cell read in this way; null if it cannot be read in it. */
      value: z.string().nullable(),
    }),
  ),
  proposed: answer,
  /** Why it is proposed. */
  reason: z.string(),
  /** The answer; null while it is missing. */
  chosen: answer.nullable(),
});
export type ColumnChoice = z.infer<typeof columnChoice>;

/** Where the names of the columns are. */
const tablePosition = z.object({
  /** The index of the sheet, from 0. */
  sheet: z.int().min(0),
  /** As the spreadsheet numbers it. */
  headerRow: z.int().positive(),
});
export type TablePosition = z.infer<typeof tablePosition>;

const counts = {
  /** Rows that an import adds. */
  created: z.int(),
  /** Rows that were there before; they are not changed. */
  unchanged: z.int(),
};

/** A skipped row is not imported: totals, and notes below them. */
export const IMPORT_ROW_STATES = ['new', 'unchanged', 'invalid', 'skipped'] as const;
const rowState = z.enum(IMPORT_ROW_STATES);

/** A row with a text for each column. */
const importRow = z.object({
  /** As the spreadsheet numbers it. */
  row: z.int(),
  /** The text that the file shows in each column, its first 500 characters. */
  cells: z.array(z.string()),
  /** The value to store for each column, its first 500 characters; null for none, and for a column that is ignored. */
  values: z.array(z.string().nullable()),
  state: rowState,
  /** Errors in its cells. */
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
});
export type ImportRow = z.infer<typeof importRow>;

export const importFile = z.object({
  id,
  kind: importKind,
  fileName: z.string(),
  createdAt: instant,
  /** When the rows were added; null before. */
  committedAt: instant.nullable(),
  /** The sheets of the file with their first rows, to choose the names of the columns. Empty once the rows were added. */
  sheets: z.array(
    z.object({
      name: z.string(),
      /** Hidden sheets are not read. */
      isHidden: z.boolean(),
      /** Why it cannot be imported; null if it can. */
      fault: z.string().nullable(),
      firstRows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
    }),
  ),
  /** Where the names of the columns are read. */
  position: tablePosition,
  /** Where they seem to be instead. Until one of both is chosen, nothing is added. */
  proposedPosition: tablePosition
    .extend({
      /** For example 'The names of the columns seem to be in row 3 of the sheet Clients. Use them?' */
      question: z.string(),
    })
    .nullable(),
  /** True to import rows that seem to be totals like other rows. */
  importTotals: z.boolean(),
  /** The columns of the file, with the field that each fills; null for a column that is ignored. */
  columns: z.array(
    z.object({
      name: z.string(),
      field: z.string().nullable(),
      choices: z.array(columnChoice),
      /** How its cells are read, and what to check. */
      notes: z.array(z.string()),
    }),
  ),
  /** The fields of the kind. */
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      required: z.boolean(),
      hint: z.string().nullable(),
      type: z.enum(['text', 'date', 'number', 'list']),
      /** The values of a list, and how they are shown. */
      options: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
  ),
  /** The first 20 rows, or fewer where they are long; all are in GET /api/imports/{id}/rows. Empty once they were added. */
  rows: z.array(importRow),
  /** All rows by their state. */
  rowCounts: z.record(rowState, z.int()),
  /** The numbers of the rows that are not imported: totals, and notes below them. */
  skippedRows: z.array(z.int()),
  /** Clients that would be added without a signature code. */
  missingSignatureCodes: z.int(),
  /** The first 100 errors by cell, including unanswered questions. The row of `position` is the header. */
  errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  /** All errors, questions included. */
  errorCount: z.int(),
  ...counts,
});
export type ImportFile = z.infer<typeof importFile>;

export const importsContract = contract({
  'GET /api/imports/template': {
    access: 'admin',
    summary: 'A CSV file with the columns of a kind',
    query: z.object({ kind: importKind }),
    response: z.string(),
    raw: true,
  },
  'POST /api/imports': {
    access: 'admin',
    summary: 'Read a CSV or XLSX file and preview its rows; nothing is added yet',
    upload: {
      field: 'file',
      maxBytes: MAX_IMPORT_BYTES,
      tooLarge: IMPORT_TOO_LARGE,
      fields: z.object({ kind: importKind }),
    },
    // The rows contain signature codes.
    showsSecret: true,
    status: 201,
    response: importFile,
  },
  'GET /api/imports/:id': {
    access: 'admin',
    summary: 'The preview of an import, or its result',
    params: byId,
    heavy: true,
    response: importFile,
  },
  'GET /api/imports/:id/rows': {
    access: 'admin',
    summary: 'The rows of a preview; a page ends early where rows are long',
    params: byId,
    query: pageQuery.extend({
      /** Only the rows with errors, or without the answer to a question. */
      state: z.literal('invalid').optional(),
    }),
    paged: true,
    heavy: true,
    response: z.array(importRow),
  },
  'PUT /api/imports/:id/mapping': {
    access: 'admin',
    summary:
      'Choose the field for each named column (null ignores a column), and answer questions about cells',
    params: byId,
    example: () => ({ mapping: { Phone: null } }),
    body: z.object({
      mapping: z.record(z.string().max(NAME_MAX), z.string().max(100).nullable()).default({}),
      /** By column. */
      answers: z.record(z.string().max(NAME_MAX), columnAnswers).default({}),
      /** True to import rows that seem to be totals like other rows. */
      importTotals: z.boolean().optional(),
    }),
    showsSecret: true,
    response: importFile,
  },
  'PUT /api/imports/:id/position': {
    access: 'admin',
    summary: 'Choose the sheet and the row that name the columns; the columns are matched again',
    params: byId,
    example: () => ({ sheet: 0, headerRow: 1 }),
    body: tablePosition,
    showsSecret: true,
    response: importFile,
  },
  'POST /api/imports/:id/commit': {
    access: 'admin',
    summary: 'Add all rows, or none when one is invalid',
    params: byId,
    response: z.object(counts),
  },
});
