/** Calendar days as `YYYY-MM-DD`, without the time zone library, which the first screen does not need. */

/** Whether a text is a calendar day between 2000 and 2099. */
export function isDay(text: string): boolean {
  const moment = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day `count` days after `day` (before it when negative), both `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The number of days from `from` to `to`; negative when `to` is earlier. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
