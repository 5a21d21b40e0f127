/** Reads CSV files: their encoding, delimiter and line endings. */

import { CsvError, parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { unescapeFormula } from '#platform/server/formulaText.ts';
import {
  checkPosition,
  SheetBuilder,
  UnreadableSheet,
  type SheetCell,
  type SheetRow,
  type SpreadsheetContent,
} from './sheetContent.ts';
import { detectEncoding } from './textEncoding.ts';

const MAX_RECORD_BYTES = 1024 * 1024;
const DELIMITERS = [',', ';', '\t', '|'];

/** Reads a CSV file in UTF-8 or UTF-16, separated by commas, semicolons, tabs, bars, or what its line `sep=` names. @throws UnreadableSheet */
export async function readCsv(path: string): Promise<SpreadsheetContent> {
  const text = decode(await readFile(path));
  if (text.includes('\0')) throw new UnreadableSheet('This is not a text file. Choose a CSV or XLSX file.');
  const [declaration = '', separator] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(declaration.length);
  // A quoted cell can contain delimiters and line endings.
  const unquoted = table.replaceAll(/"[^"]*"/g, (quoted) => (/[^"\s]/.test(quoted) ? '""' : ''));
  const delimiter = separator ?? findDelimiter(unquoted);
  const rows = parseRows(table, { delimiter, record_delimiter: findRecordDelimiters(unquoted) });
  return { sheets: [{ name: '', isHidden: false, rows, fault: null }], delimiter };
}

/** Excel obeys this line and does not show it. */
const SEPARATOR_LINE = /^"?sep=([^\r\n"])"?(?:\r\n|\n|\r)/i;

function parseRows(text: string, options: { delimiter: string; record_delimiter: string[] }): SheetRow[] {
  const builder = new SheetBuilder();
  let row = 0;
  try {
    parse(text, {
      ...options,
      relax_column_count: true,
      // Spreadsheets accept 12" and ="0012" without more quotation marks.
      relax_quotes: true,
      max_record_size: MAX_RECORD_BYTES,
      on_record: (record: string[]) => {
        row += 1;
        checkPosition(row);
        record.forEach((cell, index) => builder.set(row, index + 1, toCell(cell)));
        // The builder has the record: the parser does not store it.
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
    throw new UnreadableSheet(`Line ${line} of the CSV file is not valid: check its quotation marks.`);
  }
  return builder.build();
}

/** A formula that is only a text: programs write it so that Excel keeps leading zeros. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/s;

function toCell(text: string): SheetCell {
  const [, content] = TEXT_FORMULA.exec(text) ?? [];
  if (content !== undefined) return content.replaceAll('""', '"');
  return text.startsWith('=') ? { type: 'formula', text } : unescapeFormula(text);
}

function decode(bytes: Buffer): string {
  const encoding = detectEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The only error of a fatal decoder is text in another encoding.
    throw new UnreadableSheet(
      'The text of the file is not encoded in UTF-8. In your spreadsheet program, save it as “CSV UTF-8” or as XLSX.',
    );
  }
}

/** A file can mix line endings when several programs wrote it; a lone CR ends rows only when none ends with LF. */
const findRecordDelimiters = (unquoted: string): string[] =>
  unquoted.includes('\n') ? ['\r\n', '\n'] : ['\r'];

/** How many lines show which delimiter a file has. */
const SAMPLE_LINES = 50;

/** The delimiter of the most cells in lines that have it equally often, so that titles do not matter. */
function findDelimiter(unquoted: string): string {
  const lines = unquoted
    .slice(0, MAX_RECORD_BYTES)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '' || line.includes('\t'))
    .slice(0, SAMPLE_LINES);
  const scoreOf = (delimiter: string): number => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const cells = [...Map.groupBy(counts, (count) => count)].map(([count, alike]) => count * alike.length);
    // As often as another one: that of the first line.
    return Math.max(0, ...cells) + ((counts[0] ?? 0) > 0 ? 0.5 : 0);
  };
  return DELIMITERS.reduce((best, next) => (scoreOf(next) > scoreOf(best) ? next : best));
}
