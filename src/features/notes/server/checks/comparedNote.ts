/** Guarded: values of a note that the checks compare with others. */

import { nextDay, startOfDay } from '#platform/contract/zone.ts';
import type { DatedWork } from '#features/time/rules.ts';

export interface ComparedNote extends DatedWork {
  /** 0 for a note that is not stored yet. */
  noteId: number;
  authorId: number;
  clientId: number;
  /** When its first version was submitted, by `toSubmissionTime`. */
  submittedAt: Date;
  /** SHA-256 of the ink of the client's signature; null when it is not compared. */
  clientInk: Buffer | null;
  /** The indexed hashes of the description; none for a short one. */
  trigrams: number[];
  /** The work date. */
  day: Span;
}

/** The check settings of a business. */
export interface CheckSettings {
  lateEntryHours: number;
  longDayHours: number;
  allowTwoEmployees: boolean;
}

export interface Span {
  start: Date;
  end: Date;
}

/** The moments of a work date in the zone under which it was signed; it has 23 to 25 hours. */
export const toDaySpan = ({ workDate, timeZone }: { workDate: string; timeZone: string }): Span => ({
  start: startOfDay(workDate, timeZone),
  end: startOfDay(nextDay(workDate), timeZone),
});

/** The days that work lies on, first the work date. */
export const listWorkDays = ({ workDate, midnight }: Pick<DatedWork, 'workDate' | 'midnight'>): string[] =>
  midnight ? [workDate, nextDay(workDate)] : [workDate];
