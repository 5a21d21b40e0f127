import { describe, expect, test } from 'vitest';
import { decimalInput, exactDecimalInput, idInPath, optionalEmail, pageQuery } from './fields.ts';

describe('pageQuery', () => {
  test('has 50 rows by default [10.1.8]', () => {
    expect(pageQuery.parse({})).toEqual({ limit: 50 });
  });

  test.each([
    ['1', 1],
    ['200', 200],
  ])('accepts a limit of %s rows', (limit, rows) => {
    expect(pageQuery.parse({ limit })).toEqual({ limit: rows });
  });

  test.each(['0', '201', '1.5', 'all'])('rejects a limit of %s rows [10.1.8]', (limit) => {
    expect(pageQuery.safeParse({ limit }).success).toBe(false);
  });
});

describe('decimalInput', () => {
  test.each([
    [12.5, '12.50'],
    ['12.5', '12.50'],
    [' 7 ', '7.00'],
    [0, '0.00'],
    ['0.125', '0.13'],
    [1.005, '1.01'],
    ['1.004999', '1.00'],
    ['8.575', '8.58'],
    [1e-7, '0.00'],
  ])('parses %j to %s [10.1.6]', (input, expected) => {
    expect(decimalInput(100).parse(input)).toBe(expected);
  });

  test('rounds halves away from zero, without separators of thousands [10.1.6]', () => {
    expect(decimalInput(1e10).parse('9999999999.995')).toBe('10000000000.00');
    expect(decimalInput(100, -100).parse(-1.005)).toBe('-1.01');
  });

  test.each(['', 'many', '1e3', '0x10', null, undefined, Number.NaN])('rejects %j', (input) => {
    const { error } = decimalInput(100).safeParse(input);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Must be a number']);
  });
});

describe('exactDecimalInput', () => {
  test.each([
    [12.5, '12.50'],
    ['-1.500', '-1.50'],
    [0.1 + 0.2, '0.30'],
    ['8.130000000000001', '8.13'],
    ['9999999.99', '9999999.99'],
  ])('parses %j to %s', (input, expected) => {
    expect(exactDecimalInput(1e7, -1e7).parse(input)).toBe(expected);
  });

  test.each([1.005, '1.005', '-0.001', 1e-7, '6000.005', 99_999.995])('rejects %j', (input) => {
    const { error } = exactDecimalInput(1e7, -1e7).safeParse(input);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Use at most two decimal places']);
  });

  test.each(['', 'many', null])('rejects %j', (input) => {
    const { error } = exactDecimalInput(100).safeParse(input);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Must be a number']);
  });
});

test.each(['0', '-1', '1.5', 'me', ''])('idInPath rejects %j [10.1.2]', (input) => {
  expect(idInPath.safeParse(input).success).toBe(false);
});

test('optionalEmail accepts a missing address and rejects an invalid one', () => {
  expect(['', null, undefined, 'a@b.example'].map((one) => optionalEmail().parse(one))).toEqual([
    null,
    null,
    null,
    'a@b.example',
  ]);
  expect(optionalEmail().safeParse('not an address').error?.issues[0]?.message).toBe('Invalid email address');
});
