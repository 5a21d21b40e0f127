/** Long files are written in steps between which the server goes on with other requests. */

import { expect, onTestFinished, test } from 'vitest';
import { readPdf } from '#tests/support/helpers/pdf.ts';
import { readSheet } from '#tests/support/helpers/xlsx.ts';
import { createPdf } from './pdfDocument.ts';
import type { Cell } from './sheet.ts';
import { countRequest, createPause } from './slices.ts';
import { csvOf, xlsxOf } from './spreadsheet.ts';

const COLUMNS = [{ header: 'Who', width: 20 }];

/** Counts the turns of the event loop until the test ends. @returns how many there were so far */
function countTurns(): () => number {
  let turns = 0;
  let isOver = false;
  const next = () => {
    turns += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  onTestFinished(() => {
    isOver = true;
  });
  return () => turns;
}

/** Rows that note the turn in which each of them was taken. */
function* makeRows(count: number, at: number[], turns: () => number): Generator<Cell[]> {
  for (let nth = 0; nth < count; nth += 1) {
    at.push(turns());
    yield [`Bo Li ${nth}`];
  }
}

test.each([
  ['CSV', 200_000, csvOf, 3],
  ['XLSX', 20_000, xlsxOf, 50],
] as const)(
  '%s of %d rows is written in many turns of the event loop [16.blocks.1]',
  async (_, count, write, least) => {
    const at: number[] = [];
    await write({ name: 'People', columns: COLUMNS, rows: makeRows(count, at, countTurns()) });
    expect(at).toHaveLength(count);
    expect(new Set(at).size).toBeGreaterThan(least);
  },
);

test('XLSX of many rows has all of them in order [16.blocks.1]', async () => {
  const rows = Array.from({ length: 1_001 }, (_, nth): Cell[] => [nth]);
  const { rows: read } = await readSheet(await xlsxOf({ name: 'People', columns: COLUMNS, rows }));
  expect(read).toEqual([['Who'], ...rows]);
});

test('a PDF of many rows is drawn in many turns of the event loop [16.blocks.1]', async () => {
  const turns = countTurns();
  const options = {
    title: 'Name',
    author: 'Name',
    footer: 'Name',
    at: new Date(0),
    paperSize: 'a4',
  } as const;
  const pdf = await createPdf(options);
  const opened = turns();
  await pdf.table(
    [{ title: 'Who' }],
    Array.from({ length: 1_000 }, (_, nth) => [`Bo Li ${nth}\nField`]),
  );
  expect(turns() - opened).toBeGreaterThan(10);
  expect((await readPdf(await pdf.close())).pages.join(' ')).toContain('Bo Li 999');
});

test('long work rests until a request of several turns of the event loop is answered [16.blocks.1]', async () => {
  const pause = createPause();
  let isAnswered = false;
  countRequest();
  setImmediate(() => setImmediate(() => setImmediate(() => (isAnswered = true))));
  const until = performance.now() + 10;
  while (performance.now() < until);
  await pause();
  expect(isAnswered).toBe(true);
});
