/** Labels of notes: badge tones, work times, and the signed statements. */
import { unitsLabel } from '#features/services/rules.ts';
import { formatUnits } from '#platform/web/numberFormat.ts';
import { formatDay, formatSpan, formatTime } from '#platform/web/format.ts';
import type { Tone } from '#platform/web/ui/tones.ts';
import type { NotePriority, NoteStatus } from '#features/notes/contract.ts';
import { listFieldComments, reviewReasonLabels } from '#features/notes/reviewRules.ts';
import type { NoteRow } from '#features/notes/web/queries.ts';

export const SELF_REVIEW = 'This is your own note. The audit log records its review as a self-review.';
export const OWN_NOTE = 'This is your own note. Another manager has to approve it.';

export const statusTones: Record<NoteStatus, Tone> = {
  pending: 'pending',
  'in-review': 'info',
  'in-progress': 'info',
  resolved: 'success',
  denied: 'danger',
};

export const priorityTones: Record<NotePriority, Tone> = {
  low: 'neutral',
  medium: 'neutral',
  high: 'pending',
  urgent: 'danger',
};

type WorkTimes = { workDate: string; startTime: string; endTime: string };

/** 'Mar 1, 2026, 9:00 AM to 11:15 AM', with '(next day)' for an overnight visit. */
export function formatWorkTime({ workDate, startTime, endTime }: WorkTimes): string {
  const overnight = endTime < startTime ? ' (next day)' : '';
  return `${formatDay(workDate)}, ${formatTime(startTime)} to ${formatTime(endTime)}${overnight}`;
}

type ClockedNote = WorkTimes & { clock: { startedAt: string; endedAt: string } };

/** What the visit clock measured and what was signed: 'Mar 1, 2026, 9:02 – 11:14 AM, signed 9:00 AM to 11:15 AM'. */
export function formatClock({ clock, startTime, endTime }: ClockedNote, timeZone: string): string {
  const measured = formatSpan(clock.startedAt, clock.endedAt, timeZone);
  return `${measured}, signed ${formatTime(startTime)} to ${formatTime(endTime)}`;
}

type Visit = WorkTimes & { clientContactName: string };

/** 'Franklin Moss · Mar 1, 2026, 9:00 AM to 11:15 AM'. */
export const formatVisit = (note: Visit): string => `${note.clientContactName} · ${formatWorkTime(note)}`;

type Reviewed = Pick<NoteRow, 'reviewReasonCode' | 'reviewComment' | 'fieldComments' | 'sentBackFor'>;

/** What a reviewer wrote: 'Times: Please check.' and a line for each field; otherwise why it was sent back when it arrived. */
export function describeRemarks({
  reviewReasonCode,
  reviewComment,
  fieldComments,
  sentBackFor,
}: Reviewed): string {
  if (sentBackFor.length > 0) return sentBackFor.map(formatSentBack).join('\n');
  const problem = reviewReasonCode && reviewReasonLabels[reviewReasonCode];
  const reason = [problem, reviewComment].filter(Boolean).join(': ');
  return [reason, ...listFieldComments(fieldComments)].join('\n');
}

/** The reason and what to do: 'The service was archived before the note arrived. Choose another service …'. */
export const formatSentBack = ({ message, remedy }: NoteRow['sentBackFor'][number]): string =>
  [message, remedy].filter(Boolean).join(' ');

type Statement = {
  employee: string;
  /** With the client's name or number: 'Franklin Moss (HS-1113)'. */
  client: string;
  contact: string;
  /** Who signs for the client. */
  representative: { name: string; relation: string } | null;
  times: WorkTimes;
  /** '2 h 15 min = 9 units', or null while the times are incomplete. */
  span: string | null;
  units: number | null;
  /** Units left after the note, or null while no client is selected or the times are incomplete. */
  remaining: number | null;
};

const isComplete = ({ workDate, startTime, endTime }: WorkTimes): boolean =>
  workDate !== '' && startTime !== '' && endTime !== '';

const NO_TIMES = '(date and times not entered yet)';

/** What the employee signs. */
export function employeeStatement({ employee, client, times, span }: Statement): string {
  const when = isComplete(times)
    ? `on ${formatWorkTime(times)}${span === null ? '' : ` (${span})`}`
    : NO_TIMES;
  return `I, ${employee}, visited ${client} ${when}. This note is accurate.`;
}

const describeRepresentative = ({ name, relation }: NonNullable<Statement['representative']>): string =>
  name.trim() === '' ? 'the representative' : [name, relation && `(${relation})`].filter(Boolean).join(' ');

/** What the client or a representative signs. */
export function clientStatement(statement: Statement): string {
  const { employee, contact, representative, times, units, remaining } = statement;
  const when = isComplete(times) ? `on ${formatWorkTime(times)}` : NO_TIMES;
  const confirmed = representative
    ? `I, ${describeRepresentative(representative)}, confirm that ${employee} worked with ${contact} ${when}.`
    : `I, ${contact}, confirm that ${employee} worked with me ${when}.`;
  if (units === null || remaining === null) return confirmed;
  const left =
    remaining < 0
      ? `, ${unitsLabel(-remaining)} more than were bought`
      : `; ${formatUnits(remaining)} will be left`;
  return `${confirmed} This uses ${unitsLabel(units)}${left}.`;
}
