/** Formats the values of a receipt in the client's language. */

import { formatUnits } from '#platform/contract/decimalFormat.ts';
import type { Language } from '#features/clients/contract.ts';
import { endsNextDay, type ClockTimes } from '#features/units/rules.ts';
import { receiptTexts } from './receiptTexts.ts';

type Options = Intl.DateTimeFormatOptions & { timeZone: string };
const format = (language: Language, options: Options, date: Date): string =>
  new Intl.DateTimeFormat(receiptTexts[language].locale, options).format(date).replaceAll('\u202f', ' ');

/** A calendar day with its weekday: 'Monday, March 2, 2026', 'lunes, 2 de marzo de 2026'. */
export const formatReceiptDay = (language: Language, day: string): string =>
  format(language, { dateStyle: 'full', timeZone: 'UTC' }, new Date(`${day}T00:00:00Z`));

/** The same with a short weekday: 'Mon, March 2, 2026', 'lun, 2 de marzo de 2026'. */
export const formatShortDay = (language: Language, day: string): string =>
  format(
    language,
    { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
    new Date(`${day}T00:00:00Z`),
  );

/** The day of a moment in a zone: 'March 2, 2026', '2 de marzo de 2026'. */
export const formatReceiptDate = (language: Language, iso: string, timeZone: string): string =>
  format(language, { dateStyle: 'long', timeZone }, new Date(iso));

/** From one time of day (HH:mm) to another: '9:00 AM to 11:15 AM', '10:00 PM to 12:15 AM (next day)'. */
export function formatReceiptTimes(language: Language, times: ClockTimes): string {
  const { fromTo, nextDay, occurrences } = receiptTexts[language];
  const toText = (time: string, occurrence: ClockTimes['startOccurrence']) => {
    const options = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
    const text = format(language, options, new Date(`2000-01-01T${time}:00Z`));
    return occurrence ? `${text} ${occurrences[occurrence]}` : text;
  };
  const { startTime, endTime, startOccurrence, endOccurrence } = times;
  const text = fromTo(toText(startTime, startOccurrence), toText(endTime, endOccurrence));
  return endsNextDay(times) ? `${text} ${nextDay}` : text;
}

/** `135` is '2 hours 15 minutes'. */
export function formatReceiptMinutes(language: Language, minutes: number): string {
  const { hours: toHours, minutes: toMinutes, hoursAndMinutes } = receiptTexts[language];
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const hoursText = toHours(String(hours), hours === 1);
  const minutesText = toMinutes(String(rest), rest === 1);
  if (hours === 0) return minutesText;
  return rest === 0 ? hoursText : hoursAndMinutes(hoursText, minutesText);
}

/** '9 units'; a negative balance is what was used over it. */
export function formatReceiptUnits(language: Language, units: string): string {
  const { locale, units: toText, unitsOver } = receiptTexts[language];
  const count = Number(units);
  const text = formatUnits(Math.abs(count), locale);
  return (count < 0 ? unitsOver : toText)(text, Math.abs(count) === 1);
}
