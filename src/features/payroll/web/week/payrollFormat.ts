/** Formats weeks and hours. */
import { unitsLabel } from '#features/units/rules.ts';
import { formatDay, formatWeekday, plural } from '#platform/web/format.ts';
import { endOfWeek } from '#features/payroll/rules.ts';
import type { Compared, Work } from '#features/payroll/web/queries.ts';

/** Minutes as hours to a hundredth: '38.25 h'. */
export const formatMinutesAsHours = (minutes: number): string =>
  `${(hundredths(minutes) / 100).toFixed(2)} h`;

const hundredths = (minutes: number): number => Math.round(minutes / 0.6);

/** The change in hours with its sign, '+1.25 h': the difference of the rounded values. */
export function formatChange({ thisWeek, lastWeek }: Omit<Compared, 'trend'>): string {
  const change = hundredths(thisWeek.minutes) - hundredths(lastWeek.minutes);
  const sign = change > 0 ? '+' : change < 0 ? '−' : '';
  return `${sign}${(Math.abs(change) / 100).toFixed(2)} h`;
}

/** Units and entries: '154 units · 12 entries'. */
export const formatWorkTotals = ({ units, entries }: Work): string =>
  `${unitsLabel(units)} · ${plural(entries, 'entry', 'entries')}`;

/** A week by its first and last day: 'Mar 1 – Mar 7, 2026'. */
export function formatWeek(start: string): string {
  const [from = '', year] = formatDay(start).split(', ');
  const to = formatDay(endOfWeek(start));
  return to.endsWith(`, ${year}`) ? `${from} – ${to}` : `${from}, ${year} – ${to}`;
}

/** The Sunday of a week, very short: '3/1'. */
export const formatWeekDigits = (start: string): string =>
  `${Number(start.slice(5, 7))}/${Number(start.slice(8))}`;

/** The Sunday of a week, short: 'Mar 1'. */
export const formatWeekStart = (start: string): string => formatWeekday(start).replace(/^\w+, /, '');

/** The points of a chart of hours by week. */
export const toWeekPoints = (weeks: readonly string[], minutes: readonly number[]) =>
  weeks.map((week, index) => ({ label: formatWeekStart(week), value: minutes[index] ?? 0 }));
