/** Calendar days as `YYYY-MM-DD`, without the time zone library, which the first screen does not need. */

/** The first day that a form or a request takes. */
export const FIRST_DAY = '2000-01-01';

/** Accepts calendar days between 2000 and 2099. */
export function isDay(text: string): boolean {
  const moment = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day `count` days after `day` (before it when negative), both `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The days of a range, both included, in order. */
export function listDays({ start, end }: { start: string; end: string }): string[] {
  const days: string[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The number of days from `from` to `to`; negative when `to` is earlier. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
