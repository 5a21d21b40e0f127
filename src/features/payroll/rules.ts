/** Weeks, months and ranges of days of pay. */

import { addDays, isDay } from '#platform/contract/days.ts';
import type { Week } from '#platform/contract/weeks.ts';

/** Weeks of a trend, the selected one last. */
export const TREND_WEEKS = 8;

export type Trend = 'up' | 'down' | 'same';

/** The month of a week's summary: today's month in the current week, otherwise that of the week's end. */
export function getSummaryMonth({ start, end }: Week, today: string): string {
  return (start <= today && today < end ? today : end).slice(0, 7);
}

/** The first and last day of a month (`YYYY-MM`). */
export function toMonth(month: string): { start: string; end: string } {
  const start = `${month}-01`;
  return { start, end: addDays(`${addDays(start, 31).slice(0, 7)}-01`, -1) };
}

/** Compares a value with the previous one. */
export function compareTrend(now: number, before: number): Trend {
  if (now === before) return 'same';
  return now > before ? 'up' : 'down';
}

export const DAY_MESSAGE = 'Choose a day between 2000 and 2099';
/** Maximum number of days of an export. */
const MAX_EXPORT_DAYS = 366;

/** The issue of a range of days for one export, both days included; undefined when valid. */
export function validateRange(from: string, to: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return DAY_MESSAGE;
  if (to < from) return "The last day can't be before the first";
  return to < addDays(from, MAX_EXPORT_DAYS) ? undefined : 'A file holds one year at most';
}
