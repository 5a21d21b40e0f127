/** Finds totals below the rows of a table, and notes below them. Pure. */

import type { SheetCell } from '#platform/server/spreadsheetReader/sheetContent.ts';
import { areTotalsLabels, MAX_TOTALS_ROWS } from '#platform/server/spreadsheetReader/totalsFormulas.ts';
import { textOf } from '#features/imports/server/cells/columnReader.ts';
import { readNumber } from '#features/imports/server/cells/numberText.ts';
import type { TableRow } from './toTable.ts';

/**
 * The rows at the end that are totals or notes below totals: 'Total', or numbers alone that are the sums of their
 * columns, without the required fields of a record.
 * @param required the indexes of the columns that fill required fields
 */
export function findTotals(rows: readonly TableRow[], required: readonly number[]): Set<number> {
  const isTotals = (index: number) => isTotalsRow(rows, index, required);
  const from = Math.max(1, rows.length - MAX_TOTALS_ROWS);
  let last = rows.length - 1;
  while (last >= from && !isTotals(last) && isNote(rows[last])) last -= 1;
  if (last < from || !isTotals(last)) return new Set();
  let first = last;
  while (first > from && isTotals(first - 1)) first -= 1;
  return new Set(rows.slice(first).map(({ row }) => row));
}

const isFilled = (cell: SheetCell | undefined): cell is SheetCell => cell !== undefined && cell !== '';

/** One text, such as 'Printed on March 4'. */
const isNote = (row: TableRow | undefined): boolean =>
  row !== undefined && row.cells.filter(isFilled).length === 1;

function isTotalsRow(rows: readonly TableRow[], index: number, required: readonly number[]): boolean {
  const { cells = [] } = rows[index] ?? {};
  const filled = cells.flatMap((cell, column) => (isFilled(cell) ? [{ cell, column }] : []));
  const labels = filled.filter(({ cell }) => toNumber(cell) === null);
  const numbers = filled.filter(({ cell }) => toNumber(cell) !== null);
  const isRecord = required.length > 0 && required.every((column) => isFilled(cells[column]));
  const isSum = numbers.length > 0 && numbers.every(({ column }) => isSumOf(rows, index, column));
  const texts = labels.map(({ cell }) => textOf(cell));
  if (texts.length === 0) return isSum && !isRecord;
  const isLabeled = areTotalsLabels(texts);
  const hasNumber = numbers.length > 0 || texts.some((text) => /\d/.test(text));
  return isLabeled && hasNumber && (!isRecord || isSum);
}

/** Returns whether a number is the sum of the column above it, or the count of the rows. */
function isSumOf(rows: readonly TableRow[], index: number, column: number): boolean {
  const above = rows.slice(0, index).flatMap(({ cells }) => toNumber(cells[column] ?? '') ?? []);
  const total = toNumber(rows[index]?.cells[column] ?? '') ?? 0;
  return (
    total === index ||
    (above.length > 1 && Math.abs(above.reduce((sum, one) => sum + one, 0) - total) < 0.005)
  );
}

/** The number of a cell, where separators do not matter; null for a text. */
function toNumber(cell: SheetCell): number | null {
  if (typeof cell !== 'string' && cell.type !== 'formula') {
    if (cell.type === 'number') return Number(cell.value);
    return cell.type === 'duration' ? cell.seconds : null;
  }
  if (typeof cell !== 'string' && cell.value !== undefined) return Number(cell.value);
  const reading = readNumber(textOf(cell));
  if ('number' in reading) return Number(reading.number);
  if ('seconds' in reading) return reading.seconds;
  if (!('numbers' in reading)) return null;
  return Number(reading.numbers.point ?? reading.numbers.comma);
}
