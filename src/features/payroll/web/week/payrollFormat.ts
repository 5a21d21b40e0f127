/** Formats weeks and hours. */

import { countDays } from '#platform/contract/days.ts';
import type { Week } from '#platform/contract/weeks.ts';
import { formatDay, formatShortDay, plural } from '#platform/web/format.ts';
import type { Work } from '#features/payroll/web/queries.ts';

/** Minutes as hours to a hundredth: '38.25 h'. */
export const formatMinutesAsHours = (minutes: number): string =>
  `${(hundredths(minutes) / 100).toFixed(2)} h`;

const hundredths = (minutes: number): number => Math.round(minutes / 0.6);

type WeekMinutes = Record<'thisWeek' | 'lastWeek', Pick<Work, 'minutes'>>;

/** The change in hours with its sign, '+1.25 h': the difference of the rounded values. */
export function formatChange({ thisWeek, lastWeek }: WeekMinutes): string {
  const change = hundredths(thisWeek.minutes) - hundredths(lastWeek.minutes);
  const sign = change > 0 ? '+' : change < 0 ? '−' : '';
  return `${sign}${(Math.abs(change) / 100).toFixed(2)} h`;
}

/** A week by its first and last day: 'Mar 1 – Mar 7, 2026'; a short one with its length: 'Nov 29, 2026 (1 day)'. */
export function formatWeek({ start, end }: Week): string {
  const days = countDays(start, end) + 1;
  const length = days < 7 ? ` (${plural(days, 'day', 'days')})` : '';
  if (days === 1) return `${formatDay(start)}${length}`;
  const [from = '', year] = formatDay(start).split(', ');
  const to = formatDay(end);
  return `${to.endsWith(`, ${year}`) ? from : `${from}, ${year}`} – ${to}${length}`;
}

/** The points of a chart of hours by week. */
export const toWeekPoints = (weeks: readonly string[], minutes: readonly number[]) =>
  weeks.map((week, index) => ({ label: formatShortDay(week), value: minutes[index] ?? 0 }));
