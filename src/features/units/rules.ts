/** The time of a visit, computed by the form while typing and by the server on submit. */

import { describeSkippedTime, findSkip, formatTime } from '#platform/contract/dateFormat.ts';
import {
  dayInZone,
  nextDay,
  resolveTime,
  startOfDay,
  type Occurrence,
  type SkippedTime,
} from '#platform/contract/zone.ts';
import { MINUTES_PER_UNIT } from '#features/services/rules.ts';

/** A note covers at most 16 hours. */
export const MAX_NOTE_MINUTES = 16 * 60;
const DAY_MINUTES = 24 * 60;

/** The time of the work in the business's time zone. */
export interface WorkTime {
  /** `YYYY-MM-DD` */
  workDate: string;
  /** `HH:mm` */
  startTime: string;
  /** `HH:mm`; before the start for a visit that ends the next day */
  endTime: string;
  /** IANA name */
  timeZone: string;
  /** Hour of a time that clocks show twice; by default the first. */
  startOccurrence?: Occurrence | null | undefined;
  /** By default that of the earliest end after the start. */
  endOccurrence?: Occurrence | null | undefined;
}

export interface WorkSpan {
  start: Date;
  end: Date;
  /** Actual minutes, even when clocks change in between. */
  minutes: number;
  /** Null for a time that clocks show once. */
  startOccurrence: Occurrence | null;
  endOccurrence: Occurrence | null;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A moment that clocks show as a time; null for a time that they show once. */
interface Shown {
  at: Date;
  occurrence: Occurrence | null;
}

/** The span of the work; null while a part is missing, for skipped times, and for an end that is the start. */
export function workSpan(work: WorkTime): WorkSpan | null {
  const start = findStart(work);
  const [end] = start ? listEnds(work, start.at) : [];
  if (!start || !end) return null;
  const minutes = Math.round((end.at.getTime() - start.at.getTime()) / 60_000);
  // The same time a day later.
  if (work.startTime === work.endTime && minutes >= DAY_MINUTES - MAX_NOTE_MINUTES) return null;
  return {
    start: start.at,
    end: end.at,
    minutes,
    startOccurrence: start.occurrence,
    endOccurrence: end.occurrence,
  };
}

/** The error at the end of complete times; null when there is none, or a part is missing. */
export function findLengthMistake(work: WorkTime): string | null {
  const { startTime, endTime, endOccurrence } = work;
  const span = workSpan(work);
  if (span && span.minutes <= MAX_NOTE_MINUTES) return null;
  if (endOccurrence === 'first' && workSpan({ ...work, endOccurrence: null })?.endOccurrence === 'second')
    return 'The end is before the start. Choose the time after the clocks change';
  if (startTime !== '' && startTime === endTime) return 'End time must differ from start time';
  return span && 'A note covers at most 16 hours';
}

/** The hours that a time can mean, for times that clocks show twice; null for others. Ends only after the start. */
export function listOccurrences(work: WorkTime): Record<'start' | 'end', Occurrence[] | null> {
  const start = findStart(work);
  const ends = start ? listEnds({ ...work, endOccurrence: null }, start.at) : [];
  const hours = ends.flatMap(({ occurrence }) => occurrence ?? []);
  return { start: start?.occurrence ? ['first', 'second'] : null, end: hours.length > 0 ? hours : null };
}

/** When the work starts; undefined while date or time is missing, and for a time that clocks skip. */
export const findWorkStart = (work: WorkTime): Date | undefined => findStart(work)?.at;

function findStart({ workDate, startTime, startOccurrence, timeZone }: WorkTime): Shown | undefined {
  if (!DAY.test(workDate) || !TIME.test(startTime)) return undefined;
  const moments = listMoments({ day: workDate, time: startTime }, timeZone);
  return moments.find(({ occurrence }) => occurrence === (startOccurrence ?? 'first')) ?? moments[0];
}

/** The ends after a start that the times can mean, on the work date or else the next day, the earliest first. */
function listEnds(work: WorkTime, start: Date): Shown[] {
  const { workDate, endTime, endOccurrence, timeZone } = work;
  if (!TIME.test(endTime) || skippedEnd(work) !== null) return [];
  const listOn = (day: string) =>
    listMoments({ day, time: endTime }, timeZone).filter(
      ({ at, occurrence }) =>
        at > start && (!endOccurrence || (occurrence ?? endOccurrence) === endOccurrence),
    );
  const ends = listOn(workDate);
  return ends.length > 0 ? ends : listOn(getFollowingDay(workDate, timeZone));
}

function listMoments(clockTime: { day: string; time: string }, timeZone: string): Shown[] {
  const resolved = resolveTime(clockTime, timeZone);
  if (resolved.kind === 'skipped') return [];
  if (resolved.kind === 'unique') return [{ at: resolved.instant, occurrence: null }];
  return [
    { at: resolved.first, occurrence: 'first' },
    { at: resolved.second, occurrence: 'second' },
  ];
}

/** The day after a day; a zone that crosses the date line may skip one. */
const getFollowingDay = (day: string, timeZone: string): string =>
  dayInZone(startOfDay(nextDay(day), timeZone), timeZone);

/** Times that clocks skip, by field, with what to enter instead. */
export function findSkippedTimes(
  work: WorkTime,
): { field: 'workDate' | 'startTime' | 'endTime'; message: string }[] {
  const { workDate, startTime, timeZone } = work;
  if (!DAY.test(workDate) || !TIME.test(startTime)) return [];
  const start = findSkip({ day: workDate, time: startTime }, timeZone);
  if (start?.at === 'day') return [{ field: 'workDate', message: start.message }];
  const end = TIME.test(work.endTime) ? skippedEnd(work) : null;
  return [
    ...(start ? [{ field: 'startTime' as const, message: start.message }] : []),
    ...(end ? [{ field: 'endTime' as const, message: describeSkippedTime(end) }] : []),
  ];
}

/** The end as a time that clocks skip; null for one that they show. */
function skippedEnd({ workDate, startTime, endTime, timeZone }: WorkTime): SkippedTime | null {
  const isSameDay = endTime > startTime;
  const today = resolveTime({ day: workDate, time: endTime }, timeZone);
  if (isSameDay) return today.kind === 'skipped' ? today : null;
  // One of a repeated hour may be after the start.
  if (today.kind === 'repeated') return null;
  const next = resolveTime({ day: getFollowingDay(workDate, timeZone), time: endTime }, timeZone);
  return next.kind === 'skipped' ? next : null;
}

/** Times of work as clocks show them; `''` in a form. */
export interface ClockTimes {
  startTime: string;
  endTime: string;
  startOccurrence?: Occurrence | '' | null | undefined;
  endOccurrence?: Occurrence | '' | null | undefined;
}

/** '9:00 AM to 11:15 AM'; of repeated hours with which one is meant. */
export const formatTimes = ({ startTime, endTime, startOccurrence, endOccurrence }: ClockTimes): string =>
  `${formatTime(startTime, startOccurrence)} to ${formatTime(endTime, endOccurrence)}`;

/** Returns whether times end on the next day; not for those from the first into the second of a repeated hour. */
export const endsNextDay = ({ startTime, endTime, startOccurrence, endOccurrence }: ClockTimes): boolean =>
  endTime < startTime && !(startOccurrence === 'first' && endOccurrence === 'second');

/** Minutes on the clock from start to end; elapsed minutes differ when clocks change in between. */
export function getClockMinutes(times: ClockTimes): number {
  const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return toMinutes(times.endTime) - toMinutes(times.startTime) + (endsNextDay(times) ? DAY_MINUTES : 0);
}

/** Returns true more than one unit before the end: signing shortly before the end is fine. */
export function isBeforeEnd(moment: Date, { end }: Pick<WorkSpan, 'end'>): boolean {
  return end.getTime() - moment.getTime() > MINUTES_PER_UNIT * 60_000;
}

/** `135` minutes is `2 h 15 min`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
