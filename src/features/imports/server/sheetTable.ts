/** The table of a spreadsheet: its header and its rows as text. */
import {
  isBlank,
  MAX_SHEET_ROWS,
  tooManyRows,
  UnreadableSheet,
  type Sheet,
  type SheetCell,
  type SpreadsheetContent,
} from '#platform/server/spreadsheetReader/sheetContent.ts';

export interface TableRow {
  /** As the spreadsheet numbers it; the header is usually row 1. */
  row: number;
  /** One text for each column of the header. */
  cells: string[];
}

export interface Table {
  /** The names of the columns, each once. */
  header: string[];
  /** Without blank rows. */
  rows: TableRow[];
  /** Between the cells of a CSV file; null for an XLSX file. */
  delimiter: string | null;
}

/** Characters in the name of a column. */
const MAX_NAME_LENGTH = 200;

/** The table of the first sheet that is not hidden or blank; its first row is the header. @throws UnreadableSheet */
export function toTable({ sheets, delimiter }: SpreadsheetContent): Table {
  const { rows } = findSheet(sheets);
  const [first, ...others] = rows;
  if (!first) throw new UnreadableSheet('The file is empty.');
  if (others.length === 0)
    throw new UnreadableSheet('The file has only a header row. Add at least one row below it.');
  if (others.length > MAX_SHEET_ROWS) throw tooManyRows();
  const header = toHeader(first.cells.map(toText));
  const long = others.find(({ cells }) => cells.length > header.length);
  if (long)
    throw new UnreadableSheet(
      `Row ${long.row} has more columns than the header. Give each column a name in the first row.`,
    );
  return {
    header,
    rows: others.map(({ row, cells }) => ({
      row,
      cells: header.map((_, index) => toText(cells[index] ?? '')),
    })),
    delimiter,
  };
}

function findSheet(sheets: readonly Sheet[]): Sheet {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const sheet = visible.find(({ rows, fault }) => rows.length > 0 || fault !== null);
  if (!sheet) throw new UnreadableSheet('The file is empty.');
  if (sheet.fault !== null) throw new UnreadableSheet(sheet.fault);
  return sheet;
}

function toText(cell: SheetCell): string {
  if (isBlank(cell)) return '';
  if (typeof cell === 'string') return cell.trim();
  if (cell.type === 'number' || cell.type === 'date') return cell.value;
  if (cell.type === 'dateTime') return cell.value.slice(0, 10);
  if (cell.type === 'boolean') return cell.value ? 'yes' : 'no';
  return cell.text;
}

function toHeader(cells: string[]): string[] {
  const header = cells.map(
    (name, index) =>
      name
        .toWellFormed()
        .replaceAll(/[\s\0]+/g, ' ')
        .trim() || `Column ${index + 1}`,
  );
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
