/**
 * Exact arithmetic with units and money: decimals as text, `'12.50'`, with up to four decimal places. Results have two.
 * Texts with two, as columns of units have, are calculated as integers of hundredths; everything else by big.js.
 */

import Big from 'big.js';

/** So that integers of hundredths, their sums and small multiples stay exact. */
const MAX_LENGTH = 14;

/** The hundredths of a text with two decimal places; NaN for another text. */
function toHundredths(text: string): number {
  if (text.length > MAX_LENGTH || text.at(-3) !== '.') return NaN;
  const hundredths = Number(text.slice(0, -3) + text.slice(-2));
  return Number.isInteger(hundredths) ? hundredths : NaN;
}

const fromHundredths = (value: number): string =>
  value % 100 === 0 ? `${value / 100}.00` : (value / 100).toFixed(2);

type Rounding = 'half up' | 'down';

/** Half a hundredth is rounded away from zero, so that a credit takes back what its line charged. */
function fromBig(value: Big, rounding: Rounding = 'half up'): string {
  const text = value.toFixed(2, rounding === 'down' ? Big.roundDown : Big.roundHalfUp);
  return text === '-0.00' ? '0.00' : text;
}

/** The sum of decimals; `'0.00'` of none. */
export function add(...values: string[]): string {
  let sum = 0;
  for (const value of values) sum += toHundredths(value);
  if (Number.isSafeInteger(sum)) return fromHundredths(sum);
  return fromBig(values.reduce((total, value) => total.plus(value), new Big(0)));
}

export function subtract(from: string, value: string): string {
  const difference = toHundredths(from) - toHundredths(value);
  return Number.isNaN(difference) ? fromBig(new Big(from).minus(value)) : fromHundredths(difference);
}

/** Negative, 0 or positive, as in `sort`. */
export function compare(one: string, other: string): number {
  const difference = toHundredths(one) - toHundredths(other);
  return Number.isNaN(difference) ? new Big(one).cmp(other) : difference;
}

/** Negative, 0 or positive. */
export const signOf = (value: string): number => compare(value, '0.00');

export const atLeastZero = (value: string): string => (signOf(value) < 0 ? '0.00' : value);

/** The product, rounded to hundredths: the amount of units at a rate. */
export const multiply = (value: string, factor: string | number): string => takePart(value, [factor, 1]);

/** A part of a value, `part / whole` of it, rounded to hundredths. @param rounding half up if omitted */
export function takePart(
  value: string,
  [part, whole]: readonly [part: string | number, whole: number],
  rounding: Rounding = 'half up',
): string {
  const multiple = typeof part === 'number' ? toHundredths(value) * part : NaN;
  if (!Number.isSafeInteger(multiple)) return fromBig(new Big(value).times(part).div(whole), rounding);
  const rest = multiple % whole;
  const isUp = rounding === 'half up' && Math.abs(rest) * 2 >= whole;
  return fromHundredths((multiple - rest) / whole + (isUp ? Math.sign(rest) : 0));
}

/** How many times a value that is not zero is contained in another one, as a whole number. */
export function countTimes(value: string, contained: string): number {
  const [all, one] = [toHundredths(value), toHundredths(contained)];
  if (!Number.isNaN(all) && !Number.isNaN(one)) return (all - (all % one)) / one;
  return new Big(value).div(contained).round(0, Big.roundDown).toNumber();
}
