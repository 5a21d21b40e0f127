import { expect, test } from 'vitest';
import { lastRow } from './usePages.ts';

const page = (from: number, { total, rows, next }: { total: number; rows: number; next: string | null }) =>
  lastRow({ from, size: 50, list: { rows: Array(rows).fill(0), total, next } });

test.each([
  ['the first of several', 1, { total: 120, rows: 50, next: 'b' }, 50],
  ['the last', 101, { total: 120, rows: 20, next: null }, 120],
  ['one whose rows are still those of the previous page', 101, { total: 120, rows: 50, next: 'c' }, 120],
  ['one beyond the limit of counting', 10_001, { total: 10_000, rows: 50, next: 'd' }, 10_050],
  ['the last, beyond the limit of counting', 10_051, { total: 10_000, rows: 7, next: null }, 10_057],
  [
    'the last, when the total equals the limit of counting',
    9_951,
    { total: 10_000, rows: 50, next: null },
    10_000,
  ],
])('lastRow() returns the position of the last row of a page: %s', (_, from, list, to) => {
  expect(page(from, list)).toBe(to);
});
