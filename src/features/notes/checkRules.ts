/** The checks of a note in words: what was found, without accusing anyone. */

import { formatTime } from '#platform/contract/dateFormat.ts';
import type { Occurrence } from '#platform/contract/zone.ts';
import { formatMinutes } from '#features/units/rules.ts';
import { checkMessages } from '#features/units/unitCheckRules.ts';
import type { CheckLevel, NoteCheckCode } from './checkContract.ts';
import { describeUnitsChange } from './signedUnitsRules.ts';

/** The values and names in a message. */
export type CheckDetail = Record<string, string | number>;

/** Checks that their author sees: what they can correct. */
const AUTHOR_CHECKS: readonly NoteCheckCode[] = [
  'author_overlap',
  'author_long_day',
  'signed_early',
  'clock_differs',
  'late_entry',
  'text_repeated',
  'over_units',
  'cap_exceeded',
  'no_authorization',
  'code_wrong_offline',
  'period_closed',
  'service_archived',
  'rounding_changed',
  'units_changed',
  'unsigned',
];

const INFO_CHECKS: readonly NoteCheckCode[] = ['late_entry', 'clock_differs'];

/** The level of a check; client_overlap is info in a business that allows two employees. */
export function toLevel(code: NoteCheckCode, allowTwoEmployees: boolean): CheckLevel {
  if (code === 'client_overlap') return allowTwoEmployees ? 'info' : 'warning';
  return INFO_CHECKS.includes(code) ? 'info' : 'warning';
}

interface Viewer {
  isManager: boolean;
  isAuthor: boolean;
}

/** Decides who sees a check: `own_note` is only for a manager who wrote the note. */
export function isCheckFor(code: NoteCheckCode, { isManager, isAuthor }: Viewer): boolean {
  if (code === 'own_note') return isManager && isAuthor;
  return isManager || AUTHOR_CHECKS.includes(code);
}

interface DescribedCheck {
  code: NoteCheckCode;
  detail: CheckDetail;
  relatedNoteIds: readonly number[];
}

/** Describes the problem in plain sentences. */
export function describeCheck({ code, detail, relatedNoteIds }: DescribedCheck): string {
  const { authorName, clientName, otherAuthorName, otherClientName, hours, count } = detail;
  const more = relatedNoteIds.length - 1;
  switch (code) {
    case 'author_overlap':
      return `${authorName} also has a note from ${formatOtherTimes(detail)} for ${otherClientName}.${countMore(more, OVERLAPS)}`;
    case 'client_overlap':
      return `${otherAuthorName} also has a note from ${formatOtherTimes(detail)} for ${clientName}.${countMore(more, OVERLAPS)}`;
    case 'author_long_day':
      return `${authorName}'s notes for ${formatDay(detail, 'day')} total ${formatDuration(detail)}, over the ${hours} h limit.`;
    case 'late_entry':
      return `Submitted ${formatDuration(detail)} after the visit ended (limit: ${hours} h).`;
    case 'signed_early':
      return `${clientName} signed ${formatDuration(detail)} before the visit ended.`;
    case 'clock_differs':
      return `The visit clock ran from ${formatOtherTimes(detail)}, the signed times are ${formatDetail(detail, 'start')} to ${formatDetail(detail, 'end')}.`;
    case 'signature_reused':
      return `The client's signature is identical to the one on a note by ${otherAuthorName} for ${otherClientName} on ${formatDay(detail, 'otherDay')}.${countMore(more)}`;
    case 'text_repeated':
      return `The description is nearly identical to a note for ${otherClientName} on ${formatDay(detail, 'otherDay')}.${countMore(more)}`;
    case 'batch_entry':
      return `${authorName} submitted ${count} notes for different days within 10 minutes.`;
    case 'not_assigned_then':
      return `${authorName} was not assigned to ${clientName} on ${formatDay(detail, 'day')}.`;
    case 'client_inactive_then':
      return `${clientName} was inactive on ${formatDay(detail, 'day')}.`;
    case 'code_wrong_offline':
      return `The code entered when ${clientName} signed did not match, so the note has to be signed again.`;
    case 'period_closed':
      return `The period of ${formatDay(detail, 'day')} was closed before the note arrived.`;
    case 'service_archived':
      return 'The service was archived before the note arrived.';
    case 'rounding_changed':
      return "The service's rounding rule changed before the note arrived, so the units no longer match what was signed.";
    case 'units_changed':
      return describeUnitsChange(detail);
    case 'unsigned':
      return `${clientName} did not sign.`;
    case 'device_clock':
      return describeClock(detail);
    case 'own_note':
      return 'You wrote this note yourself.';
    case 'over_units':
    case 'cap_exceeded':
    case 'no_authorization':
      return checkMessages[code];
  }
}

/** 'The clock of the device was 24 h slow.' */
function describeClock({ minutes, jumpSeconds, year }: CheckDetail): string {
  const difference = Math.abs(Number(minutes));
  if (difference < 5 && year !== undefined)
    return `The clock of the device was set to the year ${year} while the note was written.`;
  if (difference < 5) return `The clock of the device was set back by ${jumpSeconds} s.`;
  const direction = Number(minutes) > 0 ? 'fast' : 'slow';
  return `The clock of the device was ${formatDuration({ minutes: difference })} ${direction}.`;
}

const OVERLAPS: [string, string] = ['overlaps', 'overlap'];

/** ' 2 more notes match.' */
function countMore(more: number, [one, several]: [string, string] = ['matches', 'match']): string {
  if (more <= 0) return '';
  return more === 1 ? ` 1 more note ${one}.` : ` ${more} more notes ${several}.`;
}

/** '9:10 AM to 10:00 AM', with the day when it is another one. */
function formatOtherTimes(detail: CheckDetail): string {
  const times = `${formatDetail(detail, 'otherStart')} to ${formatDetail(detail, 'otherEnd')}`;
  return detail['otherDay'] === detail['day'] ? times : `${times} on ${formatDay(detail, 'otherDay')}`;
}

/** '3 days' from two days on, '26 h 10 min' before. */
function formatDuration({ minutes }: CheckDetail): string {
  const days = Math.floor(Number(minutes) / (24 * 60));
  return days < 2 ? formatMinutes(Number(minutes)) : `${days} days`;
}

const formatDay = (detail: CheckDetail, name: 'day' | 'otherDay'): string =>
  new Date(String(detail[name])).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** '9:10 AM', of a repeated hour with which one is meant. */
function formatDetail(detail: CheckDetail, name: 'start' | 'end' | 'otherStart' | 'otherEnd'): string {
  const time = detail[name] ?? detail[`${name}Time`];
  return formatTime(String(time), detail[`${name}Occurrence`] as Occurrence | undefined);
}
