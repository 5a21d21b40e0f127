/** Writes tables as CSV and XLSX files, in which user input stays text and never becomes a formula. */
import { stringify } from 'csv-stringify/sync';
import writeXlsx from 'write-excel-file/node';
import { escapeFormula } from './formulaText.ts';
import { encodeEscapes } from './xlsxText.ts';

/** Text, a number, a day (`YYYY-MM-DD`) or a moment (`YYYY-MM-DD HH:mm ±HH:mm`); an XLSX file has them as such. */
export type Cell = string | number | { day: string } | { moment: string };

export interface Sheet {
  /** The name in an XLSX file, at most 31 characters. */
  name: string;
  columns: readonly { header: string; /** In characters. */ width: number }[];
  rows: readonly (readonly Cell[])[];
}

/** Returns CSV in UTF-8 with a byte order mark; every cell is quoted. @param escape changes text that would be evaluated */
export function csvOf({ columns, rows }: Sheet, escape = escapeFormula): Buffer {
  const head = columns.map(({ header }) => header);
  return Buffer.from(`${BYTE_ORDER_MARK}${toCsvLines([head, ...rows], escape)}`);
}

/** Begins a CSV file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Returns lines of CSV; every cell is quoted. */
export const toCsvLines = (rows: readonly (readonly Cell[])[], escape = escapeFormula): string =>
  stringify(
    rows.map((row) => row.map((cell) => toCsvCell(cell, escape))),
    { quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  );

function toCsvCell(cell: Cell, escape: (text: string) => string): string | number {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'string') return escape(cell);
  return 'day' in cell ? cell.day : cell.moment;
}

/** Returns an XLSX file of one sheet with a sticky header row. */
export function xlsxOf({ name, columns, rows }: Sheet): Promise<Buffer> {
  const head = columns.map(({ header }) => ({ value: header, fontWeight: 'bold' as const }));
  const body = rows.map((row) => row.map(toXlsxCell));
  return writeXlsx([head, ...body], {
    sheet: name,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
}

/** Dates of XLSX have no zone: a moment is its wall-clock time, whose format shows the offset. */
function toXlsxCell(cell: Cell) {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'string') return { value: encodeEscapes(cell), type: String };
  if ('day' in cell) return { value: new Date(`${cell.day}T00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  const [day = '', clock = '', offset = ''] = cell.moment.split(' ');
  return { value: new Date(`${day}T${clock}Z`), type: Date, format: `yyyy-mm-dd hh:mm "${offset}"` };
}
