import { expect, test } from 'vitest';
import { filterOptions } from './comboboxFilter.ts';

const search = (text: string) =>
  filterOptions(
    [
      { value: '1', label: 'Ana', hint: 'Nurse' },
      { value: '2', label: 'José', hint: 'Manager' },
      { value: '3', label: 'County', hint: '2 visits to bill', searchText: 'County' },
    ],
    text,
  ).map(({ value }) => value);

test('options are found by every word of their label and hint, with or without accents', () => {
  expect(search('nurse ana')).toEqual(['1']);
  expect(search('jose')).toEqual(['2']);
  expect(search('an')).toEqual(['1', '2']);
});

test('a hint that is not search text does not match', () => {
  expect(search('bill')).toEqual([]);
  expect(search('county')).toEqual(['3']);
});
