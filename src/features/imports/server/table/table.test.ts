import { expect, test } from 'vitest';
import type { Sheet } from '#platform/server/spreadsheetReader/sheetContent.ts';
import { findPosition } from './position.ts';
import { findTotals } from './totals.ts';

const buildSheet = (rows: readonly string[][], changes: Partial<Sheet> = {}): Sheet => ({
  name: 'Clients',
  isHidden: false,
  fault: null,
  rows: rows.flatMap((cells, index) =>
    cells.some((cell) => cell !== '') ? [{ row: index + 1, cells }] : [],
  ),
  ...changes,
});

const HEADER = ['Client ID', 'Contact name', 'Units'];
const CLIENT = ['C-1', 'Ana Ruiz', '40'];
const empty = buildSheet([], { name: 'Sheet1' });
const hidden = buildSheet([], { name: 'Lists', isHidden: true });

test.each<[what: string, sheets: Sheet[], position: [number, number], proposed: [number, number] | null]>([
  ['the first row', [buildSheet([HEADER, CLIENT])], [0, 1], null],
  ['the first row that is not blank', [buildSheet([[''], [''], HEADER, CLIENT])], [0, 3], null],
  ['below a title', [buildSheet([['Client list'], [''], HEADER, CLIENT])], [0, 1], [0, 3]],
  ['the second of two header rows', [buildSheet([['Client', '', 'Plan'], HEADER, CLIENT])], [0, 1], [0, 2]],
  ['after an empty sheet', [empty, buildSheet([HEADER, CLIENT])], [1, 1], [1, 1]],
  ['after a hidden sheet', [hidden, buildSheet([HEADER, CLIENT])], [1, 1], null],
  [
    'on the sheet whose columns are named',
    [buildSheet([['Key'], ['x'], ['y']]), buildSheet([['Title'], HEADER, CLIENT])],
    [0, 1],
    [1, 2],
  ],
  [
    'below a title with unknown names',
    [buildSheet([['Kundenliste'], ['Nummer', 'Ansprechpartner'], ['1', 'Ana']])],
    [0, 1],
    [0, 2],
  ],
  [
    'on another sheet than one with a fault',
    [buildSheet([HEADER], { fault: 'Cell A1 has a formula.' }), buildSheet([HEADER, CLIENT])],
    [1, 1],
    [1, 1],
  ],
])('the names of the columns are found %s', (_, sheets, [sheet, headerRow], proposed) => {
  expect(findPosition('clients', sheets)).toEqual({
    position: { sheet, headerRow },
    proposed: proposed && { sheet: proposed[0], headerRow: proposed[1] },
  });
});

test.each<[what: string, sheets: Sheet[], message: RegExp]>([
  ['empty sheets', [empty], /^The file is empty/],
  ['hidden sheets alone', [hidden, empty], /^All visible sheets are empty/],
  ['a header alone', [buildSheet([HEADER])], /only a header row/],
  ['a fault', [buildSheet([HEADER, CLIENT], { fault: 'Cell A1 has a formula.' })], /^Cell A1 has a formula/],
])('a file of %s is refused', (_, sheets, message) => {
  expect(() => findPosition('clients', sheets)).toThrow(message);
});

const CLIENTS = [CLIENT, ['C-2', 'Bo Li', '60']];

test.each<[what: string, last: string[][], totals: number[]]>([
  ['a label and a sum', [['Total', '', '100']], [3]],
  ['a label and another number', [['Average:', '', '50']], [3]],
  ['a number in the label', [['Total clients: 2', '', '']], [3]],
  ['a sum alone', [['', '', '100']], [3]],
  [
    'totals and a note',
    [
      ['Grand total', '2', '100'],
      ['Printed on March 4', '', ''],
    ],
    [3, 4],
  ],
  [
    'two totals',
    [
      ['Subtotal', '', '100'],
      ['Total', '', '100'],
    ],
    [3, 4],
  ],
  ['totals in German', [['Summe', '', '100']], [3]],
])('%s at the end are totals', (_, last, totals) => {
  const rows = [...CLIENTS, ...last].map((cells, index) => ({ row: index + 1, cells }));
  expect([...findTotals(rows, [0, 1])]).toEqual(totals);
});

test.each<[what: string, last: string[]]>([
  ['a client of this name', ['Total', 'Bo Li', '60']],
  ['a name that begins so', ['Total Care Homes', '', '60']],
  ['a label without a number', ['Total', '', '']],
  ['a number that is not the sum', ['', '', '7']],
  ['a row with an error', ['C-3', '', '100']],
  ['a note alone', ['C-3', '', '']],
])('%s at the end is not a total', (_, last) => {
  const rows = [...CLIENTS, last].map((cells, index) => ({ row: index + 1, cells }));
  expect([...findTotals(rows, [0, 1])]).toEqual([]);
});

test('a record without other required fields is a total only if it is the sum', () => {
  const build = (sum: string) =>
    [
      ['Bathing', '10'],
      ['Meals', '20'],
      ['Total', sum],
    ].map((cells, index) => ({ row: index + 1, cells }));
  expect([...findTotals(build('30'), [0])]).toEqual([3]);
  expect([...findTotals(build('12'), [0])]).toEqual([]);
});
