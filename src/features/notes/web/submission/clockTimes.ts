/** Times of the form from moments, in the time zone of the business. */
import { clockInZone, dayInZone } from '#platform/contract/zone.ts';
import { MAX_NOTE_MINUTES, workSpan, type WorkTime } from '#features/units/rules.ts';
import type { NoteValues } from './noteForm.ts';

type Measured = { startedAt: string; endedAt: string };
type Entry = { endTime: string; minutes: number };
type ClockedValues = Pick<NoteValues, 'workDate' | 'startTime' | 'endTime' | 'clock'>;

/** Whole minutes on a clock from start to end. */
const toMinutes = ({ startedAt, endedAt }: Measured): number =>
  Math.floor(Date.parse(endedAt) / 60_000) - Math.floor(Date.parse(startedAt) / 60_000);

const isForgotten = ({ startedAt, endedAt }: Measured): boolean =>
  Date.parse(endedAt) - Date.parse(startedAt) >= MAX_NOTE_MINUTES * 60_000;

/**
 * The values of a measured visit, in whole minutes. A visit of 16 hours or more was forgotten, so only its start counts.
 * Without an end when the times would have another length than the visit, which `isInRepeatedHour` explains.
 */
export function toClockedValues({ startedAt, endedAt }: Measured, timeZone: string): ClockedValues {
  const { day: workDate, time: startTime } = clockInZone(new Date(startedAt), timeZone);
  const { time: endTime } = clockInZone(new Date(endedAt), timeZone);
  if (isForgotten({ startedAt, endedAt })) return { workDate, startTime, endTime: '', clock: null };
  const isSameLength =
    workSpan({ workDate, startTime, endTime, timeZone })?.minutes === toMinutes({ startedAt, endedAt });
  return { workDate, startTime, endTime: isSameLength ? endTime : '', clock: { startedAt, endedAt } };
}

/** Whether the times of a visit have another length than the visit: in the hour that clocks repeat in autumn. */
export const isInRepeatedHour = (clock: Measured, timeZone: string): boolean =>
  toMinutes(clock) > 0 && !isForgotten(clock) && toClockedValues(clock, timeZone).endTime === '';

/** Whether a visit was measured in the time of a note; one without both times is compared by its day. */
export function isVisitOfNote(work: WorkTime, { startedAt, endedAt }: Measured): boolean {
  const started = new Date(startedAt);
  const span = workSpan(work);
  if (!span) return work.workDate === dayInZone(started, work.timeZone);
  return started <= span.end && new Date(endedAt) >= span.start;
}

/** The time of day a number of minutes later. */
export function addToTime(time: string, minutes: number): string {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  const end = (hours * 60 + rest + minutes) % (24 * 60);
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** When the user's last work of today ended, the default start of the next visit; '' for none. */
export function findLastEnd(entries: readonly Entry[], now: Date, timeZone: string): string {
  const today = dayInZone(now, timeZone);
  const ends = entries
    .map(({ endTime }) => new Date(endTime))
    .filter((end) => end <= now && dayInZone(end, timeZone) === today);
  if (ends.length === 0) return '';
  const last = new Date(Math.max(...ends.map((end) => end.getTime())));
  return clockInZone(last, timeZone).time;
}
