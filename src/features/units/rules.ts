/** The time of a visit, computed by the form while typing and by the server on submit. */
import { nextDay, toInstant } from '#platform/contract/zone.ts';
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
}

export interface WorkSpan {
  start: Date;
  end: Date;
  /** Actual minutes, even when clocks change in between. */
  minutes: number;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The span of the work; null while a part is missing or when both times are equal. */
export function workSpan(work: WorkTime): WorkSpan | null {
  const { workDate, startTime, endTime, timeZone } = work;
  if (!DAY.test(workDate) || !TIME.test(startTime) || !TIME.test(endTime)) return null;
  if (startTime === endTime) return null;
  const start = toInstant({ day: workDate, time: startTime }, timeZone);
  const endDay = endTime > startTime ? workDate : nextDay(workDate);
  const end = toInstant({ day: endDay, time: endTime }, timeZone);
  const minutes = Math.round((end.getTime() - start.getTime()) / 60_000);
  return minutes > 0 ? { start, end, minutes } : null;
}

/** Minutes on the clock from start to end, at most a day; elapsed minutes differ when clocks change in between. */
export function getClockMinutes({ startTime, endTime }: Pick<WorkTime, 'startTime' | 'endTime'>): number {
  const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return (toMinutes(endTime) - toMinutes(startTime) + DAY_MINUTES) % DAY_MINUTES;
}

/** Whether the moment is more than one unit before the end: signing shortly before the end is fine. */
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
