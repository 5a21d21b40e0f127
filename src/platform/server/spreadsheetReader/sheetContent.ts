/** The content of a spreadsheet file, whatever program wrote it, and its limits. */

/** The file, or one of its sheets, cannot be read; the message is for the user. */
export class UnreadableSheet extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableSheet';
  }
}

/** A cell: text as it is, blank if empty; everything else with the text that the spreadsheet shows. CSV files have text and formulas. */
export type SheetCell = string | NumberCell | TimeCell | OtherCell;

export interface NumberCell {
  type: 'number';
  /** Decimal digits, without the binary noise after the 15th. */
  value: string;
  /** Through the number format: '01234', '$5.00', '25%'. */
  text: string;
}

type TimeCell =
  /** `YYYY-MM-DD`. */
  | { type: 'date'; value: string; text: string }
  /** `YYYY-MM-DDTHH:mm:ss`, without a zone. */
  | { type: 'dateTime'; value: string; text: string }
  /** `HH:mm:ss`. */
  | { type: 'time'; value: string; text: string }
  | { type: 'duration'; seconds: number; text: string };

type OtherCell =
  | { type: 'boolean'; value: boolean; text: string }
  /** '#N/A', or '########' for a date that no calendar has. */
  | { type: 'error'; text: string }
  /** In CSV files, and in totals rows of XLSX files with the number that it had; elsewhere it is a fault of its sheet. */
  | { type: 'formula'; text: string; value?: string };

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  row: number;
  /** From the first column to the last one that is not blank. */
  cells: SheetCell[];
}

export interface Sheet {
  /** Blank for a CSV file. */
  name: string;
  /** Hidden sheets are not read: they have no rows. */
  isHidden: boolean;
  /** Without blank rows. */
  rows: SheetRow[];
  /** Why the sheet cannot be imported, for the user; its rows are incomplete. */
  fault: string | null;
}

export interface SpreadsheetContent {
  /** In the order of their tabs; at least one. */
  sheets: Sheet[];
  /** Between the cells of a CSV file; null for an XLSX file. */
  delimiter: string | null;
}

/** Below the header. */
export const MAX_SHEET_ROWS = 5_000;
export const MAX_SHEET_COLUMNS = 100;
/** Titles above the header, and totals below the rows. */
const MAX_OTHER_ROWS = 50;
/** Blank rows included. */
export const MAX_SHEET_POSITION = 100_000;

const format = (count: number): string => count.toLocaleString('en-US');

/** @throws UnreadableSheet beyond the limits of a sheet */
export class SheetBuilder {
  readonly #rows = new Map<number, SheetCell[]>();

  /** Puts a cell into its place; blank ones are left out. @param column 1 for A */
  set(row: number, column: number, cell: SheetCell): void {
    if (isBlank(cell)) return;
    checkPosition(row);
    if (column > MAX_SHEET_COLUMNS)
      throw new UnreadableSheet(
        `Row ${format(row)} has more than ${MAX_SHEET_COLUMNS} columns. Delete the extra ones.`,
      );
    const cells = this.#rows.get(row) ?? this.#addRow(row);
    while (cells.length < column) cells.push('');
    cells[column - 1] = cell;
  }

  #addRow(row: number): SheetCell[] {
    if (this.#rows.size >= MAX_SHEET_ROWS + MAX_OTHER_ROWS) throw tooManyRows();
    const cells: SheetCell[] = [];
    this.#rows.set(row, cells);
    return cells;
  }

  build(): SheetRow[] {
    return [...this.#rows].toSorted(([one], [other]) => one - other).map(([row, cells]) => ({ row, cells }));
  }
}

/** @throws UnreadableSheet far below the rows that an import takes */
export function checkPosition(row: number): void {
  if (row > MAX_SHEET_POSITION)
    throw new UnreadableSheet('The file has too many blank rows. Delete them and try again.');
}

/** White space alone is blank, as spreadsheets show it. */
export const isBlank = (cell: SheetCell): boolean => typeof cell === 'string' && cell.trim() === '';

/** More rows than an import takes. */
export const tooManyRows = () =>
  new UnreadableSheet(`A file can have up to ${format(MAX_SHEET_ROWS)} rows. Split it into smaller files.`);
