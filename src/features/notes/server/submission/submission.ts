/** What an author sends, checked and worked out before the transaction begins. */
import type { MemberContext } from '#platform/server/context.ts';
import { nextDay } from '#platform/contract/zone.ts';
import { invalidField } from '#platform/server/errors.ts';
import { MAX_NOTE_MINUTES, workSpan } from '#features/units/rules.ts';
import type { WorkSpan } from '#features/units/rules.ts';
import type { NoteInput } from '#features/notes/contract.ts';
import { decodeSignatures } from '#features/notes/server/signing/signatures.ts';
import type { Signatures } from '#features/notes/server/signing/signatures.ts';

export interface Submission extends Signatures {
  clientId: number;
  code: string;
  draftId: number | null;
  /** Null when it is to be made of category, client and date. */
  title: string | null;
  content: string;
  research: string;
  summary: string;
  category: NoteInput['category'];
  priority: NoteInput['priority'];
  tags: string[];
  workDate: string;
  startTime: string;
  endTime: string;
  timeZone: string;
  start: Date;
  end: Date;
  minutes: number;
  /** Exact decimal, `"9.00"`. */
  units: string;
}

const FIRST_WORK_DATE = '2000-01-01';
const DAY_MS = 24 * 60 * 60 * 1000;
/** List rows show this much of the content. */
const EXCERPT = 200;
const TITLE_MAX = 255;

/**
 * The checked submission: times in the business's zone, units worked out here, signatures decoded.
 * @throws 400 at the field that is wrong
 */
export async function readSubmission({ session, now }: MemberContext, input: NoteInput): Promise<Submission> {
  const { workDate, startTime, endTime, category, priority, clientId } = input;
  const { timeZone } = session;
  refuseOddDate(workDate, now);
  const span = spanOf({ workDate, startTime, endTime, timeZone });
  return {
    clientId,
    category,
    priority,
    workDate,
    startTime,
    endTime,
    timeZone,
    code: input.clientSignatureCode,
    draftId: input.draftId ?? null,
    // What the database keeps is what is signed: it cannot hold half of a surrogate pair.
    title: input.title?.toWellFormed() ?? null,
    content: input.description.toWellFormed(),
    research: input.research.toWellFormed(),
    summary: input.summary.toWellFormed(),
    tags: input.tags.map((tag) => tag.toWellFormed()),
    start: span.start,
    end: span.end,
    minutes: span.minutes,
    units: span.units.toFixed(2),
    ...(await decodeSignatures(input)),
  };
}

function spanOf(work: Parameters<typeof workSpan>[0]): WorkSpan {
  if (work.startTime === work.endTime) {
    throw invalidField('endTime', 'End time must differ from start time');
  }
  const span = workSpan(work);
  // Only in the hour that the spring change skips.
  if (!span) throw invalidField('endTime', 'The clocks change between these times: no time passes');
  if (span.minutes > MAX_NOTE_MINUTES) throw invalidField('endTime', 'A note covers at most 16 hours');
  return span;
}

function refuseOddDate(workDate: string, now: Date): void {
  if (workDate < FIRST_WORK_DATE) throw invalidField('workDate', 'Work date is too long ago');
  const lastDay = nextDay(new Date(now.getTime() + 365 * DAY_MS).toISOString().slice(0, 10));
  if (workDate > lastDay) throw invalidField('workDate', 'Work date is too far ahead');
}

/** The beginning of a text, cut between characters. */
export const excerptOf = (content: string): string => [...content].slice(0, EXCERPT).join('');

const CATEGORIES = { transitional: 'Transitional', sustaining: 'Sustaining' };
const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `Transitional, Miller House, November 20, 2026`: what a note is called when its author says nothing. */
export function buildTitle(
  { category, workDate }: Pick<Submission, 'category' | 'workDate'>,
  clientName: string,
): string {
  const before = `${CATEGORIES[category]}, `;
  const after = `, ${inWords.format(new Date(`${workDate}T00:00:00Z`))}`;
  const room = TITLE_MAX - before.length - after.length;
  return before + clientName.slice(0, room).toWellFormed() + after;
}
