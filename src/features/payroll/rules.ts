/** Pay weeks: Sunday 00:00 to the next in the business's zone. Calendar arithmetic, so 23 and 25 hour days fit. */
import { isDay } from '#platform/contract/days.ts';
import { momentInZone } from '#platform/contract/zone.ts';

/** Weeks that a trend shows, the chosen one last. */
export const TREND_WEEKS = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

export type Trend = 'up' | 'down' | 'same';

/** The day `count` days after `day` (before it when negative), both `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The Sunday that begins the week of a day. */
export function startOfWeek(day: string): string {
  return addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** The week that payroll opens on: until Wednesday the last finished one, then the running one. */
export function defaultWeek(today: string): string {
  const week = startOfWeek(today);
  return today <= addDays(week, 3) ? addDays(week, -7) : week;
}

/** The Saturday that ends a week. */
export const endOfWeek = (start: string): string => addDays(start, 6);

// Making an Intl formatter costs far more than using one, so each is made once.
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of a moment as clocks in a zone show it. */
export function dayInZone(moment: Date, timeZone: string): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    dayFormats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts['year']}-${parts['month']}-${parts['day']}`;
}

/** The first moment of a day; where clocks skip midnight, the day begins later on the clock. */
export const startOfDay = (day: string, timeZone: string): Date => momentInZone(day, '00:00', timeZone);

/** Sundays of `count` weeks, oldest first, the last one being the given week's. */
export function listWeeks(start: string, count = TREND_WEEKS): string[] {
  return Array.from({ length: count }, (_, index) => addDays(start, 7 * (index - count + 1)));
}

/** The month that a week's summary is about: today's while the week runs, else that of the week's end. */
export function getSummaryMonth(start: string, today: string): string {
  const end = endOfWeek(start);
  return (start <= today && today < end ? today : end).slice(0, 7);
}

/** First day of a month (`YYYY-MM`) and of the month after it. */
export function toMonthSpan(month: string): { from: string; until: string } {
  const from = `${month}-01`;
  return { from, until: `${addDays(from, 31).slice(0, 7)}-01` };
}

/** Where a figure went against the one before. */
export function compareTrend(now: number, before: number): Trend {
  if (now === before) return 'same';
  return now > before ? 'up' : 'down';
}

export const DAY_MESSAGE = 'Choose a day between 2000 and 2099';
/** Days that one file of hours may hold. */
const MAX_EXPORT_DAYS = 366;

/** What is wrong with a range of days for one file, if anything; both days belong to it. */
export function validateRange(from: string, to: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return DAY_MESSAGE;
  if (to < from) return 'The last day must not be before the first';
  return to < addDays(from, MAX_EXPORT_DAYS) ? undefined : 'One file holds at most a year';
}
