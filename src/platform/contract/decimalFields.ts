/** Exact decimals in requests: the number of decimal places of their column, and never rounded. */

import { z } from 'zod';

const NUMBER_MESSAGE = 'Must be a number';
const NUMBER = /^-?\d+(\.\d+)?$/;
const COUNTS = ['no', 'one', 'two', 'three', 'four'];

interface DecimalOptions {
  min?: number;
  /** The decimal places of the column, up to four. */
  decimals?: number;
  /** One message for everything that is wrong with the value. */
  message?: string;
}

/** 'two decimal places'. */
export const decimalsLabel = (decimals: number): string => `${COUNTS[decimals]} decimal places`;

export const decimalsMessage = (decimals: number): string => `Use at most ${decimalsLabel(decimals)}`;

/**
 * A number or a numeric text with at most `decimals` decimal places after trailing zeros; its output is a text with two
 * or more, `"12.50"`. In JSON numbers, the noise of binary sums after the 15th digit is ignored: 0.1 + 0.2 is 0.30.
 * @param max of the column: a value of nines, or a power of ten
 */
export const decimalInput = (max: number, options: DecimalOptions = {}) =>
  z.union(toVariants(max, options), messageOf(options)).transform(toOutput);

/** Like `decimalInput`; null and an empty text are none. */
export const optionalDecimalInput = (max: number, options: DecimalOptions = {}) =>
  z
    .union([z.literal(''), z.null(), ...toVariants(max, options)], messageOf(options))
    .transform((value) => (value === '' || value === null ? null : toOutput(value)));

const messageOf = ({ message = NUMBER_MESSAGE }: DecimalOptions) => ({ error: message });

/** A number and a text. The messages of a union are lost when it is in another union, so that this list is in one. */
function toVariants(max: number, { min = 0, decimals = 2, message }: DecimalOptions) {
  const error = (text: string) => ({ error: message ?? text });
  const notMoreDecimals = error(decimalsMessage(decimals));
  const notLess = error(`Must be at least ${min}`);
  const notGreater = error(`Must be at most ${max}`);
  const number = z
    .number(error(NUMBER_MESSAGE))
    .min(min, notLess)
    .max(max, notGreater)
    .refine((value) => hasDecimals(toPlainText(value), decimals), notMoreDecimals)
    .meta({ multipleOf: Number(`1e-${decimals}`) });
  const text = z
    .string(error(NUMBER_MESSAGE))
    .trim()
    .regex(NUMBER, { ...error(NUMBER_MESSAGE), abort: true })
    .refine((value) => hasDecimals(value, decimals), notMoreDecimals)
    .refine((value) => Number(value) <= max, notGreater)
    .refine((value) => Number(value) >= min, notLess)
    .meta({ pattern: toPattern(max, { min, decimals }) });
  return [number, text] as const;
}

const toOutput = (value: number | string): string => toDecimalText(toPlainText(value));

/** The pattern of a valid text, for the API document. */
function toPattern(max: number, { min, decimals }: { min: number; decimals: number }): string {
  const whole = String(Math.trunc(max));
  const sign = min < 0 ? '-?' : '';
  const fraction = `(\\.\\d{1,${decimals}}0*)?`;
  if (/^9+$/.test(whole)) return `^${sign}0*\\d{1,${whole.length}}${fraction}$`;
  return `^${sign}0*(\\d{1,${whole.length - 1}}${fraction}|${whole}(\\.0+)?)$`;
}

/** Returns whether a numeric text has at most so many decimal places, not counting trailing zeros. */
export const hasDecimals = (text: string, decimals: number): boolean =>
  !text.includes('e-') && trimZeros(text.split('.')[1] ?? '').length <= decimals;

/** The text of a number without the noise of binary arithmetic; a text stays as it is. */
const toPlainText = (value: number | string): string =>
  typeof value === 'string' ? value : String(Number(value.toPrecision(15)));

/** A number as a spreadsheet program stores it, `8.130000000000001`, without that noise; other texts stay. */
export const removeNoise = (text: string): string =>
  NUMBER.test(text) && text.length > 16 ? toPlainText(Number(text)) : text;

/** `"007.5000"` is `"7.50"`, `"6.8725"` stays; zero has no sign. */
function toDecimalText(text: string): string {
  const [whole = '', fraction = ''] = text.replace(/^-/, '').split('.');
  const plain = `${whole.replace(/^0+(?=\d)/, '')}.${trimZeros(fraction).padEnd(2, '0')}`;
  return text.startsWith('-') && /[1-9]/.test(plain) ? `-${plain}` : plain;
}

/** The digits without the zeros at their end; a regular expression for it takes minutes for long texts. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
