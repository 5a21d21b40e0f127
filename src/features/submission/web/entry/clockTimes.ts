/** Times of the form from moments, in the time zone that the business has on the work date. */

import { clockInZone, dayInZone, type Occurrence } from '#platform/contract/zone.ts';
import { clockAtWorkStart, getZoneOn, type BusinessZones } from '#platform/contract/zoneDays.ts';
import { findWorkStart, MAX_NOTE_MINUTES, workSpan, type WorkTime } from '#features/units/rules.ts';
import type { NoteValues } from './noteForm.ts';

type Measured = { startedAt: string; endedAt: string };
type Entry = { endTime: string; minutes: number };
type EnteredTimes = Pick<
  NoteValues,
  'workDate' | 'startTime' | 'endTime' | 'startOccurrence' | 'endOccurrence'
>;
type EnteredStart = Pick<EnteredTimes, 'workDate' | 'startTime' | 'startOccurrence'>;
type EnteredEnd = Pick<EnteredTimes, 'endTime' | 'endOccurrence'>;

type Occurrences = Record<'startOccurrence' | 'endOccurrence', Occurrence | '' | null>;

/** The times of the form in a zone. */
export const toWork = (
  { startOccurrence, endOccurrence, ...times }: Omit<EnteredTimes, keyof Occurrences> & Occurrences,
  timeZone: string,
): WorkTime => ({
  workDate: times.workDate,
  startTime: times.startTime,
  endTime: times.endTime,
  startOccurrence: startOccurrence || null,
  endOccurrence: endOccurrence || null,
  timeZone,
});

/** A moment as the start of work, which may be before a change of the zone. */
export function toStart(moment: Date, zones: BusinessZones): EnteredStart {
  const { day: workDate, time: startTime, occurrence } = clockAtWorkStart(moment, zones);
  return { workDate, startTime, startOccurrence: occurrence ?? '' };
}

/** A moment as the end of work. @param timeZone of the work date */
export function toEnd(moment: Date, timeZone: string): EnteredEnd {
  const { time: endTime, occurrence } = clockInZone(moment, timeZone);
  return { endTime, endOccurrence: occurrence ?? '' };
}

const NO_END: EnteredEnd = { endTime: '', endOccurrence: '' };

/** Whole minutes on a clock from start to end. */
const toMinutes = ({ startedAt, endedAt }: Measured): number =>
  Math.floor(Date.parse(endedAt) / 60_000) - Math.floor(Date.parse(startedAt) / 60_000);

const isForgotten = ({ startedAt, endedAt }: Measured): boolean =>
  Date.parse(endedAt) - Date.parse(startedAt) >= MAX_NOTE_MINUTES * 60_000;

/**
 * The values of a measured visit, in whole minutes. A visit of 16 hours or more was forgotten, so only its start counts;
 * so it does for one of less than a minute.
 */
export function toClockedValues(
  { startedAt, endedAt }: Measured,
  zones: BusinessZones,
): EnteredTimes & Pick<NoteValues, 'clock'> {
  const start = toStart(new Date(startedAt), zones);
  if (isForgotten({ startedAt, endedAt })) return { ...start, ...NO_END, clock: null };
  const timeZone = getZoneOn(start.workDate, zones);
  const started = findWorkStart(toWork({ ...start, ...NO_END }, timeZone));
  // The start may have moved past the end, where the zone moved west in between.
  const isAfter = started !== undefined && started < new Date(endedAt);
  const end = isAfter && toMinutes({ startedAt, endedAt }) > 0 ? toEnd(new Date(endedAt), timeZone) : NO_END;
  return { ...start, ...end, clock: { startedAt, endedAt } };
}

/** Compares a visit with the time of a note; one without both times is compared by its day. */
export function isVisitOfNote(work: WorkTime, { startedAt, endedAt }: Measured): boolean {
  const started = new Date(startedAt);
  const span = workSpan(work);
  if (!span) return work.workDate === dayInZone(started, work.timeZone);
  return started <= span.end && new Date(endedAt) >= span.start;
}

/** The end of work that lasts a number of minutes; none while its start is missing. */
export function toEndAfter(work: WorkTime, minutes: number): EnteredEnd {
  const start = findWorkStart(work);
  return start ? toEnd(new Date(start.getTime() + minutes * 60_000), work.timeZone) : NO_END;
}

/** When the user's last work of today ended, the default start of the next visit; null for none. */
export function findLastEnd(entries: readonly Entry[], now: Date, zones: BusinessZones): EnteredStart | null {
  const { timeZone } = zones;
  const today = dayInZone(now, timeZone);
  const ends = entries
    .map(({ endTime }) => new Date(endTime))
    .filter((end) => end <= now && dayInZone(end, timeZone) === today);
  if (ends.length === 0) return null;
  const last = new Date(Math.max(...ends.map((end) => end.getTime())));
  return toStart(last, zones);
}
