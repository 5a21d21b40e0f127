/** Plans an import: which rows are new, which were there before, and what is wrong, without writing anything. */

import type { z } from 'zod';
import { AppError } from '#platform/server/errors.ts';
import { readRates } from './cells/rateColumn.ts';
import type { ImportField } from './fields.ts';
import type { ReadColumn } from './table/readColumns.ts';
import type { TableRow } from './table/toTable.ts';

/** The rows of a file that are imported, with what their columns mean. */
export interface FileContent {
  headerRow: number;
  rows: readonly TableRow[];
  columns: readonly ReadColumn[];
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

/** The stored values of a row by field, or those that would be stored. */
export type StoredValues = Partial<Record<string, string | null>>;

export interface Plan<Input> {
  records: NewRecord<Input>[];
  /** By the number of the row. */
  values: Map<number, StoredValues>;
  /** The rows that wait for an answer of the user. */
  open: Set<number>;
  /** The rows of records that exist. */
  unchanged: Set<number>;
  /** External ids of records that exist and have none yet. */
  newIds: { externalId: string; recordId: number }[];
  errors: FieldError[];
}

/** Functions and fields with which the rows of a kind are planned. */
export interface Planner<Input> {
  fields: readonly ImportField[];
  schema: z.ZodType<Input>;
  /** External ids of records that exist, with the ids of those. */
  externalIds: ReadonlyMap<string, number>;
  /** Replaces names by ids, and gives the natural key of the record, with the field that it is shown at. */
  resolve(values: Values): Resolved;
  /** The fields of the natural key that may be blank. */
  keyFields?: readonly string[];
  /** The id of the record with a natural key, if it exists. */
  findId(key: string): number | undefined;
  /** Checks what no schema does. @throws AppError with the fields of its issues */
  check?(input: Input): void;
  /** Returns the values stored for a new record instead of those of its input. */
  toStored?(input: Input): StoredValues;
}

export interface Resolved {
  /** Values for the schema to parse. */
  input: Record<string, unknown>;
  /** Undefined when a part of it is missing. */
  key: string | undefined;
  keyField: string;
  errors: { field: string; message: string }[];
  /** The names of records that the row refers to. */
  names?: StoredValues;
}

/** Plans the rows of a file, in their order. */
export function planRows<Input>(
  { rows, columns, headerRow }: FileContent,
  planner: Planner<Input>,
): Plan<Input> {
  const missing = listMissingColumns(columns, headerRow, planner);
  const isMissing = new Set(missing.map(({ field }) => field));
  const plan: Plan<Input> = {
    records: [],
    values: new Map(),
    open: new Set(),
    unchanged: new Set(),
    newIds: [],
    errors: [...missing, ...listQuestions(columns, headerRow)],
  };
  const externalIdOf = new Map([...planner.externalIds].map(([externalId, id]) => [id, externalId]));
  const firstRows = new Map<string, number>();
  for (const { row, cells } of rows) {
    const { values, errors, unread } = readValues(cells, columns);
    const isOpen = unread.length > errors.length;
    const { input, keyField, errors: unresolved, names, ...resolved } = planner.resolve(values);
    // Without one of its parts, the key would be that of another record.
    const isKeyRead = !isOpen && errors.every(({ field }) => !planner.keyFields?.includes(field));
    const key = isKeyRead ? resolved.key : undefined;
    const externalId = values['externalId'] ?? null;
    const recordId = findExisting(planner, externalId, key);
    const parsed = parseRecord(planner, readRates(input), recordId === undefined);
    plan.values.set(row, { ...values, ...parsed.stored, ...names, ...toNulls(unread) });
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
    const all = [...errors, ...unresolved, ...duplicates, ...parsed.errors];
    // One error for each cell: a missing client is not also a missing client id.
    const byField = new Map(all.toReversed().map((error) => [error.field, error]));
    if (isOpen) plan.open.add(row);
    else if (byField.size === 0 && parsed.input !== undefined)
      plan.records.push({ row, externalId, input: parsed.input });
    for (const error of [...byField.values()].toReversed())
      if (!isMissing.has(error.field)) plan.errors.push({ row, ...error });
  }
  return plan;
}

/** Only once, at the header. */
const listMissingColumns = (
  columns: readonly ReadColumn[],
  headerRow: number,
  { fields }: Pick<Planner<unknown>, 'fields'>,
): FieldError[] =>
  fields
    .filter(({ name, required }) => required && columns.every(({ field }) => field !== name))
    .map(({ name }) => ({
      row: headerRow,
      field: name,
      message: 'Required. Choose a column for this field.',
    }));

/** At the header, because an answer is about the whole column. */
const listQuestions = (columns: readonly ReadColumn[], headerRow: number): FieldError[] =>
  columns.flatMap(({ target }) =>
    target
      ? target.reader.choices
          .filter(({ chosen }) => chosen === null)
          .map(({ question: message }) => ({ row: headerRow, field: target.field.name, message }))
      : [],
  );

/** The values of a row; the fields that are not read have an error, or wait for an answer of the user. */
function readValues(cells: TableRow['cells'], columns: readonly ReadColumn[]) {
  const values: Values = {};
  const errors: { field: string; message: string }[] = [];
  const unread: string[] = [];
  columns.forEach(({ target }, index) => {
    const cell = cells[index] ?? '';
    if (!target || cell === '') return;
    const { field, reader } = target;
    const parsed = reader.read(cell);
    if ('value' in parsed) values[field.name] = parsed.value;
    else unread.push(field.name);
    if ('message' in parsed) errors.push({ field: field.name, message: parsed.message });
  });
  return { values, errors, unread };
}

/** No values, not even the default ones. */
const toNulls = (fields: readonly string[]): StoredValues =>
  Object.fromEntries(fields.map((field) => [field, null]));

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

/** @param isNew whether it is checked beyond its schema */
function parseRecord<Input>(
  { schema, check, toStored }: Planner<Input>,
  input: Record<string, unknown>,
  isNew: boolean,
) {
  const result = schema.safeParse(input);
  if (!result.success) {
    const errors = result.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }));
    return { input: undefined, stored: {}, errors };
  }
  const { data } = result;
  try {
    if (isNew) check?.(data);
    return { input: data, stored: { ...toTexts(data), ...(isNew && toStored?.(data)) }, errors: [] };
  } catch (error) {
    if (!(error instanceof AppError) || !error.issues) throw error;
    const errors = error.issues.map(({ path, message }) => ({ field: path, message }));
    return { input: undefined, stored: {}, errors };
  }
}

/** The values of a record that are stored as text. */
const toTexts = (input: unknown): StoredValues =>
  Object.fromEntries(
    Object.entries(input as Record<string, unknown>).flatMap(([name, value]) =>
      value === null || typeof value === 'string' ? [[name, value]] : [],
    ),
  );
