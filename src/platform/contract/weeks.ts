/** Calendar weeks of a business, whose first day may change from a date on. */

import { addDays } from './days.ts';

/** From the day `from` on, weeks begin on `weekStart`: 0 is Sunday, 6 is Saturday. `from` is such a day. */
export interface WeekStart {
  from: string;
  weekStart: number;
}

/** The first and last day of a week. It has 7 days, or fewer before the first day changes. */
export interface Week {
  start: string;
  end: string;
}

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** The weekday of a day: 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/**
 * The first day of the week of `day`.
 * @param weekStarts by date; before the first of them, weeks begin on Sunday
 */
export function startOfWeek(day: string, weekStarts: readonly WeekStart[]): string {
  const weekStart = weekStarts.findLast(({ from }) => from <= day)?.weekStart ?? 0;
  return addDays(day, -((weekdayOf(day) - weekStart + 7) % 7));
}

/** The last day of the week of `day`. */
export function endOfWeek(day: string, weekStarts: readonly WeekStart[]): string {
  const end = addDays(startOfWeek(day, weekStarts), 6);
  const next = weekStarts.find(({ from }) => from > day);
  return next && next.from <= end ? addDays(next.from, -1) : end;
}

/** The week of `day`. */
export const getWeek = (day: string, weekStarts: readonly WeekStart[]): Week => ({
  start: startOfWeek(day, weekStarts),
  end: endOfWeek(day, weekStarts),
});

/** A week that ends early because another weekday begins the next one. */
export const isShortWeek = ({ start, end }: Week): boolean => addDays(start, 6) > end;

/** The week before the one of `day`. */
export const getPreviousWeek = (day: string, weekStarts: readonly WeekStart[]): Week =>
  getWeek(addDays(startOfWeek(day, weekStarts), -1), weekStarts);

/** The week after the one of `day`. */
export const getNextWeek = (day: string, weekStarts: readonly WeekStart[]): Week =>
  getWeek(addDays(endOfWeek(day, weekStarts), 1), weekStarts);

/** The first days of `count` weeks up to the one of `day`, oldest first. */
export function listWeeks(day: string, weekStarts: readonly WeekStart[], count: number): string[] {
  const starts: string[] = [];
  for (
    let week = getWeek(day, weekStarts);
    starts.length < count;
    week = getPreviousWeek(week.start, weekStarts)
  )
    starts.unshift(week.start);
  return starts;
}

/** The week that a review of hours opens on: the previous one on the first four days of a week, then the current one. */
export function getDefaultWeek(today: string, weekStarts: readonly WeekStart[]): Week {
  const week = getWeek(today, weekStarts);
  return today <= addDays(week.start, 3) ? getPreviousWeek(today, weekStarts) : week;
}
