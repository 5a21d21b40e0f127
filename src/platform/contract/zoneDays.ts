/** The time zone of a business by day: it may change from a day on. */
import { startOfDay } from './zone.ts';

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

/** The zone that holds on a day. */
export const getZoneOn = (day: string, { timeZone, timeZones }: BusinessZones): string =>
  timeZones.findLast(({ from }) => from <= day)?.timeZone ?? timeZone;

/** The first moment of a day of the business. */
export const startOfZoneDay = (day: string, zones: BusinessZones): Date =>
  startOfDay(day, getZoneOn(day, zones));
