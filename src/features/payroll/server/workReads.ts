/** Sums of time entries that count, by person and week, made in the database. */
import { and, asc, eq, gte, isNull, lt, ne, sql } from 'drizzle-orm';
import type { BusinessScope } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { notes } from '#features/notes/server/tables.ts';
import { timeEntries } from '#features/time/server/tables.ts';

export interface Work {
  /** True minutes. */
  minutes: number;
  /** Exact decimal, `"9.00"`. */
  units: string;
  entries: number;
}

export const NO_WORK: Work = { minutes: 0, units: '0.00', entries: 0 };

type Scope = Pick<BusinessScope, 'businessId'>;

export interface Span {
  /** Moments at which periods begin, ascending; the end of the last one stands behind them. */
  bounds: readonly Date[];
  /** One employee; all when left out. */
  employeeId?: number | undefined;
}

const sums = {
  entries: sql<number>`count(*)::int`,
  minutes: sql<number>`coalesce(sum(${timeEntries.minutes}), 0)::int`,
  units: sql<string>`coalesce(sum(${timeEntries.timeUnits}), 0)::numeric(20, 2)::text`,
};

/** What each person worked in each period, by the moment the work began. Periods without work have no row. */
export function workByPeriod(tx: BusinessTransaction, { businessId }: Scope, { bounds, employeeId }: Span) {
  const moments = `{${bounds.map((bound) => bound.toISOString()).join(',')}}`;
  const [first = new Date(0)] = bounds;
  const last = bounds.at(-1) ?? first;
  return tx
    .select({
      employeeId: timeEntries.employeeId,
      /** Which period, from 0. */
      period: sql<number>`width_bucket(${timeEntries.startTime}, ${moments}::timestamptz[]) - 1`.as('period'),
      ...sums,
    })
    .from(timeEntries)
    .where(
      and(
        eq(timeEntries.businessId, businessId),
        isNull(timeEntries.reversedAt),
        gte(timeEntries.startTime, first),
        lt(timeEntries.startTime, last),
        employeeId === undefined ? undefined : eq(timeEntries.employeeId, employeeId),
      ),
    )
    .groupBy(timeEntries.employeeId, sql`2`)
    .orderBy(asc(timeEntries.employeeId), sql`2`);
}

/** Whether a person ever had an entry that counts. */
export async function hasTimeEntries(
  tx: BusinessTransaction,
  { businessId }: Scope,
  employeeId: number,
): Promise<boolean> {
  const rows = await tx
    .select({ id: timeEntries.id })
    .from(timeEntries)
    .where(
      and(
        eq(timeEntries.businessId, businessId),
        eq(timeEntries.employeeId, employeeId),
        isNull(timeEntries.reversedAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** How many entries of these days are about work whose note is not approved. */
export async function countUnapproved(
  tx: BusinessTransaction,
  { businessId }: Scope,
  { from, until }: { from: Date; until: Date },
): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(timeEntries)
    .innerJoin(notes, and(eq(notes.businessId, businessId), eq(notes.id, timeEntries.noteId)))
    .where(
      and(
        eq(timeEntries.businessId, businessId),
        isNull(timeEntries.reversedAt),
        gte(timeEntries.startTime, from),
        lt(timeEntries.startTime, until),
        ne(notes.status, 'resolved'),
      ),
    );
  return row?.count ?? 0;
}

/** Both together. */
export function addWork(one: Work, other: Work): Work {
  const cents = Math.round(Number(one.units) * 100) + Math.round(Number(other.units) * 100);
  return {
    minutes: one.minutes + other.minutes,
    units: (cents / 100).toFixed(2),
    entries: one.entries + other.entries,
  };
}
