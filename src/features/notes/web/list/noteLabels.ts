/** How notes are shown: tones of badges, work times, and the statements that are signed. */
import { formatDay, formatTime } from '#platform/web/format.ts';
import type { Tone } from '#platform/web/ui/tones.ts';
import type { NotePriority, NoteStatus } from '#features/notes/contract.ts';

/** What managers read above the review of a note that they wrote themselves. */
export const SELF_REVIEW = 'This is your own note. The audit log records its review as a self-review.';

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

/** 'Mar 1, 2026, 9:00 AM to 11:15 AM'; says so when the end is on the next day. */
export function formatWorkTime({ workDate, startTime, endTime }: WorkTimes): string {
  const overnight = endTime < startTime ? ' (next day)' : '';
  return `${formatDay(workDate)}, ${formatTime(startTime)} to ${formatTime(endTime)}${overnight}`;
}

/** A person's or client's time on a note before all of it is entered. */
function formatEnteredTime(times: WorkTimes): string {
  const complete = times.workDate !== '' && times.startTime !== '' && times.endTime !== '';
  return complete ? formatWorkTime(times) : 'date and times still to be entered';
}

type Signing = { signer: string; worker: string; client: string; times: WorkTimes; units: string | null };

/** What an employee signs, in plain words. */
export function employeeStatement({ signer, client, times, units }: Signing): string {
  const amount = units === null ? '' : `, ${units}`;
  return `${signer} signs: I did this work for ${client} (${formatEnteredTime(times)}${amount}), and what is written here is true.`;
}

/** What a client signs, in plain words. */
export function clientStatement({ signer, worker, times, units }: Signing): string {
  const amount = units === null ? '' : `, ${units}`;
  return `${signer} signs: ${worker} did this work for me (${formatEnteredTime(times)}${amount}).`;
}
