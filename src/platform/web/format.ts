import { COUNT_CAP } from '#platform/contract/counting.ts';
import { dateFormat, dayOptions, formatDateTimeZone, timeOptions } from '#platform/contract/dateFormat.ts';
import { clockInZone } from '#platform/contract/zone.ts';

export { formatDateTime, formatDateTimeZone, formatDay, formatTime } from '#platform/contract/dateFormat.ts';

/** A moment's date in a zone: 'Mar 1, 2026'. */
export function formatDate(iso: string, timeZone: string): string {
  return dateFormat(timeZone, dayOptions).format(new Date(iso));
}

/** A moment's date in a zone without the year: 'Mar 1'. */
export function formatShortDate(iso: string, timeZone: string): string {
  return dateFormat(timeZone, { month: 'short', day: 'numeric' }).format(new Date(iso));
}

/** A calendar day without the year: 'Mar 1'. */
export const formatShortDay = (day: string): string => formatShortDate(`${day}T00:00:00Z`, 'UTC');

/**
 * From one moment to another in a zone: 'Mar 1, 2026, 9:00 – 11:15 AM'; both days where they differ. Times of a repeated
 * hour name the zone: 'Nov 1, 2026 at 1:30 AM EDT – Nov 1, 2026 at 1:15 AM EST'.
 */
export function formatSpan(from: string, to: string, timeZone: string): string {
  const moments = [new Date(from), new Date(to)] as const;
  // formatRange would write '1:30 – 1:15 AM EST'.
  if (moments.some((moment) => clockInZone(moment, timeZone).occurrence !== null))
    return moments.map((moment) => formatDateTimeZone(moment, timeZone)).join(' – ');
  const span = dateFormat(timeZone, { ...dayOptions, ...timeOptions });
  return span.formatRange(...moments).replace(/[\u2009\u202f]/g, ' ');
}

/** A month (YYYY-MM): 'November 2026'. */
export function formatMonth(month: string): string {
  return dateFormat('UTC', { year: 'numeric', month: 'long' }).format(new Date(`${month}-01T00:00:00Z`));
}

/** A calendar day with its weekday: 'Sun, Mar 1'. */
export function formatWeekday(day: string): string {
  const options = { weekday: 'short', month: 'short', day: 'numeric' } as const;
  return dateFormat('UTC', options).format(new Date(`${day}T00:00:00Z`));
}

/** A calendar day for the narrow bars of a chart: '3/1'. */
export const formatNumericDay = (day: string): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`;

const relativeFormat = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const relativeSteps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Relative time: '5 minutes ago', 'yesterday', 'in 3 days'; 'just now' under a minute. */
export function formatRelative(iso: string, now: Date): string {
  const seconds = (new Date(iso).getTime() - now.getTime()) / 1000;
  for (const [unit, size] of relativeSteps) {
    if (Math.abs(seconds) >= size) return relativeFormat.format(Math.trunc(seconds / size), unit);
  }
  return 'just now';
}

const countFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A whole number: '1,234'. */
export function formatCount(count: number): string {
  return countFormat.format(count);
}

/** The total of a list: '12,345', or '10,000+' when the server stopped counting. */
export function formatTotal(total: number): string {
  return total === COUNT_CAP ? `${formatCount(total)}+` : formatCount(total);
}

/** A count with its noun: '1 result', '1,204 results'. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Truncates a text to a number of characters: 'Can you take over…'. */
export function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : text;
}
