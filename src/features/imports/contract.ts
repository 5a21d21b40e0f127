import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, instant } from '#platform/contract/fields.ts';
import { IMPORT_TOO_LARGE, MAX_IMPORT_BYTES } from './fileRules.ts';

/** What an import adds. */
export const IMPORT_KINDS = ['people', 'clients', 'services', 'authorizations', 'assignments'] as const;
export const importKind = z.enum(IMPORT_KINDS, { error: 'Choose a record type' });
export type ImportKind = z.infer<typeof importKind>;

/** How many characters a column's name may have. */
const NAME_MAX = 200;

const counts = {
  /** Rows that an import adds. */
  created: z.int(),
  /** Rows that were there before; they are not changed. */
  unchanged: z.int(),
};

export const importFile = z.object({
  id,
  kind: importKind,
  fileName: z.string(),
  createdAt: instant,
  /** When the rows were added; null before. */
  committedAt: instant.nullable(),
  /** The columns of the file, with the field that each fills; null for a column that is ignored. */
  columns: z.array(z.object({ name: z.string(), field: z.string().nullable() })),
  /** The fields of the kind. */
  fields: z.array(
    z.object({ name: z.string(), label: z.string(), required: z.boolean(), hint: z.string().nullable() }),
  ),
  /** The rows with a text for each column. Empty once they were added. */
  rows: z.array(
    z.object({
      /** As the spreadsheet numbers it. */
      row: z.int(),
      cells: z.array(z.string()),
      state: z.enum(['new', 'unchanged', 'invalid']),
    }),
  ),
  /** What is wrong, by cell. Row 1 is the header. */
  errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  ...counts,
});

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
    response: importFile,
  },
  'PUT /api/imports/:id/mapping': {
    access: 'admin',
    summary: 'Choose the field that each named column fills; null ignores a column',
    params: byId,
    body: z.object({ mapping: z.record(z.string().max(NAME_MAX), z.string().max(100).nullable()) }),
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
