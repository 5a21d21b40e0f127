/** Time entries by employee and period: those that count, and apart from them those of denied notes. */

import { and, asc, between, eq, exists, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { add } from '#platform/contract/decimals.ts';
import type { Week } from '#platform/contract/weeks.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { clients } from '#features/clients/server/tables.ts';
import { whereUnitsDeducted } from '#features/notes/server/accounts/reads.ts';
import { whereDisputeOpen } from '#features/notes/server/disputes/reads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { users } from '#features/people/server/tables.ts';
import { timeEntries } from '#features/time/server/tables.ts';

export interface Work {
  /** Actual minutes. */
  minutes: number;
  /** Exact decimal, `"9.00"`. */
  units: string;
  /** `units` without those of notes with an open dispute, and of notes that have deducted none. */
  billedUnits: string;
  entries: number;
}

export const NO_WORK: Work = { minutes: 0, units: '0.00', billedUnits: '0.00', entries: 0 };

interface Periods {
  /** The first day of each period, in ascending order. */
  starts: readonly string[];
  /** The last day of the last period. */
  end: string;
  /** All employees when omitted. */
  employeeId?: number | undefined;
}

/** Sums of entries, in the transaction of the query. */
function selectSums(tx: BusinessTransaction) {
  // One list for the statement, which PostgreSQL hashes, instead of a lookup for each entry.
  const unbilled = tx
    .select({ id: notes.id })
    .from(notes)
    .where(
      and(
        tx.inTenant(notes),
        or(
          whereDisputeOpen(),
          // Sent back when they arrived; the status has an index.
          and(eq(notes.status, 'in-progress'), sql`not (${whereUnitsDeducted()})`),
        ),
      ),
    );
  const isBilled = sql`(${inArray(timeEntries.noteId, unbilled)}) is not true`;
  return {
    entries: sql<number>`count(*)::int`,
    minutes: sql<number>`coalesce(sum(${timeEntries.minutes}), 0)::int`,
    units: sql<string>`coalesce(sum(${timeEntries.timeUnits}), 0)::numeric(20, 2)::text`,
    billedUnits: sql<string>`coalesce(sum(${timeEntries.timeUnits}) filter (where ${isBilled}), 0)::numeric(20, 2)::text`,
  };
}

/** Entries of denied notes are reversed: they are in no sum, but a manager decides whether they are paid. */
export type WorkKind = 'counted' | 'denied';

interface Range {
  days: Week;
  /** All employees when omitted. */
  employeeId?: number | undefined;
}

/** The entries of a kind with a work date in the range. */
export function whereWork(tx: BusinessTransaction, { days, employeeId }: Range, kind: WorkKind) {
  const denied = tx
    .select({ id: notes.id })
    .from(notes)
    .where(
      // Also one that was deleted since: its work was done.
      and(tx.inTenant(notes), eq(notes.id, timeEntries.noteId), eq(notes.status, 'denied')),
    );
  return and(
    tx.inTenant(timeEntries),
    kind === 'counted'
      ? isNull(timeEntries.reversedAt)
      : and(isNotNull(timeEntries.reversedAt), exists(denied)),
    whereOnDays(days),
    employeeId === undefined ? undefined : eq(timeEntries.employeeId, employeeId),
  );
}

/** Entries belong to the day of the zone under which they were signed, whatever the zone of the business is now. */
const whereOnDays = ({ start, end }: Week) => between(timeEntries.workDate, start, end);

/** The index of the period of an entry. */
const toPeriod = (starts: Periods['starts']) =>
  sql<number>`width_bucket(${timeEntries.workDate}, ${`{${starts.join()}}`}::date[]) - 1`.as('period');

const toRange = ({ starts, end, employeeId }: Periods): Range => ({
  days: { start: starts[0] ?? end, end },
  employeeId,
});

/** Sums the work of each employee by period, by the work date. Periods without work have no row. */
export function sumByPeriod(tx: BusinessTransaction, periods: Periods, kind: WorkKind = 'counted') {
  return tx
    .select({ employeeId: timeEntries.employeeId, period: toPeriod(periods.starts), ...selectSums(tx) })
    .from(timeEntries)
    .where(whereWork(tx, toRange(periods), kind))
    .groupBy(timeEntries.employeeId, sql`2`)
    .orderBy(asc(timeEntries.employeeId), sql`2`);
}

/**
 * Sums the minutes of each employee by day, those of a shift over midnight on the day they were worked. Entries may
 * overlap: each minute of an employee counts once, also where the days of two time zones share it. Days without work
 * have no row.
 */
export async function sumMinutesByDay(tx: BusinessTransaction, { days, employeeId }: Range) {
  const [start, end] = [sql`${days.start}::date`, sql`${days.end}::date`];
  const where = and(
    tx.inTenant(timeEntries),
    isNull(timeEntries.reversedAt),
    employeeId === undefined ? undefined : eq(timeEntries.employeeId, employeeId),
  );
  const { rows } = await tx.execute<{ employeeId: number; day: string; minutes: number }>(sql`
    with worked as (
      select employee_id, work_date as day, start_time as began, coalesce(midnight, end_time) as ended
      from ${timeEntries} where ${where} and work_date between ${start} and ${end}
      union all
      select employee_id, work_date + 1, midnight, end_time
      from ${timeEntries} where ${where} and midnight is not null and work_date between ${start} - 1 and ${end} - 1
    ), by_day as (
      select employee_id, day, range_agg(tstzrange(began, ended)) as spans from worked group by employee_id, day
    ), once as (
      select employee_id, day, spans - coalesce(lag(spans) over (partition by employee_id order by day), '{}') as spans
      from by_day
    )
    select employee_id as "employeeId", day::text, (
      select coalesce(sum(extract(epoch from upper(span) - lower(span)) / 60), 0)::int from unnest(spans) as span
    ) as minutes
    from once`);
  return rows;
}

/**
 * Counts the entries of each employee by period whose note is not approved, and sums the units of those that the client
 * disputes. Periods without either have no row.
 */
export const sumOpenByPeriod = (tx: BusinessTransaction, periods: Periods) =>
  tx
    .select({
      employeeId: timeEntries.employeeId,
      period: toPeriod(periods.starts),
      unapproved: sql<number>`(count(*) filter (where ${notes.status} <> 'resolved'))::int`,
      disputedUnits: sql<string>`coalesce(sum(${timeEntries.timeUnits}) filter (where ${and(whereDisputeOpen(), whereUnitsDeducted())}), 0)::numeric(20, 2)::text`,
    })
    .from(timeEntries)
    .innerJoin(notes, and(tx.inTenant(notes), eq(notes.id, timeEntries.noteId)))
    .where(
      and(whereWork(tx, toRange(periods), 'counted'), or(ne(notes.status, 'resolved'), whereDisputeOpen())),
    )
    .groupBy(timeEntries.employeeId, sql`2`);

/** Returns whether an employee has any entry that is not reversed. */
export async function hasTimeEntries(tx: BusinessTransaction, employeeId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: timeEntries.id })
    .from(timeEntries)
    .where(
      and(tx.inTenant(timeEntries), eq(timeEntries.employeeId, employeeId), isNull(timeEntries.reversedAt)),
    )
    .limit(1);
  return rows.length > 0;
}

/** The entries of denied notes, oldest work first. */
export const listDeniedWork = (tx: BusinessTransaction, range: Range) =>
  tx
    .select({
      noteId: notes.id,
      disputed: sql<boolean>`${whereDisputeOpen()}`,
      employeeId: timeEntries.employeeId,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      clientId: clients.id,
      clientName: clients.companyName,
      workDate: notes.workDate,
      minutes: timeEntries.minutes,
      isDeleted: sql<boolean>`${notes.deletedAt} is not null`,
    })
    .from(timeEntries)
    .innerJoin(notes, and(tx.inTenant(notes), eq(notes.id, timeEntries.noteId)))
    .innerJoin(clients, and(tx.inTenant(clients), eq(clients.id, timeEntries.clientId)))
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, timeEntries.employeeId)))
    .where(whereWork(tx, range, 'denied'))
    .orderBy(asc(timeEntries.startTime), asc(timeEntries.id));

/** Counts the entries of a period whose note is not approved. */
export async function countUnapproved(tx: BusinessTransaction, days: Week): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(timeEntries)
    .innerJoin(notes, and(tx.inTenant(notes), eq(notes.id, timeEntries.noteId)))
    .where(
      and(
        tx.inTenant(timeEntries),
        isNull(timeEntries.reversedAt),
        whereOnDays(days),
        ne(notes.status, 'resolved'),
      ),
    );
  return row?.count ?? 0;
}

/** Adds both, with exact decimals. */
export function addWork(one: Work, other: Work): Work {
  return {
    minutes: one.minutes + other.minutes,
    units: add(one.units, other.units),
    billedUnits: add(one.billedUnits, other.billedUnits),
    entries: one.entries + other.entries,
  };
}
