import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { SheetBuilder, UnreadableSheet, type SheetContent } from './sheetContent.ts';

const MAX_RECORD_BYTES = 1024 * 1024;
const DELIMITERS = [',', ';', '\t'];

/** Reads a CSV file in UTF-8 or UTF-16, separated by commas, semicolons or tabs. @throws UnreadableSheet */
export async function readCsv(path: string): Promise<SheetContent> {
  const text = decode(await readFile(path));
  if (text.includes('\0')) throw new UnreadableSheet('This is not a text file. Choose a CSV or XLSX file.');
  // A quoted cell can contain delimiters and line endings.
  const unquoted = text.replaceAll(/"[^"]*"/g, (quoted) => (/[^"\s]/.test(quoted) ? '""' : ''));
  const delimiter = findDelimiter(unquoted);
  const builder = new SheetBuilder();
  try {
    parse(text, {
      delimiter,
      record_delimiter: findRecordDelimiters(unquoted),
      relax_column_count: true,
      max_record_size: MAX_RECORD_BYTES,
      on_record: (record: string[]) => {
        builder.add(record);
        // The builder has the record: the parser does not store it.
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
    throw new UnreadableSheet(`Line ${line} of the CSV file is not valid: check its quotation marks.`);
  }
  return builder.build(delimiter);
}

function decode(bytes: Buffer): string {
  const encoding = toEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The only error of a fatal decoder is text in another encoding.
    throw new UnreadableSheet(
      'The text of the file is not encoded in UTF-8. In your spreadsheet program, save it as “CSV UTF-8” or as XLSX.',
    );
  }
}

/** The encoding that a byte order mark names; UTF-8 without one. */
function toEncoding([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** A file can mix line endings when several programs wrote it; a lone CR ends rows only when none ends with LF. */
const findRecordDelimiters = (unquoted: string): string[] =>
  unquoted.includes('\n') ? ['\r\n', '\n'] : ['\r'];

/** The delimiter that occurs most in the first line that is not blank. */
function findDelimiter(unquoted: string): string {
  const first = unquoted.search(/\S/);
  const start = Math.max(unquoted.lastIndexOf('\n', first), unquoted.lastIndexOf('\r', first)) + 1;
  const [line = ''] = unquoted.slice(start).split(/[\r\n]/, 1);
  const countOf = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (countOf(next) > countOf(best) ? next : best));
}
