/** CSV files as programs write them, and what the import must make of the cells of one column. */

import type { Column, Expected } from './handmadeXlsx.ts';

export interface CsvCase {
  name: string;
  column: Column;
  bytes: Buffer;
  expected: readonly Expected[];
}

interface CsvForm {
  name: string;
  column?: Column;
  cells: readonly string[];
  delimiter?: string;
  lineEnd?: string;
  before?: string;
  encode?: (text: string) => Buffer;
  expected: readonly Expected[];
}

const toUtf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

const FORMS: CsvForm[] = [
  { name: 'UTF-8 with a byte order mark', before: '\uFEFF', cells: ['José'], expected: ['José'] },
  {
    name: 'UTF-16, little-endian',
    encode: toUtf16,
    delimiter: '\t',
    cells: ['José 李'],
    expected: ['José 李'],
  },
  {
    name: 'UTF-16, big-endian',
    encode: (text) => toUtf16(text).swap16(),
    cells: ['José'],
    expected: ['José'],
  },
  {
    name: 'a line that names the delimiter',
    before: 'sep=;\r\n',
    delimiter: ';',
    cells: ['a,b,c,d,e'],
    expected: ['a,b,c,d,e'],
  },
  {
    name: 'a line that names a delimiter of its own',
    before: '"sep=|"\n',
    delimiter: '|',
    cells: ['a;b'],
    expected: ['a;b'],
  },
  {
    name: 'title lines above the columns',
    before: 'Clients, as of March\r\n\r\n',
    delimiter: ';',
    cells: ['1,5 h', '2,5 h'],
    expected: ['1,5 h', '2,5 h'],
  },
  { name: 'bars between cells', delimiter: '|', cells: ['a,b; c', 'd'], expected: ['a,b; c', 'd'] },
  { name: 'carriage returns alone', lineEnd: '\r', cells: ['a', '"b\nc"'], expected: ['a', 'b\nc'] },
  {
    name: 'line ends in quotes',
    cells: ['"two\r\nlines"', '"call ""me"""'],
    expected: ['two\r\nlines', 'call "me"'],
  },
  {
    name: 'texts that are written as formulas, to keep their zeros',
    column: 'Client ID at the payer',
    cells: ['="00123"', '"=""00,123"""', '"=""a""""b"""'],
    expected: ['00123', '00,123', 'a"b'],
  },
  {
    name: 'formulas, and texts with an apostrophe before them',
    cells: ['=1+1', `'=1+1`, `''=1+1`, `'+1 555`, `'tis`, '+1 555 0104', '- after lunch', '@home'],
    expected: [
      { error: /^Formulas are not accepted/ },
      '=1+1',
      `'=1+1`,
      '+1 555',
      `'tis`,
      '+1 555 0104',
      '- after lunch',
      '@home',
    ],
  },
  {
    name: 'shortened and rounded numbers',
    column: 'Client ID at the payer',
    cells: ['1.23457E+11', '1E+12', '1234567890120000'],
    expected: [{ error: /1\.23457E\+11/ }, { error: /1E\+12/ }, { error: /15 digits/ }],
  },
  {
    name: 'decimal commas',
    column: 'Units authorized',
    delimiter: ';',
    cells: ['12,5', '0,25', '1.234,50'],
    expected: ['12.50', '0.25', '1234.50'],
  },
  {
    name: 'days first',
    column: 'Start date',
    cells: ['04/03/2026', '15/03/2026'],
    expected: ['2026-03-04', '2026-03-15'],
  },
  { name: 'trailing delimiters', cells: ['a,,,', 'b'], expected: ['a', 'b'] },
];

export const csvCases: readonly CsvCase[] = FORMS.map(
  ({
    name,
    column = 'Notes',
    cells,
    delimiter = ',',
    lineEnd = '\r\n',
    before = '',
    encode = Buffer.from,
    expected,
  }) => {
    const lines = [
      ['Client', 'Service', 'Authorization number', column],
      ...cells.map((cell, index) => ['C-1', 'Bathing', `N-${index + 1}`, cell]),
    ];
    const text = before + lines.map((cells) => cells.join(delimiter) + lineEnd).join('');
    return { name, column, bytes: encode(text), expected };
  },
);
