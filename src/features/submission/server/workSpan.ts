/** The day, the minutes and the units of the work in a note, for its preview and its submission. */

import { FIRST_DAY } from '#platform/contract/days.ts';
import { nextDay } from '#platform/contract/zone.ts';
import { invalid, invalidField } from '#platform/server/errors.ts';
import { toUnits } from '#features/services/rules.ts';
import type { ServiceRow } from '#features/services/server/reads.ts';
import {
  findLengthMistake,
  findSkippedTimes,
  MAX_NOTE_MINUTES,
  workSpan,
  type WorkSpan,
  type WorkTime,
} from '#features/units/rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** @throws 400 at `endTime`, or at each time that clocks skip */
export function toWorkSpan(work: WorkTime): WorkSpan {
  const span = workSpan(work);
  if (span && span.minutes <= MAX_NOTE_MINUTES) return span;
  const skipped = findSkippedTimes(work);
  if (skipped.length > 0) throw invalid(skipped.map(({ field, message }) => ({ path: field, message })));
  throw invalidField('endTime', findLengthMistake(work) ?? 'End time is required');
}

/** @throws 400 at `workDate` */
export function refuseImplausibleDate(workDate: string, now: Date): void {
  if (workDate < FIRST_DAY) throw invalidField('workDate', 'Work date is too long ago');
  const lastDay = nextDay(new Date(now.getTime() + 365 * DAY_MS).toISOString().slice(0, 10));
  if (workDate > lastDay) throw invalidField('workDate', 'Work date is too far ahead');
}

/** The units of a note by the rule of its service, as a decimal. */
export const toNoteUnits = ({ minutes }: { minutes: number }, { rounding }: ServiceRow): string =>
  toUnits(minutes, rounding).toFixed(2);
