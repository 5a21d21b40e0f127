/** Our files, opened and saved by LibreOffice. */

import { parse } from 'csv-parse/sync';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram, installPackage } from '#tests/support/helpers/packages.ts';
import type { Cell, Sheet } from './sheet.ts';
import { csvOf, xlsxOf } from './spreadsheet.ts';
import { readXlsx } from './spreadsheetReader/xlsxFile.ts';

let folder: string;
let program: string;
beforeAll(async () => {
  if (!findProgram('soffice')) installPackage('libreoffice-calc', 'tests of spreadsheets');
  program = findProgram('soffice') ?? 'soffice';
  folder = await mkdtemp(join(tmpdir(), 'spreadsheet-peers-'));
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

/** Opens a file with LibreOffice and saves it in another format. */
async function convert(file: Buffer, from: string, to: string): Promise<string> {
  const path = join(folder, `file.${from}`);
  await writeFile(path, file);
  // CSV files in UTF-8, with commas, each text quoted.
  const options = [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    '--infilter=CSV:44,34,76,1',
  ];
  const filter = to === 'csv' ? 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,true' : to;
  await promisify(execFile)(program, [...options, '--convert-to', filter, '--outdir', folder, path]);
  return join(folder, `file.${to}`);
}

const TEXTS = [
  [
    'Miller & Co <Ltd>',
    'two\nlines',
    '"quoted"',
    ' spaces ',
    'עברית\u200F',
    'e\u0301',
    '𠮷田',
    `'tis`,
    '_x0041_',
  ],
  [
    '=1+1',
    '+A1',
    '-SUM(1)',
    '@SUM(1)',
    `=cmd|' /C calc'!A0`,
    '\uFF1D1+1',
    '=HYPERLINK("https://agency.example")',
  ],
  ['+1 555 0104', '- after lunch', '-', `'=1+1`, 'Call: =1+1'],
].flat();

const COLUMNS = ['Text', 'Number', 'Day', 'Moment'].map((header) => ({ header, width: 20 }));

const toSheet = (texts: readonly string[]): Sheet => ({
  name: 'Peers',
  columns: COLUMNS,
  rows: texts.map((text, index): Cell[] => [
    text,
    index - 1.25,
    { day: '2026-03-01' },
    { moment: '2026-11-01 01:30 -04:00' },
  ]),
});

test('LibreOffice shows the values of an XLSX file as they were written', async () => {
  const path = await convert(await xlsxOf(toSheet(TEXTS)), 'xlsx', 'csv');
  const [, ...rows] = parse(await readFile(path, 'utf8'));
  expect(rows).toEqual(
    TEXTS.map((text, index) => [text, String(index - 1.25), '2026-03-01', '2026-11-01 01:30 -04:00']),
  );
}, 60_000);

test('an XLSX file that LibreOffice saved has the same values and dates, and no formula', async () => {
  const path = await convert(await xlsxOf(toSheet(TEXTS)), 'xlsx', 'xlsx');
  const { sheets } = await readXlsx(path);
  expect(sheets.map(({ fault }) => fault)).toEqual([null]);
  expect(sheets[0]?.rows.slice(1).map(({ cells }) => cells)).toEqual(
    TEXTS.map((text, index) => [
      text,
      { type: 'number', value: String(index - 1.25), text: String(index - 1.25) },
      { type: 'date', value: '2026-03-01', text: '2026-03-01' },
      { type: 'dateTime', value: '2026-11-01T01:30:00', text: '2026-11-01 01:30 -04:00' },
    ]),
  );
}, 60_000);

test('LibreOffice evaluates nothing of a CSV file', async () => {
  const path = await convert(await csvOf(toSheet(TEXTS)), 'csv', 'xlsx');
  const { sheets } = await readXlsx(path);
  expect(sheets.map(({ fault }) => fault)).toEqual([null]);
  const cells = sheets[0]?.rows.slice(1).map((row) => row.cells[0]);
  const escaped = ['=', '+A1', '-SUM', '@', '\uFF1D', `'=`];
  expect(cells).toEqual(
    TEXTS.map((text) => (escaped.some((one) => text.startsWith(one)) ? `'${text}` : text)),
  );
}, 60_000);
