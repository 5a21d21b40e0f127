/** The days of the demo: three months up to today, and back to the last night in which clocks changed. */

import { dayInZone, nextDay, startOfDay } from '#platform/contract/zone.ts';
import { AGENCY } from './cast.ts';

const WEEKS = 13;
const HOUR_MS = 60 * 60 * 1000;

/** A night in which clocks change. Days are `YYYY-MM-DD`. */
export interface ClockChange {
  /** The working day on which the office announces it. */
  notice: string;
  /** The Saturday before. */
  eve: string;
  /** The Sunday itself. */
  day: string;
  /** The length of the Sunday: 23 when clocks go forward, 25 when they go back. */
  hours: number;
}

export interface DemoCalendar {
  /** The working days of the three months before today. */
  days: string[];
  /** Working days before them, if the last clock change was earlier; then only night support uses the product. */
  trial: string[];
  change: ClockChange;
}

export function planCalendar(now: Date): DemoCalendar {
  const today = dayInZone(now, AGENCY.timeZone);
  const change = findClockChange(today);
  const days = listWorkingDays(daysAfter(today, -7 * WEEKS), today);
  // From the Monday before the change, so that there is a working day to announce it on.
  const trial = listWorkingDays(daysAfter(change.day, -6), days[0] ?? today);
  return { days, trial, change };
}

/** The day a number of days later, or earlier. */
export function daysAfter(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + count)).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay();

/** Lists Mondays to Fridays from the first day to the one before the end. */
function listWorkingDays(first: string, end: string): string[] {
  const days: string[] = [];
  for (let day = first; day < end; day = nextDay(day))
    if (weekdayOf(day) >= 1 && weekdayOf(day) <= 5) days.push(day);
  return days;
}

/** Finds the last day before today that did not have 24 hours. */
function findClockChange(today: string): ClockChange {
  let end = today;
  // Whole weeks first, because computing an offset is slow.
  while (offsetAt(daysAfter(end, -7)) === offsetAt(end)) {
    if (end < daysAfter(today, -366)) throw new Error(`Clocks never change in ${AGENCY.timeZone}`);
    end = daysAfter(end, -7);
  }
  let day = daysAfter(end, -1);
  while (offsetAt(day) === offsetAt(end)) day = daysAfter(day, -1);
  const hours = 24 + offsetAt(day) - offsetAt(end);
  return { notice: daysAfter(day, -3), eve: daysAfter(day, -1), day, hours };
}

/** The agency's UTC offset at the start of a day, in hours. */
function offsetAt(day: string): number {
  const begins = startOfDay(day, AGENCY.timeZone).getTime();
  return (Date.parse(`${day}T00:00:00Z`) - begins) / HOUR_MS;
}
