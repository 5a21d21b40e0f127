/** Labels of notes: badge tones, work times, and remarks of reviewers. */

import { formatDay, formatSpan } from '#platform/web/format.ts';
import type { Tone } from '#platform/web/ui/tones.ts';
import type { NotePriority, NoteStatus } from '#features/notes/contract.ts';
import { listFieldComments, reviewReasonLabels } from '#features/notes/reviewRules.ts';
import type { NoteRow } from '#features/notes/web/queries.ts';
import { endsNextDay, formatTimes, type ClockTimes } from '#features/units/rules.ts';

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

type WorkTimes = ClockTimes & { workDate: string };

/** 'Mar 1, 2026, 9:00 AM to 11:15 AM', with '(next day)' for an overnight visit. */
export const formatWorkTime = ({ workDate, ...times }: WorkTimes): string =>
  `${formatDay(workDate)}, ${formatTimes(times)}${endsNextDay(times) ? ' (next day)' : ''}`;

type ClockedNote = WorkTimes & { clock: { startedAt: string; endedAt: string } };

/** Formats measured and signed times: 'Mar 1, 2026, 9:02 – 11:14 AM, signed 9:00 AM to 11:15 AM'. */
export function formatClock({ clock, ...times }: ClockedNote, timeZone: string): string {
  const measured = formatSpan(clock.startedAt, clock.endedAt, timeZone);
  return `${measured}, signed ${formatTimes(times)}`;
}

type Visit = WorkTimes & { clientContactName: string };

/** 'Franklin Moss · Mar 1, 2026, 9:00 AM to 11:15 AM'. */
export const formatVisit = (note: Visit): string => `${note.clientContactName} · ${formatWorkTime(note)}`;

type Reviewed = Pick<NoteRow, 'reviewReasonCode' | 'reviewComment' | 'fieldComments' | 'sentBackFor'>;

/** Formats a review: 'Times: Please check.' and a line for each field; otherwise why it was sent back when it arrived. */
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
