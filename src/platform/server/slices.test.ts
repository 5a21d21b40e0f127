/** Long files are written in steps between which the server goes on with other requests. */
import { expect, test } from 'vitest';
import { readPdf } from '#tests/support/helpers/pdf.ts';
import { readSheet } from '#tests/support/helpers/xlsx.ts';
import { createPdf } from './pdfDocument.ts';
import type { Cell } from './sheet.ts';
import { csvOf, xlsxOf } from './spreadsheet.ts';

const ROWS = 20_000;
const COLUMNS = [{ header: 'Who', width: 20 }];

/** Work that goes on beside: counts the turns of the event loop. */
function countTurns() {
  let turns = 0;
  let isOver = false;
  const next = () => {
    turns += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return { turns: () => turns, stop: () => (isOver = true) };
}

/** Rows that note the turn in which each of them was taken. */
function* makeRows(at: number[], turns: () => number): Generator<Cell[]> {
  for (let nth = 0; nth < ROWS; nth += 1) {
    at.push(turns());
    yield [`Bo Li ${nth}`];
  }
}

test.each([
  ['CSV', csvOf, 3],
  ['XLSX', xlsxOf, 50],
] as const)(
  '%s of 20,000 rows is written in many turns of the event loop [16.blocks.1]',
  async (_, write, least) => {
    const beside = countTurns();
    const at: number[] = [];
    await write({ name: 'People', columns: COLUMNS, rows: makeRows(at, beside.turns) });
    beside.stop();
    expect(at).toHaveLength(ROWS);
    expect(new Set(at).size).toBeGreaterThan(least);
  },
);

test('XLSX of many rows has all of them in order [16.blocks.1]', async () => {
  const rows = Array.from({ length: 1_001 }, (_, nth): Cell[] => [nth]);
  const { rows: read } = await readSheet(await xlsxOf({ name: 'People', columns: COLUMNS, rows }));
  expect(read).toEqual([['Who'], ...rows]);
});

test('a PDF of many rows is drawn and closed in many turns of the event loop [16.blocks.1]', async () => {
  const beside = countTurns();
  const options = {
    title: 'Name',
    author: 'Name',
    footer: 'Name',
    at: new Date(0),
    paperSize: 'a4',
  } as const;
  const pdf = await createPdf(options);
  const opened = beside.turns();
  await pdf.table(
    [{ title: 'Who' }],
    Array.from({ length: 1_000 }, (_, nth) => [`Bo Li ${nth}\nField`]),
  );
  const drawn = beside.turns();
  const file = await pdf.close();
  const closed = beside.turns();
  beside.stop();
  expect(drawn - opened).toBeGreaterThan(10);
  expect(closed - drawn).toBeGreaterThan(2);
  expect((await readPdf(file)).pages.join(' ')).toContain('Bo Li 999');
});
