/** The time zone of a business by day: it may change from a day on. */

import { findChangeOn } from './changesByDay.ts';
import { addDays } from './days.ts';
import { clockInZone, dayInZone, nextDay, startOfDay, type Occurrence } from './zone.ts';

/** From the day `from` on, days are those of `timeZone`. */
export interface ZoneFrom {
  from: string;
  timeZone: string;
}

export interface BusinessZones {
  /** The zone in force now, which is the newest of `timeZones`. */
  timeZone: string;
  /** By date; empty while the zone was never changed. */
  timeZones: readonly ZoneFrom[];
}

/** The zones of a session: one that an earlier release stored has none by date until it is validated. */
type StoredZones = Omit<BusinessZones, 'timeZones'> & Partial<BusinessZones>;

/** The zone that holds on a day. */
export const getZoneOn = (day: string, { timeZone, timeZones = [] }: StoredZones): string =>
  findChangeOn(day, timeZones)?.timeZone ?? timeZone;

/** The first moment of a day of the business. */
export const startOfZoneDay = (day: string, zones: BusinessZones): Date =>
  startOfDay(day, getZoneOn(day, zones));

/** The day of the business at a moment. The day before a change of the zone ends when the next one begins. */
export function getDayAt(moment: Date, { timeZone, timeZones = [] }: StoredZones): string {
  const index = timeZones.findLastIndex((zone) => startOfDay(zone.from, zone.timeZone) <= moment);
  const day = dayInZone(moment, timeZones[Math.max(index, 0)]?.timeZone ?? timeZone);
  const next = timeZones[index + 1];
  return next && day >= next.from ? addDays(next.from, -1) : day;
}

/** The zone of the business's day at a moment. */
export const getZoneAt = (moment: Date, zones: StoredZones): string =>
  getZoneOn(getDayAt(moment, zones), zones);

/**
 * The day and time at which work that begins at a moment is entered. Where the zone moved west, its last day lasts longer
 * than its clock: the time after midnight is on neither day and becomes the first of the next one.
 */
export function clockAtWorkStart(
  moment: Date,
  zones: StoredZones,
): { day: string; time: string; occurrence: Occurrence | null } {
  const day = getDayAt(moment, zones);
  const clock = clockInZone(moment, getZoneOn(day, zones));
  if (clock.day === day) return clock;
  const next = nextDay(day);
  const timeZone = getZoneOn(next, zones);
  return clockInZone(startOfDay(next, timeZone), timeZone);
}
