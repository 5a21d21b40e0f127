import { describe, expect, test } from 'vitest';
import { decimalInput, removeNoise } from './decimalFields.ts';

const amount = decimalInput(9_999_999.99, { min: -9_999_999.99 });
const rate = decimalInput(99_999_999.9999, { decimals: 4 });
const messagesOf = (schema: typeof amount, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe('decimalInput', () => {
  test.each([
    [12.5, '12.50'],
    ['12.5', '12.50'],
    [' 7 ', '7.00'],
    [0, '0.00'],
    [-0, '0.00'],
    ['-0.00', '0.00'],
    ['-1.500', '-1.50'],
    ['007.1', '7.10'],
    ['1.230000', '1.23'],
    [8.7, '8.70'],
    [0.1 + 0.2, '0.30'],
    [8.13, '8.13'],
    [8.130000000000001, '8.13'],
    ['9999999.99', '9999999.99'],
  ])('parses %j to %s [10.1.6]', (input, expected) => {
    expect(amount.parse(input)).toBe(expected);
  });

  test.each([
    ['6.8725', '6.8725'],
    [6.8725, '6.8725'],
    ['6.8700', '6.87'],
    ['6.875', '6.875'],
    [15, '15.00'],
    ['99999999.9999', '99999999.9999'],
    [99_999_999.9999, '99999999.9999'],
  ])('keeps up to four decimal places of %j [15.decimals.1]', (input, expected) => {
    expect(rate.parse(input)).toBe(expected);
  });

  test.each([1.005, '1.005', '-0.001', 1e-7, '6000.005', 99_999.995, '0.30000000000000004'])(
    'rejects %j instead of rounding it [15.decimals.1]',
    (input) => {
      expect(messagesOf(amount, input)).toEqual(['Use at most two decimal places']);
    },
  );

  test.each(['6.87251', 6.87251, 99_999_998.12345, 1e-5])('rejects %j with more than four', (input) => {
    expect(messagesOf(rate, input)).toEqual(['Use at most four decimal places']);
  });

  test.each(['', 'many', '1e3', '1e-7', '0x10', '.5', '1.', '+1', '1,5', null, undefined, Number.NaN, true])(
    'rejects %j',
    (input) => {
      expect(messagesOf(amount, input)).toEqual(['Must be a number']);
    },
  );

  test.each([10_000_000, '10000000', 1e21, '9'.repeat(400), '10000000.00'])(
    'rejects %j, which is too large',
    (input) => {
      expect(messagesOf(amount, input)).toEqual(['Must be at most 9999999.99']);
    },
  );

  test('checks a text as long as a request without delay', () => {
    const started = performance.now();
    expect(messagesOf(amount, `0.${'0'.repeat(1_000_000)}1`)).toEqual(['Use at most two decimal places']);
    expect(amount.parse(`${'0'.repeat(500_000)}1.5${'0'.repeat(500_000)}`)).toBe('1.50');
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test.each([-0.01, '-1', '-0.0001'])('rejects %j where no negative number may be', (input) => {
    expect(messagesOf(rate, input)).toEqual(['Must be at least 0']);
  });
});

test('removeNoise removes what binary arithmetic added to a number, and nothing else', () => {
  const texts = [
    '8.130000000000001',
    '0.30000000000000004',
    '8.13',
    '1234567890.1234',
    'A 8.130000000000001',
  ];
  expect(texts.map(removeNoise)).toEqual(['8.13', '0.3', '8.13', '1234567890.1234', 'A 8.130000000000001']);
});
