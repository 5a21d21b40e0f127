/** The content of a spreadsheet as text, and the limits of one. */

/** The file cannot be read as a spreadsheet; the message is for the user. */
export class UnreadableSheet extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableSheet';
  }
}

export interface SheetRow {
  /** As the spreadsheet numbers it; the header is usually row 1. */
  row: number;
  /** One text for each column of the header. */
  cells: string[];
}

export interface SheetContent {
  /** The names of the columns, each once. */
  header: string[];
  /** Without blank rows. */
  rows: SheetRow[];
  /** Between the cells of a CSV file; null for an XLSX file. */
  delimiter: string | null;
}

export const MAX_SHEET_ROWS = 5_000;
export const MAX_SHEET_COLUMNS = 100;
/** Characters in the name of a column. */
const MAX_NAME_LENGTH = 200;
/** Blank rows included. */
const MAX_SHEET_POSITION = 100_000;

const format = (count: number): string => count.toLocaleString('en-US');

/** Collects the records of a spreadsheet, one after another. */
export class SheetBuilder {
  #row = 0;
  #header: string[] | undefined;
  readonly #rows: SheetRow[] = [];

  /** Adds the next record; blank ones only count. @throws UnreadableSheet beyond the limits */
  add(record: readonly string[]): void {
    this.#row += 1;
    const cells = record.map((cell) => cell.trim());
    const width = cells.findLastIndex((cell) => cell !== '') + 1;
    if (width === 0) {
      if (this.#row > MAX_SHEET_POSITION)
        throw new UnreadableSheet('The file has too many blank rows. Delete them and try again.');
      return;
    }
    if (width > MAX_SHEET_COLUMNS)
      throw new UnreadableSheet(
        `Row ${this.#row} has ${format(width)} columns. A file can have up to ${MAX_SHEET_COLUMNS}. Delete the extra ones.`,
      );
    if (!this.#header) {
      this.#header = toHeader(cells.slice(0, width));
      return;
    }
    if (width > this.#header.length)
      throw new UnreadableSheet(
        `Row ${this.#row} has more columns than the header. Give each column a name in the first row.`,
      );
    if (this.#rows.length >= MAX_SHEET_ROWS)
      throw new UnreadableSheet(
        `A file can have up to ${format(MAX_SHEET_ROWS)} rows. Split it into smaller files.`,
      );
    this.#rows.push({ row: this.#row, cells: this.#header.map((_, index) => cells[index] ?? '') });
  }

  /** @throws UnreadableSheet without a header or rows */
  build(delimiter: string | null): SheetContent {
    if (!this.#header) throw new UnreadableSheet('The file is empty.');
    if (this.#rows.length === 0)
      throw new UnreadableSheet('The file has only a header row. Add at least one row below it.');
    return { header: this.#header, rows: this.#rows, delimiter };
  }
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
