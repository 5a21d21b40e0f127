/** Counts reviews: by author and month, and for a whole period by author and by month. */

import { and, count, gte, inArray, lt, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays } from '#platform/contract/days.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { startOfZoneDay } from '#platform/contract/zoneDays.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { REVIEW_REASONS } from '#features/notes/contract.ts';
import { notes } from '#features/notes/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import type { reviewReportRow, reviewSummary } from '#features/review/contract.ts';
import { noteReviews } from './tables.ts';

type Row = z.output<typeof reviewReportRow>;
type Summary = z.output<typeof reviewSummary>;
interface Days {
  from: string;
  to: string;
}
type Query = { [Day in keyof Days]?: Days[Day] | undefined };
interface Span {
  start: Date;
  end: Date;
  /** The months (`YYYY-MM`) that it is in, and when each begins. */
  months: { month: string; start: Date }[];
}

const MAX_MONTHS = 13;

/** @throws 400 at `to` for a range that ends before it starts or is longer than 13 months */
export async function readReviewReport(context: MemberContext, query: Query): Promise<Row[]> {
  const span = toSpan(context, query);
  return readInBusiness(context, async (tx) => {
    const [decided, submitted] = await Promise.all([
      countDecisions(tx, span, BY_AUTHOR_AND_MONTH),
      countSubmitted(tx, span, BY_AUTHOR_AND_MONTH),
    ]);
    const rows = await addNames(tx, mergeRows(decided, submitted));
    return rows
      .flatMap((row) => (row.month === null ? [] : [{ ...row, month: row.month }]))
      .toSorted((a, b) => compareAuthors(a, b) || compare(a.month, b.month));
  });
}

/** The medians of a period are not those of its months, so each has groups of its own. @throws as `readReviewReport` */
export async function readReviewSummary(context: MemberContext, query: Query): Promise<Summary> {
  const span = toSpan(context, query);
  return readInBusiness(context, async (tx) => {
    const [decided, submitted] = await Promise.all([
      countDecisions(tx, span, BY_AUTHOR_OR_MONTH),
      countSubmitted(tx, span, BY_AUTHOR_OR_MONTH),
    ]);
    const rows = mergeRows(decided, submitted);
    const authors = await addNames(tx, rows);
    return {
      authors: authors.toSorted(compareAuthors),
      months: rows
        .flatMap((row) => (row.month === null ? [] : [{ ...row, month: row.month }]))
        .toSorted((a, b) => compare(a.month, b.month)),
    };
  });
}

type Author = Pick<Row, 'authorId' | 'authorName'>;
const compareAuthors = (a: Author, b: Author) =>
  a.authorName.localeCompare(b.authorName, 'en') || a.authorId - b.authorId;
const compare = (a: string, b: string) => (a < b ? -1 : 1);

function toSpan({ now, session }: MemberContext, query: Query): Span {
  const { from, to } = toRange(query, dayInZone(now, session.timeZone));
  const startOf = (day: string) => startOfZoneDay(day, session);
  const months = listMonths(from, to).map((month) => ({ month, start: startOf(`${month}-01`) }));
  return { start: startOf(from), end: startOf(addDays(to, 1)), months };
}

function listMonths(from: string, to: string): string[] {
  const months = [];
  for (let first = `${from.slice(0, 7)}-01`; first <= to; first = addMonths(first, 1))
    months.push(first.slice(0, 7));
  return months;
}

function toRange({ from, to }: Query, today: string): Days {
  const last = to ?? today;
  const first = from ?? addMonths(`${last.slice(0, 7)}-01`, -2);
  if (last < first) throw invalidField('to', "The end date can't be before the start date");
  if (last >= addMonths(first, MAX_MONTHS))
    throw invalidField('to', `A report covers at most ${MAX_MONTHS} months`);
  return { from: first, to: last };
}

/** The same day of another month; the first of the next one where that month has no such day. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const moved = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), date));
  const isShort = moved.getUTCMonth() !== first.getUTCMonth();
  if (isShort) moved.setUTCDate(1);
  return moved.toISOString().slice(0, 10);
}

/** The position of the month in `months`, from 1: a database may lack the zone of a business. */
const monthOf = (at: AnyColumn, { months }: Span) => {
  const starts = `{${months.map(({ start }) => start.toISOString()).join()}}`;
  return sql<number>`width_bucket(${at}, ${starts}::timestamptz[])`.as('month');
};

/** Names the months of counted rows; null stays for all months. */
const nameMonths = <Counted extends { month: number | null }>(rows: Counted[], { months }: Span) =>
  rows.map((row) => ({ ...row, month: row.month === null ? null : (months[row.month - 1]?.month ?? null) }));

const within = (at: AnyColumn, { start, end }: Span) => and(gte(at, start), lt(at, end));

const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`(count(*) filter (where ${condition}))::int`;

/** An author in a month; null for all authors or all months. */
interface Group {
  authorId: number | null;
  month: string | null;
}
type Decisions = Group & Omit<Row, 'authorId' | 'authorName' | 'month' | 'submitted'>;
type Submissions = Group & Pick<Row, 'submitted'>;

type Grouping = (authorId: AnyColumn) => SQL;
const BY_AUTHOR_AND_MONTH: Grouping = (authorId) => sql`${authorId}, month`;
const BY_AUTHOR_OR_MONTH: Grouping = (authorId) => sql`grouping sets ((${authorId}), (month))`;

async function countDecisions(tx: BusinessTransaction, span: Span, groupBy: Grouping): Promise<Decisions[]> {
  const rows = await tx
    .select({
      authorId: noteReviews.authorId,
      month: monthOf(noteReviews.createdAt, span),
      approved: countOf(sql`${noteReviews.action} = 'approve'`),
      sentBack: countOf(sql`${noteReviews.action} = 'return'`),
      denied: countOf(sql`${noteReviews.action} = 'deny'`),
      reasons: sql<Row['reasons']>`jsonb_build_object(${sql.join(
        REVIEW_REASONS.map(
          (code) => sql`${code}::text, ${countOf(sql`${noteReviews.reasonCode} = ${code}`)}`,
        ),
        sql`, `,
      )})`,
      medianHours: sql<number | null>`round((percentile_cont(0.5) within group (order by
        greatest(extract(epoch from ${noteReviews.createdAt} - ${noteReviews.workEndedAt}), 0)) / 3600)::numeric, 1)::float8`,
    })
    .from(noteReviews)
    .where(
      and(
        tx.inTenant(noteReviews),
        within(noteReviews.createdAt, span),
        inArray(noteReviews.action, ['approve', 'deny', 'return']),
      ),
    )
    .groupBy(groupBy(noteReviews.authorId));
  return nameMonths(rows, span);
}

async function countSubmitted(
  tx: BusinessTransaction,
  span: Span,
  groupBy: Grouping,
): Promise<Submissions[]> {
  const rows = await tx
    .select({ authorId: notes.authorId, month: monthOf(notes.createdAt, span), submitted: count() })
    .from(notes)
    .where(and(tx.inTenant(notes), within(notes.createdAt, span)))
    .groupBy(groupBy(notes.authorId));
  return nameMonths(rows, span);
}

/** A row for each group that has either. */
function mergeRows(decided: Decisions[], submitted: Submissions[]): (Decisions & Submissions)[] {
  const keyOf = ({ authorId, month }: Group) => `${authorId} ${month}`;
  const submissions = new Map(submitted.map((row) => [keyOf(row), row.submitted]));
  const decisions = new Map(decided.map((row) => [keyOf(row), row]));
  const groups = new Map([...decided, ...submitted].map((row) => [keyOf(row), row]));
  return [...groups].map(([key, { authorId, month }]) => ({
    ...(decisions.get(key) ?? NO_DECISIONS),
    authorId,
    month,
    submitted: submissions.get(key) ?? 0,
  }));
}

const NO_DECISIONS = {
  approved: 0,
  sentBack: 0,
  denied: 0,
  reasons: Object.fromEntries(REVIEW_REASONS.map((code) => [code, 0])) as Row['reasons'],
  medianHours: null,
};

/** The rows that have an author, with their names. */
async function addNames<Counted extends Group>(tx: BusinessTransaction, rows: Counted[]) {
  const names = await listNames(tx, [...new Set(rows.flatMap(({ authorId }) => authorId ?? []))]);
  return rows.flatMap((row) =>
    row.authorId === null
      ? []
      : [{ ...row, authorId: row.authorId, authorName: names.get(row.authorId) ?? '' }],
  );
}

export async function listNames(tx: BusinessTransaction, ids: number[]): Promise<Map<number, string>> {
  const people = await tx
    .select({ id: users.id, username: users.username, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(tx.inTenant(users), inArray(users.id, ids)));
  return new Map(people.map((person) => [person.id, fullNameOf(person)]));
}
