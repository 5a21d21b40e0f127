import { describe, expect, test } from 'vitest';
import { decimalInput, idInPath, optionalEmail, pageQuery } from './fields.ts';

describe('a page of a list', () => {
  test('has 50 rows by default [10.1.8]', () => {
    expect(pageQuery.parse({})).toEqual({ limit: 50 });
  });

  test.each([
    ['1', 1],
    ['200', 200],
  ])('of %s rows is allowed', (limit, rows) => {
    expect(pageQuery.parse({ limit })).toEqual({ limit: rows });
  });

  test.each(['0', '201', '1.5', 'all'])('of %s rows is not [10.1.8]', (limit) => {
    expect(pageQuery.safeParse({ limit }).success).toBe(false);
  });
});

describe('a decimal that comes in', () => {
  test.each([
    [12.5, '12.50'],
    ['12.5', '12.50'],
    [' 7 ', '7.00'],
    [0, '0.00'],
    ['0.125', '0.13'],
  ])('%j is kept as %s [10.1.6]', (given, kept) => {
    expect(decimalInput(100).parse(given)).toBe(kept);
  });

  test.each(['', 'many', '1e3', '0x10', null, undefined, Number.NaN])('%j is none', (given) => {
    const { error } = decimalInput(100).safeParse(given);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Must be a number']);
  });
});

test.each(['0', '-1', '1.5', 'me', ''])('%j is no id [10.1.2]', (given) => {
  expect(idInPath.safeParse(given).success).toBe(false);
});

test('an e-mail address may be left out, but not be wrong', () => {
  expect(['', null, undefined, 'a@b.example'].map((one) => optionalEmail().parse(one))).toEqual([
    null,
    null,
    null,
    'a@b.example',
  ]);
  expect(optionalEmail().safeParse('not an address').error?.issues[0]?.message).toBe('Invalid email address');
});
