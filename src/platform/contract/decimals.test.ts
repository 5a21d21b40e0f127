import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount, formatCents, formatRate, formatUnits } from './decimalFormat.ts';
import { add, atLeastZero, compare, countTimes, multiply, signOf, subtract, takePart } from './decimals.ts';

/** The model calculates with integers of hundredths. */
const toText = (hundredths: bigint): string => {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
/** Up to more than columns hold, often small. */
const hundredths = fc.oneof(
  fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
  fc.bigInt({ min: -500_000n, max: 500_000n }),
);
const divide = (value: bigint, by: bigint): bigint => {
  const half = value < 0n ? -by : by;
  return (2n * value + half) / (2n * by);
};

describe('decimals', () => {
  test('are added, subtracted and compared exactly', () => {
    fc.assert(
      fc.property(fc.array(hundredths, { maxLength: 6 }), hundredths, (values, other) => {
        const sum = values.reduce((total, value) => total + value, 0n);
        expect(add(...values.map(toText))).toBe(toText(sum));
        expect(subtract(toText(sum), toText(other))).toBe(toText(sum - other));
        expect(Math.sign(compare(toText(sum), toText(other)))).toBe(sum < other ? -1 : sum > other ? 1 : 0);
        expect(Math.sign(signOf(toText(other)))).toBe(other < 0n ? -1 : other > 0n ? 1 : 0);
        expect(atLeastZero(toText(other))).toBe(other < 0n ? '0.00' : toText(other));
      }),
      { numRuns: 1000 },
    );
  });

  test('are multiplied and divided with one rounding, half a hundredth away from zero', () => {
    const rate = fc.bigInt({ min: 0n, max: 10n ** 8n });
    fc.assert(
      fc.property(hundredths, rate, fc.integer({ min: 1, max: 60 }), (value, tenThousandths, whole) => {
        const decimals = String(tenThousandths).padStart(5, '0');
        const text = `${decimals.slice(0, -4)}.${decimals.slice(-4)}`;
        expect(multiply(toText(value), text)).toBe(toText(divide(value * tenThousandths, 10_000n)));
        expect(takePart(toText(value), [3, whole])).toBe(toText(divide(value * 3n, BigInt(whole))));
        expect(takePart(toText(value), [1, whole], 'down')).toBe(toText(value / BigInt(whole)));
        if (tenThousandths === 0n || value < 0n) return;
        expect(countTimes(toText(value), text)).toBe(Number((value * 100n) / tenThousandths));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['0.10', '0.20', '0.30'],
    ['4503599627370496.40', '0.20', '4503599627370496.60'],
    ['-0.00', '0', '0.00'],
    ['1.0050', '0', '1.01'],
  ])('%s and %s are %s', (one, other, sum) => {
    expect(add(one, other)).toBe(sum);
  });

  test('a text that is no number is an error', () => {
    for (const calculate of [add, subtract, compare, multiply])
      expect(() => calculate('five', '1.00')).toThrow('Invalid number');
  });
});

test('units, amounts, rates and cents are formatted [9.units.4]', () => {
  expect(['9.00', '9.25', '-3.50', '1234.50'].map((units) => formatUnits(units))).toEqual([
    '9',
    '9.25',
    '-3.5',
    '1,234.5',
  ]);
  expect(formatUnits('1234.50', 'es-US')).toBe('1,234.5');
  expect([formatAmount('1012.5'), formatAmount('9999999999.99', 'EUR'), formatAmount('5.00', 'JPY')]).toEqual(
    ['$1,012.50', '€9,999,999,999.99', '¥5.00'],
  );
  expect(['15.00', '6.8725'].map((rate) => formatRate(rate))).toEqual(['$15.00', '$6.8725']);
  expect([4999, 0, -5].map(formatCents)).toEqual(['$49.99', '$0.00', '-$0.05']);
});
