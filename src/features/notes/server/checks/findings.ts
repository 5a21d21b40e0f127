/** Guarded: finds the checks of a note; pure functions. */

import { clockInZone, dayInZone } from '#platform/contract/zone.ts';
import type { Capture } from '#features/notes/captureContract.ts';
import type { CheckLevel, NoteCheckCode } from '#features/notes/checkContract.ts';
import { toLevel, type CheckDetail } from '#features/notes/checkRules.ts';
import { findDeviceClock } from '#features/notes/deviceClockRules.ts';
import { getMinutesOn, type DatedWork } from '#features/time/rules.ts';
import type { ClockedTimes } from '#features/time/visitClockContract.ts';
import type { UnitCheck } from '#features/units/contract.ts';
import { isBeforeEnd } from '#features/units/rules.ts';
import { listWorkDays, type CheckSettings, type ComparedNote, type Span } from './comparedNote.ts';
import { BATCH_MS, type Neighbors } from './neighborReads.ts';

export interface Finding {
  code: NoteCheckCode;
  level: CheckLevel;
  /** Ascending. */
  relatedNoteIds: number[];
  detail: CheckDetail;
}

/** Input of the checks of a note when it is signed. */
export interface CheckedNote {
  authorName: string;
  clientName: string;
  /** Null when the client did not sign. */
  signedAt: Date | null;
  /** Metadata that the device recorded. */
  capture: Capture | null;
  /** Since when the author is assigned to the client; null for managers, who need no assignment. */
  assignedAt: Date | null;
  byManager: boolean;
  /** Times that the visit clock measured. */
  clock: ClockedTimes | null;
  timeZone: string;
  /** The values that were signed, when they differ. */
  unitsChange: CheckDetail;
  unitChecks: readonly UnitCheck[];
  /** Checks of how it was signed and why it was sent back. */
  signingChecks: readonly NoteCheckCode[];
}

/** The checks that depend on no other note. */
export function findOwnChecks(
  compared: ComparedNote,
  { assigned, inactive }: Pick<Neighbors, 'assigned' | 'inactive'>,
  { note, lateEntryHours }: { note: CheckedNote; lateEntryHours: number },
): Finding[] {
  const { workDate: day, end } = compared;
  const { authorName, clientName } = note;
  const checks: [NoteCheckCode, CheckDetail][] = [
    ...note.unitChecks.map((code): [NoteCheckCode, CheckDetail] => [code, {}]),
    ...note.signingChecks.map((code): [NoteCheckCode, CheckDetail] => [
      code,
      { clientName, day, ...(code === 'units_changed' && note.unitsChange) },
    ]),
  ];
  const late = findLateEntry(compared, lateEntryHours);
  if (late) checks.push(['late_entry', late]);
  if (note.signedAt && isBeforeEnd(note.signedAt, compared)) {
    const minutes = toMinutes(end.getTime() - note.signedAt.getTime());
    checks.push(['signed_early', { clientName, minutes }]);
  }
  const clock = findClockDifference(compared, note);
  if (clock) checks.push(['clock_differs', clock]);
  if (!wasAssigned(compared.day, note.assignedAt, assigned)) {
    checks.push(['not_assigned_then', { authorName, clientName, day }]);
  }
  if (wasInactive(compared.day, inactive)) {
    checks.push(['client_inactive_then', { clientName, day }]);
  }
  const deviceClock = note.capture && findDeviceClock(note.capture);
  if (deviceClock) checks.push(['device_clock', deviceClock]);
  if (note.byManager) checks.push(['own_note', {}]);
  return checks.map(([code, detail]) => ({ code, level: toLevel(code, false), relatedNoteIds: [], detail }));
}

/** The values of `late_entry`; null for a note that is not late. */
export function findLateEntry(
  { end, submittedAt }: Pick<ComparedNote, 'end' | 'submittedAt'>,
  lateEntryHours: number,
): CheckDetail | null {
  const lateMs = submittedAt.getTime() - end.getTime();
  if (lateMs <= lateEntryHours * 60 * 60_000) return null;
  return { minutes: toMinutes(lateMs), hours: lateEntryHours };
}

/** Times that differ less from the visit clock are rounded. */
const CLOCK_DIFFERENCE_MS = 15 * 60_000;

/** The values of `clock_differs`; null without a clock, or when both times are near those of the clock. */
function findClockDifference(
  { start, end, workDate }: Pick<ComparedNote, 'start' | 'end' | 'workDate'>,
  { clock, timeZone }: Pick<CheckedNote, 'clock' | 'timeZone'>,
): CheckDetail | null {
  if (!clock) return null;
  const [startedAt, endedAt] = [new Date(clock.startedAt), new Date(clock.endedAt)];
  const isFar = (signed: Date, moment: Date) =>
    Math.abs(signed.getTime() - moment.getTime()) >= CLOCK_DIFFERENCE_MS;
  if (!isFar(start, startedAt) && !isFar(end, endedAt)) return null;
  const detail: CheckDetail = { day: workDate, otherDay: dayInZone(startedAt, timeZone) };
  const addClock = (name: string, moment: Date, timeName = name) => {
    const { time, occurrence } = clockInZone(moment, timeZone);
    detail[timeName] = time;
    if (occurrence) detail[`${name}Occurrence`] = occurrence;
  };
  addClock('start', start, 'startTime');
  addClock('end', end, 'endTime');
  addClock('otherStart', startedAt);
  addClock('otherEnd', endedAt);
  return detail;
}

const toMinutes = (ms: number) => Math.round(ms / 60_000);

/** Requires an assignment of the author at some time of the work date. */
export function wasAssigned(day: Span, assignedAt: Date | null, past: readonly Span[]): boolean {
  if (assignedAt === null || assignedAt < day.end) return true;
  return past.some((period) => period.start < day.end && period.end > day.start);
}

/** Returns true if the client was inactive during the whole work date. */
export const wasInactive = (day: Span, inactive: readonly Span[]): boolean =>
  inactive.some(({ start, end }) => start <= day.start && end >= day.end);

/** Compares the author's work on each day of the note with the limit. */
export const isLongDay = (
  work: DatedWork,
  { dayMinutes }: Pick<Neighbors, 'dayMinutes'>,
  { longDayHours }: Pick<CheckSettings, 'longDayHours'>,
): boolean =>
  listWorkDays(work).some(
    (day, index) => getMinutesOn(day, work) + (dayMinutes[index] ?? 0) > longDayHours * 60,
  );

export interface LongDay {
  day: string;
  minutes: number;
  /** The notes whose work lies on it, in the order given. */
  noteIds: number[];
}

/** The days on which the work of an author adds up to more than the limit, the longest first. */
export function findLongDays(
  work: readonly (DatedWork & { noteId: number })[],
  days: readonly string[],
  { longDayHours }: Pick<CheckSettings, 'longDayHours'>,
): LongDay[] {
  return days
    .map((day) => {
      const onDay = work.filter((one) => getMinutesOn(day, one) > 0);
      const minutes = onDay.reduce((sum, one) => sum + getMinutesOn(day, one), 0);
      return { day, minutes, noteIds: onDay.map(({ noteId }) => noteId) };
    })
    .filter(({ minutes }) => minutes > longDayHours * 60)
    .sort((a, b) => b.minutes - a.minutes);
}

/** Notes that were submitted within ten minutes. */
const BATCH_SIZE = 5;

/** Reports a batch when enough notes were submitted within ten minutes, and one of them is about another day. */
export const isPossibleBatch = ({ inBatch }: Pick<Neighbors, 'inBatch'>): boolean =>
  inBatch + 1 >= BATCH_SIZE;

export interface SubmittedNote {
  noteId: number;
  submittedAt: Date;
  workDate: string;
}

/** The notes of the batches that a note belongs to, itself included; none when it belongs to none. */
export function findBatch(noteId: number, submitted: readonly SubmittedNote[]): SubmittedNote[] {
  const ordered = submitted.toSorted((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
  const batches = ordered
    .map(({ submittedAt: first }) =>
      ordered.filter(({ submittedAt }) => {
        const later = submittedAt.getTime() - first.getTime();
        return later >= 0 && later <= BATCH_MS;
      }),
    )
    .filter((batch) => batch.length >= BATCH_SIZE && batch.some((one) => one.noteId === noteId))
    .filter((batch) => new Set(batch.map(({ workDate }) => workDate)).size > 1);
  return [...new Set(batches.flat())];
}
