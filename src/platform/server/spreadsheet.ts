/** Writes tables as CSV and XLSX files, in which user input stays text and never becomes a formula. */

import { stringify } from 'csv-stringify/sync';
import { extname } from 'node:path';
import { runLimitedProcess, ProcessOverLimit } from './childProcess/runLimitedProcess.ts';
import { unavailable } from './errors.ts';
import { escapeFormula } from './formulaText.ts';
import { divideRows, takeNext } from './rowParts.ts';
import type { Cell, Row, Sheet } from './sheet.ts';
import { createPause } from './slices.ts';
import { writeXlsx, type XlsxSheet } from './xlsxSheet.ts';

/** 20,000 rows take 1 s. */
const LIMIT_MS = 60_000;

/** Returns CSV in UTF-8 with a byte order mark; every cell is quoted. @param escape changes text that would be evaluated */
export async function csvOf({ columns, rows }: Sheet, escape = escapeFormula): Promise<Buffer> {
  const pause = createPause();
  const head = toCsvLines([columns.map(({ header }) => header)], escape);
  const parts = [Buffer.from(`${BYTE_ORDER_MARK}${head}`)];
  for (const part of divideRows(rows)) {
    parts.push(Buffer.from(toCsvLines(part, escape)));
    await pause();
  }
  return Buffer.concat(parts);
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

/** Runs work when it is its turn. */
type RunQueued = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Returns an XLSX file of one sheet with a sticky header row. More rows than one part are written in a process
 * of limited memory, because the library writes all of them in one step. @throws 503 `busy`, and as `runQueued`
 */
export async function xlsxOf(
  { name, columns, rows }: Sheet,
  runQueued: RunQueued = (work) => work(),
): Promise<Buffer> {
  const parts = divideRows(rows);
  const first = takeNext(parts);
  const second = takeNext(parts);
  if (second.length === 0) return writeXlsx({ name, columns }, first);
  const waiting = [first, second];
  return runQueued(() => writeInProcess({ name, columns }, () => waiting.shift() ?? takeNext(parts)));
}

/** Beside this file in the sources; beside the bundle of the server. */
const moduleUrl = new URL(`./xlsxProcess${extname(import.meta.url)}`, import.meta.url);

async function writeInProcess(sheet: XlsxSheet, takeRows: () => readonly Row[]): Promise<Buffer> {
  let file: Uint8Array | undefined;
  try {
    const run = {
      input: sheet,
      onMessage: (message: { file: Uint8Array }) => (file = message.file),
      onRequest: () => Promise.resolve(takeRows()),
    };
    await runLimitedProcess<{ file: Uint8Array }, object>(moduleUrl, run, LIMIT_MS);
  } catch (error) {
    if (error instanceof ProcessOverLimit)
      throw unavailable('busy', 'The server is busy. Please try again, or choose CSV.');
    throw error;
  }
  if (!file) throw new Error('The process of a spreadsheet ended without a file');
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
}
