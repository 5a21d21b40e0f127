import { expect, test } from 'vitest';
import { readColumns } from '#features/imports/server/table/readColumns.ts';

const readCells = (...cells: string[]) => {
  const [column] = readColumns(
    { rows: cells.map((cell, index) => ({ row: index + 2, cells: [cell] })), delimiter: ',' },
    {
      columns: [{ name: 'Rate', field: 'unitRate' }],
      fields: [{ name: 'unitRate', label: 'Rate', type: 'rates' }],
      timeZone: 'America/Chicago',
    },
  );
  return cells.map((cell) => column?.target?.reader.read(cell));
};

test('rates by day stand beside single rates, in the order of their days [14.import.9]', () => {
  expect(readCells('15,25', 'from 2026-07-01: 16.3; 15', '15; from 2026-07-01: none')).toEqual([
    { value: '15.25' },
    { value: '15.00; from 2026-07-01: 16.30' },
    { value: '15.00; from 2026-07-01: none' },
  ]);
});

test.each([
  ['15; from 2026-02-30: 16', 'Enter a date'],
  ['from 2026-07-01: 16; from 2026-07-01: 17', 'Another rate starts on this day'],
  ['15; 16', 'Enter the first day of this rate'],
  ['15; from 2026-07-01: 16.12345', 'Use at most four decimal places'],
  ['15; from July: 16', 'Must be a number'],
])('%s is an error at the cell: %s [14.import.9]', (text, message) => {
  expect(readCells(text)).toEqual([{ message }]);
});
