/** The words and colours in which notes are shown. */
import { formatDay, formatTime } from '#platform/web/format.ts';
import type { Tone } from '#platform/web/ui/tones.ts';
import type { NoteCategory, NotePriority, NoteStatus } from '#features/notes/contract.ts';

/** What managers read above the review of a note that they wrote themselves. */
export const SELF_REVIEW = 'This is your own note. The audit log records its review as a self-review.';

export const statusTones: Record<NoteStatus, Tone> = {
  pending: 'pending',
  'in-review': 'info',
  'in-progress': 'info',
  resolved: 'success',
  denied: 'danger',
};

export const categoryWords: Record<NoteCategory, string> = {
  transitional: 'Transitional',
  sustaining: 'Sustaining',
};

export const priorityWords: Record<NotePriority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
};

export const priorityTones: Record<NotePriority, Tone> = {
  low: 'neutral',
  medium: 'neutral',
  high: 'pending',
  urgent: 'danger',
};

type Options<Value extends string> = { value: Value; label: string }[];

/** Choices of a select, in the order of the words. */
export function optionsOf<Value extends string>(words: Record<Value, string>): Options<Value> {
  return (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value] }));
}

type WorkTimes = { workDate: string; startTime: string; endTime: string };

/** 'Mar 1, 2026, 9:00 AM to 11:15 AM'; says so when the end is on the next day. */
export function workTimeInWords({ workDate, startTime, endTime }: WorkTimes): string {
  const overnight = endTime < startTime ? ' (next day)' : '';
  return `${formatDay(workDate)}, ${formatTime(startTime)} to ${formatTime(endTime)}${overnight}`;
}

/** A person's or client's time on a note before all of it is entered. */
function timeSoFar(times: WorkTimes): string {
  const complete = times.workDate !== '' && times.startTime !== '' && times.endTime !== '';
  return complete ? workTimeInWords(times) : 'date and times still to be entered';
}

type Signing = { signer: string; worker: string; client: string; times: WorkTimes; units: string | null };

/** What an employee signs, in plain words. */
export function employeeSigns({ signer, client, times, units }: Signing): string {
  const amount = units === null ? '' : `, ${units}`;
  return `${signer} signs: I did this work for ${client} (${timeSoFar(times)}${amount}), and what is written here is true.`;
}

/** What a client signs, in plain words. */
export function clientSigns({ signer, worker, times, units }: Signing): string {
  const amount = units === null ? '' : `, ${units}`;
  return `${signer} signs: ${worker} did this work for me (${timeSoFar(times)}${amount}).`;
}
