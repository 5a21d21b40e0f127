/** The table of a spreadsheet: the names of its columns and its rows. Pure. */

import {
  MAX_SHEET_ROWS,
  tooManyRows,
  UnreadableSheet,
  type SheetCell,
  type SpreadsheetContent,
} from '#platform/server/spreadsheetReader/sheetContent.ts';
import type { TablePosition } from '#features/imports/contract.ts';
import { textOf } from '#features/imports/server/cells/columnReader.ts';
import { trimCell } from '#features/imports/server/cells/plainText.ts';

export interface TableRow {
  /** As the spreadsheet numbers it. */
  row: number;
  /** One for each column. */
  cells: SheetCell[];
}

export interface Table {
  headerRow: number;
  /** The names of the columns, each once. */
  header: string[];
  /** Without blank rows. */
  rows: TableRow[];
  delimiter: string | null;
}

/** Characters in the name of a column. */
const MAX_NAME_LENGTH = 200;

/** The table below a row with the names of its columns. @throws UnreadableSheet */
export function toTable(
  { sheets, delimiter }: SpreadsheetContent,
  { sheet, headerRow }: TablePosition,
): Table {
  const { rows = [], fault = null } = sheets[sheet] ?? {};
  if (fault !== null) throw new UnreadableSheet(fault);
  const names = rows.find(({ row }) => row === headerRow);
  if (!names) throw new UnreadableSheet(`Row ${headerRow} is blank. Choose the row with the column names.`);
  const width = names.cells.length;
  const named = toHeader(names.cells.map(textOf));
  const below = rows.filter(({ row }) => row > headerRow);
  if (below.length === 0)
    throw new UnreadableSheet('The file has only a header row. Add at least one row below it.');
  if (below.length > MAX_SHEET_ROWS) throw tooManyRows();
  // In CSV, more cells than names come from a comma in a value, and all cells behind it have moved.
  const long = delimiter === null ? undefined : below.find(({ cells }) => cells.length > width);
  if (long)
    throw new UnreadableSheet(
      `Row ${long.row} has more columns than the header. Give each column a name in row ${headerRow}, and put quotation marks around values with a comma.`,
    );
  const count = below.reduce((most, { cells }) => Math.max(most, cells.length), width);
  return {
    headerRow,
    header: [
      ...named,
      ...Array.from({ length: count - width }, (_, index) => toUnusedName(named, width + index + 1)),
    ],
    rows: below.map(({ row, cells }) => ({
      row,
      cells: Array.from({ length: count }, (_, index) => trim(cells[index] ?? '')),
    })),
    delimiter,
  };
}

/** Marks of the direction at the end of a text are part of it; a text of marks alone is blank. */
const trim = (cell: SheetCell): SheetCell => {
  if (typeof cell !== 'string') return cell;
  return trimCell(cell) === '' ? '' : cell.trim();
};

function toHeader(cells: readonly string[]): string[] {
  const names = cells.map(toName);
  const header = names.map((name, index) => name || toUnusedName(names, index + 1));
  const long = header.find((name) => name.length > MAX_NAME_LENGTH);
  if (long !== undefined)
    throw new UnreadableSheet(
      `The column “${long.slice(0, 50)}…” has a name of more than ${MAX_NAME_LENGTH} characters. Shorten it.`,
    );
  const twice = header.find((name, index) => header.indexOf(name) < index);
  if (twice !== undefined)
    throw new UnreadableSheet(`Two columns have the name “${twice.slice(0, 100)}”. Rename one of them.`);
  return header;
}

/** The name of a column without one. */
const toUnusedName = (names: readonly string[], number: number): string =>
  names.includes(`Column ${number}`) ? `Column ${number} (no name)` : `Column ${number}`;

/** The name of a column in one line. */
export const toName = (text: string): string => trimCell(text.toWellFormed().replaceAll(/[\s\0]+/g, ' '));
