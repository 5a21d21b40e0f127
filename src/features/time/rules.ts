/** Rules of time entries. */

import { nextDay } from '#platform/contract/zone.ts';

/** Work with the days that it belongs to, in the zone under which it was signed. */
export interface DatedWork {
  start: Date;
  end: Date;
  /** The day on which it starts. */
  workDate: string;
  /** The end of the work date for work that goes on after it; otherwise null. */
  midnight: Date | null;
}

/** The minutes of work on a day: a note covers at most 16 hours, so that it lies on two days at most. */
export function getMinutesOn(day: string, { start, end, workDate, midnight }: DatedWork): number {
  if (day === workDate) return toMinutes(start, midnight ?? end);
  return midnight && day === nextDay(workDate) ? toMinutes(midnight, end) : 0;
}

const toMinutes = (from: Date, until: Date): number => (until.getTime() - from.getTime()) / 60_000;

/** Minimum units of a time entry; 0 is valid too. */
const MIN_UNITS = 0.25;

/** The first issue of a time entry, or null. */
export function validateEntry({ units, description }: { units: string | number; description: string }) {
  if (!(Number(units) >= MIN_UNITS || Number(units) === 0)) {
    return { path: 'timeUnits', message: 'Minimum time unit is 0.25 (15 minutes)' };
  }
  return description.trim() === '' ? { path: 'description', message: 'Description is required' } : null;
}
