/** Plans an import: which rows are new, which were there before, and what is wrong, without writing anything. */
import type { z } from 'zod';
import { AppError } from '#platform/server/errors.ts';
import { parseCell, type ImportField } from './fields.ts';
import type { Table } from './sheetTable.ts';
import type { ImportColumn } from './tables.ts';

/** What was read of a file, with the fields that its columns fill. */
export interface FileContent extends Omit<Table, 'header'> {
  columns: readonly ImportColumn[];
}

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
  /** External ids of records that exist and have none yet. */
  newIds: { externalId: string; recordId: number }[];
  errors: FieldError[];
}

/** What a kind needs to plan its rows. */
export interface Planner<Input> {
  fields: readonly ImportField[];
  schema: z.ZodType<Input>;
  /** External ids of records that exist, with the ids of those. */
  externalIds: ReadonlyMap<string, number>;
  /** Replaces names by ids, and gives the natural key of the record, with the field that it is shown at. */
  resolve(values: Values): Resolved;
  /** The id of the record with a natural key, if it exists. */
  findId(key: string): number | undefined;
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
  { rows, columns, delimiter }: FileContent,
  planner: Planner<Input>,
): Plan<Input> {
  const missing = listMissingColumns(columns, planner);
  const isMissing = new Set(missing.map(({ field }) => field));
  const plan: Plan<Input> = { records: [], unchanged: new Set(), newIds: [], errors: missing };
  const externalIdOf = new Map([...planner.externalIds].map(([externalId, id]) => [id, externalId]));
  const firstRows = new Map<string, number>();
  for (const { row, cells } of rows) {
    const { values, errors } = readValues(cells, { columns, delimiter }, planner.fields);
    const { input, key, keyField, errors: unresolved } = planner.resolve(values);
    const externalId = values['externalId'] ?? null;
    const recordId = findExisting(planner, externalId, key);
    if (recordId !== undefined) {
      const stored = externalIdOf.get(recordId);
      if (externalId !== null && stored === undefined) {
        plan.newIds.push({ externalId, recordId });
        externalIdOf.set(recordId, externalId);
      }
      if (externalId === null || stored === undefined || stored === externalId) plan.unchanged.add(row);
      else
        plan.errors.push({ row, field: keyField, message: `This record has the external ID “${stored}”.` });
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
    .map(({ name }) => ({
      row: HEADER_ROW,
      field: name,
      message: 'Required. Choose a column for this field.',
    }));

function readValues(
  cells: readonly string[],
  { columns, delimiter }: Omit<FileContent, 'rows'>,
  fields: readonly ImportField[],
) {
  const values: Values = {};
  const errors: { field: string; message: string }[] = [];
  columns.forEach(({ field: name }, index) => {
    const text = cells[index] ?? '';
    const field = fields.find((one) => one.name === name);
    if (!field || text === '') return;
    const parsed = parseCell(field, text, delimiter);
    if ('value' in parsed) values[field.name] = parsed.value;
    else errors.push({ field: field.name, message: parsed.message });
  });
  return { values, errors };
}

/** By the external id, else by the natural key. */
const findExisting = (
  { externalIds, findId }: Pick<Planner<unknown>, 'externalIds' | 'findId'>,
  externalId: string | null,
  key: string | undefined,
): number | undefined =>
  (externalId === null ? undefined : externalIds.get(externalId)) ??
  (key === undefined ? undefined : findId(key));

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
  return [{ field, message: `Duplicate of row ${first}. Delete one of them.` }];
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
