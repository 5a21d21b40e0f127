/** The preview of an import: each row as new, unchanged or invalid, and what is wrong at which cell. Pure. */

import type { Sheet, SpreadsheetContent } from '#platform/server/spreadsheetReader/sheetContent.ts';
import { IMPORT_ROW_STATES, type ImportKind, type ImportRow } from '#features/imports/contract.ts';
import { textOf } from '#features/imports/server/cells/columnReader.ts';
import { importFields } from '#features/imports/server/fields.ts';
import type { FieldError, Plan } from '#features/imports/server/plan.ts';
import type { ImportTable } from '#features/imports/server/table/readTable.ts';
import type { ImportPreview } from './importTask.ts';
import { cutText, MAX_CELL, MAX_MESSAGE, measureJson } from './previewText.ts';

/** The first errors and rows that an answer contains; the others are in its pages. */
const FIRST_ERRORS = 100;
const FIRST_ROWS = 20;
/** For the first rows of the table, and of all sheets. */
const MAX_BYTES = 100_000;
/** How much of a sheet is shown to choose the names of the columns. */
const SHOWN = { rows: 12, cells: 8, characters: 60 };

interface Planned {
  table: ImportTable;
  content: SpreadsheetContent;
  plan: Plan<unknown>;
}

/** @returns the preview, and its rows, one after another */
export function toPreview(kind: ImportKind, { table, content, plan }: Planned) {
  const { position, proposed } = table;
  const question = proposed && askPosition(proposed, content);
  const errors = [...(question === null ? [] : listQuestion(table, question)), ...plan.errors].map((error) =>
    toColumnError(kind, table, error),
  );
  const rows = () => listRows(table, plan, errors);
  const preview: ImportPreview = {
    sheets: listSheets(content),
    position,
    proposedPosition: proposed && question !== null ? { ...proposed, question } : null,
    columns: table.columns.map(({ name, field, target }) => ({
      name,
      field,
      choices: (target?.reader.choices ?? []).map((choice) => ({
        ...choice,
        question: cutText(choice.question, MAX_MESSAGE),
        text: cutText(choice.text, MAX_MESSAGE),
      })),
      notes: (target?.reader.notes ?? []).map((note) => cutText(note, MAX_MESSAGE)),
    })),
    rows: takeFirst(rows(), { count: FIRST_ROWS, bytes: MAX_BYTES }),
    ...countRows(rows(), kind === 'clients' ? findSignatureCodes(table) : null),
    errors: errors.slice(0, FIRST_ERRORS),
    errorCount: errors.length,
    created: plan.records.length,
    unchanged: plan.unchanged.size,
  };
  return { preview, rows, questionCount: countQuestions(table) };
}

/** The question where the names of the columns are. */
function askPosition(
  { sheet, headerRow }: NonNullable<ImportTable['proposed']>,
  { sheets }: SpreadsheetContent,
): string {
  const name = sheets[sheet]?.name;
  return `The names of the columns seem to be in row ${headerRow}${name ? ` of the sheet ${cutText(name, MAX_MESSAGE / 2)}` : ''}. Use them?`;
}

const listQuestion = ({ columns, position }: ImportTable, message: string): FieldError[] =>
  columns.slice(0, 1).map(({ name, field }) => ({ row: position.headerRow, field: field ?? name, message }));

/** The questions that the user has not answered. */
const countQuestions = ({ proposed, columns }: ImportTable): number =>
  columns
    .flatMap(({ target }) => target?.reader.choices ?? [])
    .reduce((count, { chosen }) => count + (chosen === null ? 1 : 0), proposed ? 1 : 0);

/** Names the column of the file; the field's label when no column fills it. */
const toColumnError = (kind: ImportKind, { columns }: ImportTable, { row, field, message }: FieldError) => ({
  row,
  column:
    columns.find((column) => column.field === field)?.name ??
    importFields[kind].find(({ name }) => name === field)?.label ??
    field,
  message: cutText(message, MAX_MESSAGE),
});

/** As long as they have few bytes. */
function takeFirst<Item>(items: Iterable<Item>, max: { count: number; bytes: number }): Item[] {
  const first: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    bytes += measureJson(item);
    if (first.length >= max.count || (first.length > 0 && bytes > max.bytes)) return first;
    first.push(item);
  }
  return first;
}

function listSheets({ sheets }: SpreadsheetContent): ImportPreview['sheets'] {
  let bytes = 0;
  return sheets.map(({ name, isHidden, fault, rows }) => {
    const firstRows = takeFirst(listFirstRows(rows), { count: SHOWN.rows, bytes: MAX_BYTES - bytes });
    bytes += measureJson(firstRows);
    return {
      name: cutText(name, MAX_MESSAGE),
      isHidden,
      fault: fault === null ? null : cutText(fault, MAX_MESSAGE),
      firstRows,
    };
  });
}

function* listFirstRows(rows: Sheet['rows']) {
  for (const { row, cells } of rows)
    yield { row, cells: cells.slice(0, SHOWN.cells).map((cell) => cutText(textOf(cell), SHOWN.characters)) };
}

type ColumnError = ImportPreview['errors'][number];

function* listRows(
  { allRows, rows, columns, position }: ImportTable,
  plan: Plan<unknown>,
  errors: readonly ColumnError[],
): Generator<ImportRow> {
  const imported = new Set(rows.map(({ row }) => row));
  const errorsOf = Map.groupBy(errors, ({ row }) => row);
  const isIncomplete = plan.errors.some(
    ({ row, field }) => row === position.headerRow && columns.every((column) => column.field !== field),
  );
  const toState = (row: number) => {
    if (!imported.has(row)) return 'skipped' as const;
    if (plan.unchanged.has(row)) return 'unchanged' as const;
    return errorsOf.has(row) || isIncomplete || plan.open.has(row) ? ('invalid' as const) : ('new' as const);
  };
  for (const { row, cells } of allRows) {
    const values = plan.values.get(row) ?? {};
    yield {
      row,
      cells: cells.map((cell) => cutText(textOf(cell), MAX_CELL)),
      values: columns.map(({ field }) => {
        const value = field === null ? null : (values[field] ?? null);
        return value === null ? null : cutText(value, MAX_CELL);
      }),
      state: toState(row),
      errors: (errorsOf.get(row) ?? []).map(({ column, message }) => ({ column, message })),
    };
  }
}

/** The column with signature codes; -1 if there is none. */
const findSignatureCodes = ({ columns }: ImportTable): number =>
  columns.findIndex(({ field }) => field === 'signatureCode');

/** @param code the index of the column with signature codes; null for a kind without them */
function countRows(rows: Iterable<ImportRow>, code: number | null) {
  const rowCounts = Object.fromEntries(IMPORT_ROW_STATES.map((state) => [state, 0])) as Record<
    ImportRow['state'],
    number
  >;
  const skippedRows: number[] = [];
  let missingSignatureCodes = 0;
  for (const { row, state, values } of rows) {
    rowCounts[state] += 1;
    if (state === 'skipped') skippedRows.push(row);
    if (code !== null && state === 'new' && !values[code]) missingSignatureCodes += 1;
  }
  return { rowCounts, skippedRows, missingSignatureCodes };
}
