/** Writes tables as CSV and XLSX files, in which user input stays text and never becomes a formula. */
import { stringify } from 'csv-stringify/sync';
import writeXlsx from 'write-excel-file/node';

/** Text or a number; numbers stay numbers in the file. */
export type Cell = string | number;

export interface Sheet {
  /** The name in an XLSX file, at most 31 characters. */
  name: string;
  columns: readonly { header: string; /** In characters. */ width: number }[];
  rows: readonly (readonly Cell[])[];
}

/** Matches the beginning of a formula, also full-width and after white space. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
/** Matches a number as text: an exact decimal of the database, which can be negative. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Characters that XML cannot contain. */
// oxlint-disable-next-line no-control-regex -- the pattern is about them
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Adds an apostrophe to text that looks like a formula, so that a spreadsheet does not execute it; numbers stay. */
const escapeFormula = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

const toSafeCell = (cell: Cell): Cell =>
  typeof cell === 'number' ? cell : escapeFormula(cell.replace(UNPRINTABLE, ''));

/** Returns CSV in UTF-8 with a byte order mark; every cell is quoted. */
export function csvOf({ columns, rows }: Sheet): Buffer {
  const head = columns.map(({ header }) => header);
  return Buffer.from(`${BYTE_ORDER_MARK}${toCsvLines([head, ...rows])}`);
}

/** Begins a CSV file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Returns lines of CSV; every cell is quoted. */
export const toCsvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map(toSafeCell)),
    // Its own `escape_formulas` would turn negative decimals into text.
    { quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  );

/** Returns an XLSX file of one sheet with a sticky header row. */
export function xlsxOf({ name, columns, rows }: Sheet): Promise<Buffer> {
  const head = columns.map(({ header }) => ({ value: header, fontWeight: 'bold' as const }));
  const body = rows.map((row) => row.map(toSafeCell));
  return writeXlsx([head, ...body], {
    sheet: name,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
}
