/** What the checks compare of a note. */
import { addDays } from '#platform/contract/days.ts';
import { dayInZone, startOfDay } from '#platform/contract/zone.ts';

export interface NoteFacts {
  /** 0 for a note that is not stored yet. */
  noteId: number;
  authorId: number;
  clientId: number;
  workDate: string;
  start: Date;
  end: Date;
  /** When its first version was submitted, by `toSubmissionTime`. */
  submittedAt: Date;
  /** SHA-256 of the ink of the client's signature; null when it is not compared. */
  clientInk: Buffer | null;
  /** The indexed hashes of the description; none for a short one. */
  trigrams: number[];
  /** The local days of the work, first the work date. */
  days: LocalDay[];
}

export interface Span {
  start: Date;
  end: Date;
}

export interface LocalDay {
  /** `YYYY-MM-DD` */
  day: string;
  start: Date;
  end: Date;
}

/** The local days that work lies on; each has 23 to 25 hours. */
export function listLocalDays({ start, end }: Span, timeZone: string): LocalDay[] {
  const first = dayInZone(start, timeZone);
  // Work that ends at midnight does not lie on the next day.
  const last = dayInZone(new Date(end.getTime() - 1), timeZone);
  const days: LocalDay[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(toLocalDay(day, timeZone));
  return days;
}

export const toLocalDay = (day: string, timeZone: string): LocalDay => ({
  day,
  start: startOfDay(day, timeZone),
  end: startOfDay(addDays(day, 1), timeZone),
});

/** The minutes that two spans share; 0 when one begins as the other ends. */
export const sharedMinutes = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.end.getTime(), b.end.getTime()) - Math.max(a.start.getTime(), b.start.getTime())) /
  60_000;
