/** Reads the texts of numbers and durations. Pure. */

import type { DecimalSeparator } from '#features/imports/contract.ts';
import { toPlainText } from './plainText.ts';

/** The meaning of a text: one number, a number for each decimal separator, a duration, or an error. */
export type NumberReading =
  | { number: string }
  | { numbers: Partial<Record<DecimalSeparator, string>> }
  | { seconds: number }
  | { message: string };

/** The same words as the schemas of the records have. */
const NO_NUMBER = { message: 'Must be a number' };
const PERCENTAGE = { message: 'This is a percentage. Enter the number itself.' };

const CLOCK = /^(\d+):([0-5]\d)(?::([0-5]\d))?$/;
const HOURS = '(?:h|hr|hrs|hours?)';
const MINUTES = '(?:m|min|mins|minutes?)';
const SPOKEN = new RegExp(`^(?:([\\d.,]+) ?${HOURS})? ?(?:([\\d.,]+) ?${MINUTES})?$`);
const UNITS = [
  { unit: 'hours', end: new RegExp(`\\d ?${HOURS}$`) },
  { unit: 'minutes', end: new RegExp(`\\d ?${MINUTES}$`) },
] as const;
const CURRENCY = String.raw`(?:[a-z]{0,2}\p{Sc}|usd|eur|gbp|cad|aud)`;
const AFFIXES = new RegExp(`^(?:${CURRENCY} ?)|(?: ?${CURRENCY})$|(?: ?units?)$`, 'gu');

/** Reads a number in decimal digits with separators, a sign, a currency or the word 'units'. */
export function readNumber(text: string): NumberReading {
  const plain = toPlainText(text);
  const seconds = readDuration(plain);
  if (seconds !== null) return { seconds };
  if (plain.endsWith('%')) return PERCENTAGE;
  const accounting = /^(.*)\((.+)\)$/.exec(plain);
  const body = accounting ? `${accounting[1]}${accounting[2]}` : plain;
  const isNegative = accounting !== null || /^\D{0,3}-|-$/.test(body);
  const digits = body
    .replace(/^(\D{0,3})-|-$/, '$1')
    .replaceAll(AFFIXES, '')
    .trim();
  const toNumber = (number: string) => (isNegative ? `-${number}` : number);
  const point = readSeparated(digits, ',', '.');
  const comma = readSeparated(digits, '.', ',');
  if (point === null && comma === null) return NO_NUMBER;
  if (point !== null && point === comma) return { number: toNumber(point) };
  return {
    numbers: {
      ...(point !== null && { point: toNumber(point) }),
      ...(comma !== null && { comma: toNumber(comma) }),
    },
  };
}

/** Seconds of '1:30', '1:30:00', '1.5 h' and '1 h 30 min'; null for other texts. */
function readDuration(plain: string): number | null {
  const clock = CLOCK.exec(plain);
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0);
  const [match = '', hourText = '0', minuteText = '0'] = SPOKEN.exec(plain) ?? [];
  if (match === '') return null;
  const [hours, minutes] = [readAmount(hourText), readAmount(minuteText)];
  return hours === null || minutes === null ? null : Math.round(hours * 3600 + minutes * 60);
}

/** Null for what is no number, or another one with each decimal separator: '1,200'. */
function readAmount(text: string): number | null {
  const [number, other = number] = [readSeparated(text, ',', '.'), readSeparated(text, '.', ',')].filter(
    (one) => one !== null,
  );
  return number === undefined || number !== other ? null : Number(number);
}

/** Finds the unit of time after a number: 'hours' for '1,250.50 h'. */
export function findTimeUnit(text: string): 'hours' | 'minutes' | undefined {
  const plain = toPlainText(text);
  return UNITS.find(({ end }) => end.test(plain))?.unit;
}

/** Between thousands: the other separator, a space, or the apostrophe of Switzerland; in India also between hundreds. */
function readSeparated(text: string, group: string, decimal: string): string | null {
  const [whole = '', fraction, ...more] = text.split(decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null;
  const groups = [group, ' ', "'", '’']
    .map((separator) => whole.split(separator))
    .find((parts) => parts.length > 1);
  if (groups && !isGrouped(groups)) return null;
  const digits = groups ? groups.join('') : whole;
  if (!/^\d*$/.test(digits) || (digits === '' && fraction === undefined)) return null;
  return fraction === undefined ? digits : `${digits || '0'}.${fraction}`;
}

function isGrouped([first = '', ...others]: readonly string[]): boolean {
  const last = others.at(-1) ?? '';
  const middle = others.slice(0, -1);
  const isThousands = middle.every((part) => part.length === 3);
  const isIndian = first.length <= 2 && middle.every((part) => part.length === 2);
  return /^[1-9]\d{0,2}$/.test(first) && last.length === 3 && (isThousands || isIndian);
}
