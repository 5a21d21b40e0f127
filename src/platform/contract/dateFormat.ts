/** Days and times in English, for screens and documents. */

import { resolveTime, type ClockTime, type SkippedTime } from './zone.ts';

// Creating an Intl formatter is slow, so each is created once.
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The formatter of these options in a zone. */
export function dateFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = timeZone + JSON.stringify(options);
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    dateFormats.set(key, format);
  }
  return format;
}

export const dayOptions = { year: 'numeric', month: 'short', day: 'numeric' } as const;
export const timeOptions = { hour: 'numeric', minute: '2-digit' } as const;

/** A moment in a zone: 'Mar 1, 2026 at 2:05 PM'. @param at a moment, or its ISO 8601 text */
export function formatDateTime(at: Date | string, timeZone: string): string {
  const moment = new Date(at);
  // Intl puts a narrow no-break space before AM/PM, which users can't type into a search.
  const time = dateFormat(timeZone, timeOptions).format(moment).replace('\u202f', ' ');
  return `${dateFormat(timeZone, dayOptions).format(moment)} at ${time}`;
}

/** Like formatDateTime with the zone's short name: 'Mar 1, 2026 at 2:05 PM EST'. */
export function formatDateTimeZone(at: Date | string, timeZone: string): string {
  const parts = dateFormat(timeZone, { ...timeOptions, timeZoneName: 'short' }).formatToParts(new Date(at));
  const zone = parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
  return `${formatDateTime(at, timeZone)} ${zone}`;
}

/** A calendar day (YYYY-MM-DD), which has no zone: 'Mar 1, 2026'. */
export function formatDay(day: string): string {
  return dateFormat('UTC', dayOptions).format(new Date(`${day}T00:00:00Z`));
}

/** 'At 2:00 AM clocks went forward to 3:00 AM. Enter 3:15 AM.' @param day the time's own, when its field has no day */
export function describeSkippedTime(skipped: SkippedTime, day = skipped.suggestedDay): string {
  const { from, to, suggested, suggestedDay } = skipped;
  const onDay = suggestedDay === day ? '' : ` on ${formatDay(suggestedDay)}`;
  return `At ${formatTime(from)} clocks went forward to ${formatTime(to)}. Enter ${formatTime(suggested)}${onDay}.`;
}

/** Explains a day or time that clocks skip; null for one that they show. */
export function findSkip({ day, time }: ClockTime, timeZone: string) {
  const resolved = resolveTime({ day, time }, timeZone);
  if (resolved.kind !== 'skipped') return null;
  const { suggested, suggestedDay } = resolved;
  if (suggested !== time) return { at: 'time', message: describeSkippedTime(resolved, day) } as const;
  const message = `There was no ${formatDay(day)}: clocks went forward by a day. Enter ${formatDay(suggestedDay)}.`;
  return { at: 'day', message } as const;
}

/** Labels of the two hours when clocks go back and show a time twice. */
export const occurrenceLabels = {
  first: 'before the clocks change',
  second: 'after the clocks change',
} as const;

/** A time of day (HH:mm, 24 h): '2:05 PM'; of a repeated hour '1:30 AM (before the clocks change)'. */
export function formatTime(time: string, occurrence?: keyof typeof occurrenceLabels | '' | null): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const text = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
  return occurrence ? `${text} (${occurrenceLabels[occurrence]})` : text;
}
