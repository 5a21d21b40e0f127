/** The input of an author, validated before the transaction begins. */
import type { MemberContext } from '#platform/server/context.ts';
import { nextDay } from '#platform/contract/zone.ts';
import { invalidField } from '#platform/server/errors.ts';
import { MAX_NOTE_MINUTES, workSpan } from '#features/units/rules.ts';
import type { WorkSpan } from '#features/units/rules.ts';
import type { NoteInput } from '#features/notes/contract.ts';
import { decodeSignatures } from '#features/notes/server/signing/signatures.ts';

export type Submission = Awaited<ReturnType<typeof readSubmission>>;

const FIRST_WORK_DATE = '2000-01-01';
const DAY_MS = 24 * 60 * 60 * 1000;
/** List rows show this much of the content. */
const EXCERPT = 200;
const TITLE_MAX = 255;

/**
 * The validated submission: times in the business's zone, units computed here, signatures decoded.
 * @throws 400 at the invalid field
 */
export async function readSubmission({ session, now }: MemberContext, input: NoteInput) {
  const { workDate, startTime, endTime } = input;
  const { timeZone } = session;
  refuseOddDate(workDate, now);
  const { start, end, minutes, units } = toWorkSpan({ workDate, startTime, endTime, timeZone });
  return {
    /** Columns of the note, as they are stored and signed. */
    columns: {
      clientId: input.clientId,
      category: input.category,
      priority: input.priority,
      // PostgreSQL cannot store half of a surrogate pair, and what is signed has to be what is stored.
      tags: input.tags.map((tag) => tag.toWellFormed()),
      content: input.description.toWellFormed(),
      research: input.research.toWellFormed(),
      summary: input.summary.toWellFormed(),
      workDate,
      startTime,
      endTime,
      minutes,
      timeUnitsUsed: units.toFixed(2),
    },
    /** Null for a title made of service, client and date. */
    title: input.title?.toWellFormed() ?? null,
    code: input.clientSignatureCode,
    draftId: input.draftId ?? null,
    timeZone,
    start,
    end,
    signatures: await decodeSignatures(input),
  };
}

function toWorkSpan(work: Parameters<typeof workSpan>[0]): WorkSpan {
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
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The title of a note without one: `Transitional, Miller House, November 20, 2026`. */
export function buildTitle(
  { category, workDate }: Pick<Submission['columns'], 'category' | 'workDate'>,
  clientName: string,
): string {
  const before = `${CATEGORIES[category]}, `;
  const after = `, ${longDate.format(new Date(`${workDate}T00:00:00Z`))}`;
  const left = TITLE_MAX - before.length - after.length;
  return before + clientName.slice(0, left).toWellFormed() + after;
}
