/** Reads the columns of a table into the values of their fields. Pure. */

import type { SheetCell } from '#platform/server/spreadsheetReader/sheetContent.ts';
import {
  textOf,
  type ColumnCell,
  type ColumnReader,
  type ParsedCell,
  type ReadingContext,
} from '#features/imports/server/cells/columnReader.ts';
import { findConventions, type Conventions } from '#features/imports/server/cells/conventions.ts';
import { findOrder, ORDER_LABELS, readDateColumn } from '#features/imports/server/cells/dateColumn.ts';
import { readNumberColumn } from '#features/imports/server/cells/numberColumn.ts';
import { readNumber } from '#features/imports/server/cells/numberText.ts';
import { trimCell } from '#features/imports/server/cells/plainText.ts';
import { readRateColumn } from '#features/imports/server/cells/rateColumn.ts';
import { readTextColumn } from '#features/imports/server/cells/textColumn.ts';
import { findValue, type ImportField } from '#features/imports/server/fields.ts';
import type { ImportColumn } from '#features/imports/server/tables.ts';
import type { Table } from './toTable.ts';

/** A column with its field, and what its cells mean; neither for one that is ignored. */
export interface ReadColumn extends ImportColumn {
  target: { field: ImportField; reader: ColumnReader } | null;
}

/** @param timeZone of the business, for proposals */
export function readColumns(
  { rows, delimiter }: Pick<Table, 'rows' | 'delimiter'>,
  {
    columns,
    fields,
    timeZone,
  }: {
    columns: readonly ImportColumn[];
    fields: readonly ImportField[];
    timeZone: string;
  },
): ReadColumn[] {
  const used = columns.map((column, index) => ({
    column,
    field: fields.find(({ name }) => name === column.field),
    cells: rows.flatMap(({ row, cells }): ColumnCell[] => {
      const cell = cells[index] ?? '';
      return isReadable(cell) ? [{ row, cell }] : [];
    }),
  }));
  const numbers = used.flatMap(({ field, cells }) => (isNumeric(field) ? cells : []));
  const conventions = {
    ...findConventions({ delimiter, hasDecimalCommas: hasDecimalCommas(numbers) }, timeZone),
    ...proposeOrder(used.flatMap(({ field, cells }) => (field?.type === 'date' ? [cells] : []))),
  };
  return used.map(({ column, field, cells }) => {
    if (!field) return { ...column, target: null };
    const { name, answers = {} } = column;
    const reader = createReader(field, cells, { name, answers, conventions, isCsv: delimiter !== null });
    return {
      ...column,
      target: { field, reader: { ...reader, read: (cell) => readCell(field, reader, cell) } },
    };
  });
}

/** The order of the other dates of the file, if they have one. */
function proposeOrder(
  columns: readonly (readonly ColumnCell[])[],
): Partial<Pick<Conventions, 'dateOrder' | 'dateReason'>> {
  const [dateOrder, other] = new Set(columns.flatMap((cells) => findOrder(cells) ?? []));
  if (dateOrder === undefined || other !== undefined) return {};
  return { dateOrder, dateReason: `Other dates in the file have the ${ORDER_LABELS[dateOrder]}` };
}

const isNumeric = (field: ImportField | undefined): boolean =>
  field?.type === 'number' || field?.type === 'units' || field?.type === 'rates';

function createReader(
  field: ImportField,
  cells: readonly ColumnCell[],
  context: ReadingContext,
): ColumnReader {
  if (field.type === 'date') return readDateColumn(cells, context);
  if (field.type === 'rates') return readRateColumn(cells, context);
  if (isNumeric(field)) return readNumberColumn(cells, context, field.type === 'units');
  return readTextColumn(cells, context, field.type === 'identifier');
}

/** Reads a cell that is not blank. */
function readCell(field: ImportField, reader: ColumnReader, cell: SheetCell): ParsedCell {
  const message = findFault(cell);
  if (message !== null) return { message };
  const parsed = reader.read(cell);
  if (!('value' in parsed)) return parsed;
  const { value } = parsed;
  if (field.max !== undefined && value.length > field.max)
    return { message: `At most ${field.max} characters` };
  if (!field.values) return parsed;
  const match = findValue(field, value);
  return match === undefined
    ? { message: `Use one of: ${Object.values(field.values).join(', ')}` }
    : { value: match };
}

/** An error of a spreadsheet program, or what it shows for a value that is too wide for its column. */
const SPREADSHEET_ERROR = /^(?:#N\/[AD]|#[¡¿]?[\p{Lu}_]+(?:\/0)?[!?]|#GETTING_DATA|#{3,}|Err:\d{3})$/u;

/** The error of a cell, whatever its column. */
function findFault(cell: SheetCell): string | null {
  const text = textOf(cell);
  if (typeof cell !== 'string' && cell.type === 'formula')
    return 'Formulas are not accepted. Enter the value instead.';
  if (SPREADSHEET_ERROR.test(text) || (typeof cell !== 'string' && cell.type === 'error'))
    return `${text} is a spreadsheet error. Enter the value, or clear the cell.`;
  return text.includes('\0') ? 'Contains an invalid character. Retype the value.' : null;
}

/** Returns whether a cell takes part in decisions about its column. */
const isReadable = (cell: SheetCell): boolean =>
  (typeof cell !== 'string' || trimCell(cell) !== '') && findFault(cell) === null;

/** Returns whether numbers of the file have decimal commas, and none has a decimal point. */
function hasDecimalCommas(cells: readonly ColumnCell[]): boolean {
  const readings = cells.flatMap(({ cell }) => (typeof cell === 'string' ? [readNumber(cell)] : []));
  const only = (separator: 'comma' | 'point') =>
    readings.some((one) => 'numbers' in one && Object.keys(one.numbers).join(',') === separator);
  return only('comma') && !only('point');
}
