/** Interprets a number of an XLSX file by its format: its type, and the text that the spreadsheet shows. */

import { format as formatNumber, tokenize } from 'numfmt';
import { GENERAL } from './numberFormats.ts';
import type { SheetCell } from './sheetContent.ts';

type Kind = 'number' | 'date' | 'dateTime' | 'time' | 'duration' | 'minutes';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_SECONDS = 60 * 60;
/** Excel keeps no more digits. */
const DIGITS = 15;
/** Days between the first day of the date systems. */
const DAYS_TO_1904 = 1_462;
/** 9999-12-31 */
const LAST_DAY = 2_958_465;
/** February 29, 1900, which did not exist: a spreadsheet shows it, because Lotus 1-2-3 did. */
const FALSE_LEAP_DAY = 60;
/** Spreadsheets show this for a date before the first or after the last one. */
const NO_DATE = '########';

const kinds = new Map<string, Kind>();

/**
 * @param digits as in the file
 * @param isFrom1904 whether dates count from 1904
 * @returns text for a number without digits, and for dates that are in no calendar
 */
export function toNumberCell(digits: string, format: string, isFrom1904: boolean): SheetCell {
  const number = Number(digits);
  if (digits.trim() === '' || !Number.isFinite(number)) return digits;
  const kind = kindOf(format);
  if (kind === 'number') return toNumber(digits, format);
  // Binary numbers are not exact: the noise is less than a millisecond.
  const ms = Math.round(number * DAY_MS);
  if (kind === 'date' || kind === 'dateTime') {
    const since1900 = ms + (isFrom1904 ? DAYS_TO_1904 * DAY_MS : 0);
    return toDate(since1900, kind, showTime(format, since1900));
  }
  const text = showTime(format, ms);
  if (kind === 'duration') return { type: 'duration', seconds: Math.round(ms / 1000), text };
  // Without hours, a sheet shows the rest of them.
  if (kind === 'minutes') return { type: 'duration', seconds: Math.round(ms / 1000) % HOUR_SECONDS, text };
  return ms < 0 ? { type: 'error', text: NO_DATE } : { type: 'time', value: clockOf(ms), text };
}

/** 16.350000000000001 is 16.35 with the noise of binary numbers. */
function toNumber(digits: string, format: string): SheetCell {
  const rounded = Number(Number(digits).toPrecision(DIGITS));
  const isWhole = /^-?\d+$/.test(digits);
  // A program that keeps more digits than Excel wrote them.
  const value = isWhole && !Number.isSafeInteger(Number(digits)) ? digits : String(rounded);
  const text = format === GENERAL || format === '@' ? '' : show(format, rounded);
  return { type: 'number', value, text: text || value };
}

/** @param ms since the day before the first one */
function toDate(ms: number, kind: 'date' | 'dateTime', text: string): SheetCell {
  const day = Math.floor(ms / DAY_MS);
  if (day < 0 || day > LAST_DAY) return { type: 'error', text: NO_DATE };
  if (day === 0 || day === FALSE_LEAP_DAY) return text;
  const first = Date.UTC(1899, 11, day < FALSE_LEAP_DAY ? 31 : 30);
  const value = new Date(first + day * DAY_MS).toISOString().slice(0, 10);
  return kind === 'date'
    ? { type: 'date', value, text }
    : { type: 'dateTime', value: `${value}T${clockOf(ms)}`, text };
}

/** `HH:mm:ss` of a day; a second that has begun is not rounded up, because midnight belongs to the next day. */
const clockOf = (ms: number): string => new Date(ms % DAY_MS).toISOString().slice(11, 19);

/** Of a moment in whole seconds: numfmt shows 23:59:59.997 of a day as its first minute. @param ms since the first day */
const showTime = (format: string, ms: number): string =>
  show(format, (Math.trunc(ms / 1000) * 1000) / DAY_MS);

/** Where a format cannot be read, or shows nothing: ''. */
const show = (format: string, number: number): string => {
  try {
    return formatNumber(format, number, { dateSpanLarge: false, dateErrorNumber: false }).trim();
  } catch {
    return '';
  }
};

function kindOf(format: string): Kind {
  const kind = kinds.get(format) ?? findKind(format);
  kinds.set(format, kind);
  return kind;
}

/** Of the first section, which is for positive numbers. */
function findKind(format: string): Kind {
  const tokens = listTokens(format);
  const end = tokens.findIndex(({ type }) => type === 'break');
  const section = end === -1 ? tokens : tokens.slice(0, end);
  if (section.some(({ type }) => type === 'duration')) return 'duration';
  const parts = section
    .filter(({ type }) => type === 'datetime' || type === 'ampm')
    .map(({ type, value }) => (type === 'ampm' ? 'h' : String(value).charAt(0).toLowerCase()));
  if (parts.length === 0) return 'number';
  // An m is minutes beside hours or seconds, else the month.
  const isMinutes = parts.map(
    (part, index) => part === 'm' && (parts[index - 1] === 'h' || parts[index + 1] === 's'),
  );
  const hasDate = parts.some((part, index) => part !== 'h' && part !== 's' && !isMinutes[index]);
  if (!hasDate) return parts.includes('h') ? 'time' : 'minutes';
  return parts.some((part, index) => part === 'h' || part === 's' || isMinutes[index]) ? 'dateTime' : 'date';
}

const listTokens = (format: string) => {
  try {
    return tokenize(format);
  } catch {
    return [];
  }
};
