import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/universal';
import type { ErrorCell } from './cellScan.ts';
import { SheetBuilder, type SheetContent } from './sheetContent.ts';
import { checkArchive, damaged } from './xlsxArchive.ts';

/**
 * Reads the first sheet of an XLSX file; numbers keep their digits, dates become ISO dates, errors their text.
 * @throws UnreadableSheet
 */
export async function readXlsxFile(path: string): Promise<SheetContent> {
  const errors = await checkArchive(path);
  // From memory, because the library then uses the list of entries that was checked, not what is between them.
  const bytes = new Uint8Array(await readFile(path)).buffer;
  const sheet = await readSheet(bytes, 1, { parseNumber: (digits) => digits }).catch(() => {
    throw damaged();
  });
  const builder = new SheetBuilder();
  for (const row of listRows(sheet as XlsxCell[][], errors)) builder.add(row);
  return builder.build(null);
}

/** A cell as the library returns it: its declared types name the class of dates. */
type XlsxCell = string | boolean | Date | null;

/** The rows as text. The library leaves out blank rows and cells at the end, also when they have errors. */
function* listRows(sheet: readonly XlsxCell[][], errors: readonly ErrorCell[]): Generator<string[]> {
  const errorsByRow = Map.groupBy(errors, ({ row }) => row);
  const last = errors.reduce((most, { row }) => Math.max(most, row), sheet.length);
  for (let row = 1; row <= last; row += 1) {
    const cells = (sheet[row - 1] ?? []).map(toText);
    for (const { column, text } of errorsByRow.get(row) ?? []) {
      while (cells.length < column) cells.push('');
      cells[column - 1] = text;
    }
    yield cells;
  }
}

/** What spreadsheet programs show for a date that they cannot show. */
const INVALID_DATE = '########';

function toText(cell: XlsxCell): string {
  if (cell === null) return '';
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime()) ? INVALID_DATE : cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return cell;
}
