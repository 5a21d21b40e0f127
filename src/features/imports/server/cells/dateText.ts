/** Reads the texts of dates. Pure. */

import { isDay } from '#platform/contract/days.ts';
import type { DateOrder } from '#features/imports/contract.ts';
import { findMonth, isWeekday } from './monthNames.ts';
import { toPlainText } from './plainText.ts';

/** The meaning of a text: one day, a day for each order of its parts, or an error. */
export type DateReading =
  | { day: string }
  | { days: Partial<Record<DateOrder, string>> }
  | { message: string };

const EXAMPLE = 'Enter a date such as 2026-03-31 or 3/31/2026';
const YEARS = 'from 2000 to 2099';

const TIME =
  /^(?<date>.+?)(?:[t, ]+)(?:at )?(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)? ?(?:[ap]\.?m\.?|uhr|h)?(?<zone> ?(?:z|utc|gmt|[+-]\d\d:?\d\d))?$/;
const MIDNIGHT = /[t, ](?:0?0:00|12:00(?::00)? ?a)/;

const WEEKDAY = /^(\p{L}+)\.?,? (.+)$/u;

const SEPARATOR = String.raw` ?[-/. 年月日년월일] ?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})${SEPARATOR}(\\d{1,2})${SEPARATOR}(\\d{1,2}) ?[.日일]?$`);
const YEAR_LAST = new RegExp(`^(\\d{1,2})${SEPARATOR}(\\d{1,2})${SEPARATOR}'?(\\d{4}|\\d{2})\\.?$`);

/** Longer than any date; the expressions for dates take minutes for some. */
const MAX_LENGTH = 100;

/** Reads a date. Times are left out; a date with a time zone must be at midnight, as its day depends on the zone. */
export function readDate(text: string): DateReading {
  const plain = toPlainText(text);
  if (plain.length > MAX_LENGTH) return { message: EXAMPLE };
  const { date = plain, zone } = TIME.exec(plain)?.groups ?? {};
  if (zone && !MIDNIGHT.test(plain))
    return { message: `This time has a time zone, so its day is unclear. ${EXAMPLE}, without a time.` };
  const [, word = '', rest = ''] = WEEKDAY.exec(date) ?? [];
  // 'mar' is a weekday in Spanish, and a month.
  const reading = readDay(date) ?? (isWeekday(word) ? readDay(rest) : null);
  if (reading) return reading;
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return { message: EXAMPLE };
  return { message: `${text} is a number. ${EXAMPLE}, or format the column as dates.` };
}

function readDay(text: string): DateReading | null {
  const [, year, second, third] = YEAR_FIRST.exec(text) ?? [];
  if (year) return toReading(year, second, third);
  const [, first = '', middle = '', last = ''] = YEAR_LAST.exec(text) ?? [];
  if (last) return readOrders([first, middle, last]);
  if (/^\d{8}$/.test(text)) {
    const [start, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6)];
    // No year from 2000 to 2099 is also a day and a month, and the reverse.
    return start.startsWith('20') && Number(month) <= 12
      ? toReading(start, month, day)
      : readOrders([text.slice(0, 2), text.slice(2, 4), text.slice(4)]);
  }
  return readNamedMonth(text);
}

/** Two digits of a year are of this century, because no other dates are stored; they can also come first. */
function readOrders([first, middle, last]: [string, string, string]): DateReading {
  const isShort = last.length === 2;
  const year = isShort ? `20${last}` : last;
  if (!year.startsWith('20')) return { message: toYearMessage(year) };
  const orders: [DateOrder, string][] = [
    ['month-first', toDay(year, first, middle)],
    ['day-first', toDay(year, middle, first)],
    ...(isShort ? [['year-first', toDay(`20${first}`, middle, last)] as [DateOrder, string]] : []),
  ];
  const days = orders.filter(([, day]) => isDay(day));
  if (days.length === 0) return { message: EXAMPLE };
  const [[, only]] = days as [[DateOrder, string]];
  return orders.every(([, day]) => day === only) ? { day: only } : { days: Object.fromEntries(days) };
}

const NAMED =
  /^(?:(?<first>\d{1,4})(?:st|nd|rd|th|\.|º|er|e|o)?|(?<word>\p{L}[\p{L}\p{M}]*)\.?)(?: ?[-/., ] ?|(?<=\p{L}|\d)(?=\p{L}|\d))(?:(?:de|of) )?(?<rest>.+)$/u;

/** A day with the name of its month: '4 Mar 2026', 'March 4th, 2026', '4-Mar-26', '4. März 2026', '2026 Mar 4'. */
function readNamedMonth(text: string): DateReading | null {
  const names = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const months = new Set(names.flatMap((word) => findMonth(word) ?? []));
  const [month] = months;
  if (month === undefined || months.size > 1 || !NAMED.test(text)) return null;
  const others = names.filter((word) => findMonth(word) === undefined);
  if (others.some((word) => !JOINING.has(word))) return null;
  const numbers = text.match(/\d+/g) ?? [];
  if (numbers.length !== 2) return null;
  const [first = '', second = ''] = numbers;
  const [year, day] = first.length === 4 ? [first, second] : [second, first];
  return toReading(year.length === 2 ? `20${year}` : year, String(month), day);
}

/** Words and endings between the parts of a date, in the languages of `monthNames.ts`. */
const JOINING = new Set(['st', 'nd', 'rd', 'th', 'of', 'de', 'del', 'er', 'o', 'e', 'г', 'р', 'ngay', 'nam']);

function toReading(year: string, month = '', day = ''): DateReading {
  const value = toDay(year, month, day);
  if (isDay(value)) return { day: value };
  return { message: /^20\d\d$/.test(year) ? EXAMPLE : toYearMessage(year) };
}

const toYearMessage = (year: string): string =>
  `The year ${year} is not ${YEARS}. Use the Gregorian calendar. ${EXAMPLE}`;

const toDay = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
