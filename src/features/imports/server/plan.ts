/** Plans an import: which rows are new, which were there before, and what is wrong, without writing anything. */
import type { z } from 'zod';
import { AppError } from '#platform/server/errors.ts';
import type { SheetRow } from '#platform/server/spreadsheetReader/sheetContent.ts';
import { parseCell, type ImportField } from './fields.ts';
import type { ImportColumn } from './tables.ts';

/** The values of a row by field; blank cells are left out. */
export type Values = Record<string, string>;

export interface FieldError {
  row: number;
  field: string;
  message: string;
}

/** A row that an import adds. */
export interface NewRecord<Input> {
  row: number;
  externalId: string | null;
  input: Input;
}

export interface Plan<Input> {
  records: NewRecord<Input>[];
  /** The rows of records that exist. */
  unchanged: Set<number>;
  errors: FieldError[];
}

/** What a kind needs to plan its rows. */
export interface Planner<Input> {
  fields: readonly ImportField[];
  schema: z.ZodType<Input>;
  /** External ids of records that exist. */
  externalIds: ReadonlySet<string>;
  /** Replaces names by ids, and gives the natural key of the record, with the field that it is shown at. */
  resolve(values: Values): Resolved;
  /** Whether a record with this natural key exists. */
  exists(key: string): boolean;
  /** Checks what no schema does. @throws AppError with the fields of its issues */
  check?(input: Input): void;
}

export interface Resolved {
  /** What the schema parses. */
  input: Record<string, unknown>;
  /** Undefined when a part of it is missing. */
  key: string | undefined;
  keyField: string;
  errors: { field: string; message: string }[];
}

/** Plans the rows of a file, in their order. */
export function planRows<Input>(
  rows: readonly SheetRow[],
  columns: readonly ImportColumn[],
  planner: Planner<Input>,
): Plan<Input> {
  const missing = listMissingColumns(columns, planner);
  const isMissing = new Set(missing.map(({ field }) => field));
  const plan: Plan<Input> = { records: [], unchanged: new Set(), errors: missing };
  const firstRows = new Map<string, number>();
  for (const { row, cells } of rows) {
    const { values, errors } = readValues(cells, columns, planner.fields);
    const { input, key, keyField, errors: unresolved } = planner.resolve(values);
    const externalId = values['externalId'] ?? null;
    if (isExisting(planner, externalId, key)) {
      plan.unchanged.add(row);
      continue;
    }
    const duplicates = [
      ...findDuplicate(firstRows, { row, field: 'externalId', key: externalId }),
      ...findDuplicate(firstRows, { row, field: keyField, key }),
    ];
    const parsed = parseRecord(planner, input);
    const all = [...errors, ...unresolved, ...duplicates, ...parsed.errors];
    // One error for each cell: a missing client is not also a missing client id.
    const byField = new Map(all.toReversed().map((error) => [error.field, error]));
    if (byField.size === 0 && parsed.input !== undefined)
      plan.records.push({ row, externalId, input: parsed.input });
    for (const error of [...byField.values()].toReversed())
      if (!isMissing.has(error.field)) plan.errors.push({ row, ...error });
  }
  return plan;
}

/** The row of errors about the whole file: a required field that no column fills. */
export const HEADER_ROW = 1;

/** Only once, at the header. */
const listMissingColumns = (
  columns: readonly ImportColumn[],
  { fields }: Pick<Planner<unknown>, 'fields'>,
): FieldError[] =>
  fields
    .filter(({ name, required }) => required && columns.every(({ field }) => field !== name))
    .map(({ name }) => ({ row: HEADER_ROW, field: name, message: 'No column of the file is used for this' }));

function readValues(
  cells: readonly string[],
  columns: readonly ImportColumn[],
  fields: readonly ImportField[],
) {
  const values: Values = {};
  const errors: { field: string; message: string }[] = [];
  columns.forEach(({ field: name }, index) => {
    const text = cells[index] ?? '';
    const field = fields.find((one) => one.name === name);
    if (!field || text === '') return;
    const parsed = parseCell(field, text);
    if ('value' in parsed) values[field.name] = parsed.value;
    else errors.push({ field: field.name, message: parsed.message });
  });
  return { values, errors };
}

const isExisting = (
  { externalIds, exists }: Pick<Planner<unknown>, 'externalIds' | 'exists'>,
  externalId: string | null,
  key: string | undefined,
): boolean => (externalId !== null && externalIds.has(externalId)) || (key !== undefined && exists(key));

function findDuplicate(
  firstRows: Map<string, number>,
  { row, field, key }: { row: number; field: string; key: string | null | undefined },
) {
  if (key === null || key === undefined) return [];
  const first = firstRows.get(`${field}:${key}`);
  if (first === undefined) {
    firstRows.set(`${field}:${key}`, row);
    return [];
  }
  return [{ field, message: `Row ${first} is the same` }];
}

function parseRecord<Input>({ schema, check }: Planner<Input>, input: Record<string, unknown>) {
  const result = schema.safeParse(input);
  if (!result.success) {
    const errors = result.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }));
    return { input: undefined, errors };
  }
  try {
    check?.(result.data);
    return { input: result.data, errors: [] };
  } catch (error) {
    if (!(error instanceof AppError) || !error.issues) throw error;
    return {
      input: undefined,
      errors: error.issues.map(({ path, message }) => ({ field: path, message })),
    };
  }
}
