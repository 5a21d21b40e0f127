/** When the demonstration happens: the three months up to today, and back to the last night in which clocks changed. */
import { clockInZone, momentInZone, nextDay } from '#platform/contract/zone.ts';
import { AGENCY } from './cast.ts';

const WEEKS = 13;
const HOUR_MS = 60 * 60 * 1000;

/** The night in which the agency's clocks changed. Days are `YYYY-MM-DD`, here and below. */
export interface ClockChange {
  /** The working day on which the office announces it. */
  notice: string;
  /** The day before. */
  eve: string;
  /** The Sunday itself. */
  day: string;
  /** How long that day was: 23 hours when clocks went forward, 25 when they went back. */
  hours: number;
}

export interface DemoCalendar {
  /** Mondays to Fridays of the three months before today. */
  days: string[];
  /** Those before, when the last change lies further back: the night team alone tries the product. */
  trial: string[];
  change: ClockChange;
}

/** Days of the demonstration that is started now. */
export function planCalendar(now: Date): DemoCalendar {
  const today = clockInZone(now, AGENCY.timeZone).day;
  const change = lastChange(today);
  const days = workingDays(daysAfter(today, -7 * WEEKS), today);
  // From the Monday before the change, so that there is a working day to announce it on.
  const trial = workingDays(daysAfter(change.day, -6), days[0] ?? today);
  return { days, trial, change };
}

/** The day so many days later, or earlier. */
export function daysAfter(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + count)).toISOString().slice(0, 10);
}

/** 0 for Sundays to 6 for Saturdays. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay();

/** The first of these days up to the last, which does not count; none when the first is not before it. */
function workingDays(first: string, end: string): string[] {
  const days: string[] = [];
  for (let day = first; day < end; day = nextDay(day))
    if (weekdayOf(day) >= 1 && weekdayOf(day) <= 5) days.push(day);
  return days;
}

/** The last day before today that did not have 24 hours; a year without one has no clock changes at all. */
function lastChange(today: string): ClockChange {
  let end = today;
  // Whole weeks first: looking into a zone takes its time.
  while (offsetAt(daysAfter(end, -7)) === offsetAt(end)) {
    if (end < daysAfter(today, -366)) throw new Error(`Clocks never change in ${AGENCY.timeZone}`);
    end = daysAfter(end, -7);
  }
  let day = daysAfter(end, -1);
  while (offsetAt(day) === offsetAt(end)) day = daysAfter(day, -1);
  const hours = 24 + offsetAt(day) - offsetAt(end);
  return { notice: daysAfter(day, -3), eve: daysAfter(day, -1), day, hours };
}

/** By how many hours clocks are ahead of universal time when a day begins. */
function offsetAt(day: string): number {
  const begins = momentInZone(day, '00:00', AGENCY.timeZone).getTime();
  return (Date.parse(`${day}T00:00:00Z`) - begins) / HOUR_MS;
}
