/** Guarded: reads what a note may conflict with, in one statement whose parts each scan a short range of an index. */

import { sql, type SQLWrapper } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { pastAssignments } from '#features/clients/server/assignments/tables.ts';
import { inactivePeriods } from '#features/clients/server/tables.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import { MAX_NOTE_MINUTES } from '#features/units/rules.ts';
import { listWorkDays, type ComparedNote, type Span } from './comparedNote.ts';
import { noteFingerprints } from './tables.ts';

/** Maximum related notes per check; real visits never overlap in larger numbers. */
export const MAX_RELATED = 50;
/** Texts that are compared, those with the most hashes in common first: many share one and nothing else. */
const MAX_TEXTS = 20;
export const BATCH_MS = 10 * 60_000;
const REPEATED_MS = 90 * 24 * 60 * 60_000;
const MAX_NOTE_MS = MAX_NOTE_MINUTES * 60_000;

/** Notes and periods around a note; the note itself is not among them. */
export interface Neighbors {
  /** Work of the author within the same time. */
  ofAuthor: number[];
  /** Minutes of the author's other work on each day of the note. */
  dayMinutes: number[];
  /** Work of other authors for the client within the same time. */
  ofClient: number[];
  /** Notes whose client signed with the same ink. */
  withInk: number[];
  /** Notes of the author whose description may be nearly the same. */
  withText: number[];
  /** How many notes the author submitted within ten minutes, if one is about another day; otherwise 0. */
  inBatch: number;
  /** Earlier assignments of the author to the client. */
  assigned: Span[];
  /** Periods in which the client was inactive. */
  inactive: Span[];
}

type Kind = 'author' | 'day' | 'client' | 'ink' | 'text' | 'batch' | 'assigned' | 'inactive';
/** A note or period, or a number of minutes or notes. */
type Row = { kind: Kind; value: number; start: number | null; end: number | null };

/** The range of starts of work that may lie within a span: no note is longer than 16 hours. */
export const toStartRange = ({ start, end }: Span) => ({
  after: new Date(start.getTime() - MAX_NOTE_MS).toISOString(),
  before: end.toISOString(),
});

/** The caller holds the locks of `lockChecks` and of the client's balance, so that it sees what was submitted before. */
export async function readNeighbors(
  tx: BusinessTransaction,
  businessId: number,
  note: ComparedNote,
): Promise<Neighbors> {
  const { rows } = await tx.execute<Row>(selectNeighbors(businessId, note)).execute();
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind);
  const valuesOf = (kind: Kind) => of(kind).map(({ value }) => value);
  const spansOf = (kind: Kind) =>
    of(kind).map(({ start, end }) => ({ start: new Date(start ?? 0), end: new Date(end ?? 8.64e15) }));
  return {
    ofAuthor: valuesOf('author'),
    dayMinutes: of('day')
      .sort((a, b) => Number(a.start) - Number(b.start))
      .map(({ value }) => value),
    ofClient: valuesOf('client'),
    withInk: valuesOf('ink'),
    withText: valuesOf('text'),
    inBatch: valuesOf('batch')[0] ?? 0,
    assigned: spansOf('assigned'),
    inactive: spansOf('inactive'),
  };
}

const toMs = (column: SQLWrapper) => sql`extract(epoch from ${column})::float8 * 1000`;

function selectNeighbors(businessId: number, note: ComparedNote) {
  const { noteId, authorId, clientId, workDate, start, end, submittedAt, clientInk, trigrams } = note;
  const submitted = (ms: number) => sql`submitted_at
    between ${new Date(submittedAt.getTime() - ms).toISOString()} and ${new Date(submittedAt.getTime() + ms).toISOString()}`;
  const other = sql`business_id = ${businessId} and note_id <> ${noteId}`;
  const hashes = sql`${`{${trigrams.join()}}`}::integer[]`;
  const period = (from: SQLWrapper, until: SQLWrapper) => sql`${toMs(from)} as start, ${toMs(until)} as end`;
  const none = sql`null::float8 as start, null::float8 as end`;
  // Work of the day before counts from its midnight on.
  const minutesOf = (day: string, index: number) => sql`
    select 'day' as kind, coalesce(sum(extract(epoch from
        case when work_date = ${day}::date then coalesce(midnight, end_time) - start_time else end_time - midnight end
      )) / 60, 0)::float8 as value, ${index}::float8 as start, null::float8 as end
    from ${timeEntries} where ${other} and employee_id = ${authorId} and reversed_at is null
      and work_date between ${day}::date - 1 and ${day}::date and (work_date = ${day}::date or midnight is not null)`;
  return sql`
    ${sql.join(listWorkDays(note).map(minutesOf), sql` union all `)}
    union all
    (select 'author', note_id, ${none} from ${timeEntries}
      where ${other} and employee_id = ${authorId} and ${within({ start, end })}
      order by note_id limit ${MAX_RELATED})
    union all
    (select 'client', note_id, ${none} from ${timeEntries}
      where ${other} and client_id = ${clientId} and employee_id <> ${authorId} and ${within({ start, end })}
      order by note_id limit ${MAX_RELATED})
    union all
    (select 'ink', note_id, ${none} from ${noteFingerprints}
      where ${other} and client_ink = ${clientInk} order by note_id limit ${MAX_RELATED})
    union all
    select 'batch', count(*), ${none} from ${noteFingerprints}
      where ${other} and author_id = ${authorId} and ${submitted(BATCH_MS)}
      having bool_or(work_date <> ${workDate})
    union all
    (select 'text', note_id, ${none} from ${noteFingerprints}
      where ${other} and author_id = ${authorId} and ${submitted(REPEATED_MS)} and trigrams && ${hashes}
      order by (select count(*) from unnest(trigrams) as hash where hash = any (${hashes})) desc, submitted_at desc
      limit ${MAX_TEXTS})
    union all
    select 'assigned', id, ${period(pastAssignments.assignedAt, pastAssignments.endedAt)} from ${pastAssignments}
      where business_id = ${businessId} and client_id = ${clientId} and employee_id = ${authorId}
    union all
    select 'inactive', id, ${period(inactivePeriods.startedAt, inactivePeriods.endedAt)} from ${inactivePeriods}
      where business_id = ${businessId} and client_id = ${clientId}`;
}

/** Work that counts and shares time with a span. */
function within(span: Span) {
  const { after, before } = toStartRange(span);
  return sql`reversed_at is null and start_time > ${after} and start_time < ${before} and end_time > ${span.start.toISOString()}`;
}
