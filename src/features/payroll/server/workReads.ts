/** Time entries by employee and period: those that count, and apart from them those of denied notes. */
import { and, asc, between, eq, exists, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { addDecimals } from '#features/clients/decimalRules.ts';
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

interface Span {
  /** The start of each period in ascending order, then the end of the last one. */
  bounds: readonly Date[];
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
  from: Date;
  until: Date;
  /** All employees when omitted. */
  employeeId?: number | undefined;
}

/** The entries of a kind whose work began in the range. */
export function whereWork(tx: BusinessTransaction, { from, until, employeeId }: Range, kind: WorkKind) {
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
    gte(timeEntries.startTime, from),
    lt(timeEntries.startTime, until),
    employeeId === undefined ? undefined : eq(timeEntries.employeeId, employeeId),
  );
}

/** The index of the period that an entry begins in. */
function toPeriod(bounds: Span['bounds']) {
  return sql<number>`width_bucket(${timeEntries.startTime}, ${toMoments(bounds)}::timestamptz[]) - 1`.as(
    'period',
  );
}

const toMoments = (bounds: Span['bounds']) => `{${bounds.map((bound) => bound.toISOString()).join(',')}}`;

function toRange(bounds: Span['bounds']): Pick<Range, 'from' | 'until'> {
  const [from = new Date(0)] = bounds;
  return { from, until: bounds.at(-1) ?? from };
}

/** Sums the work of each employee by period, by the start of the work. Periods without work have no row. */
export function sumByPeriod(
  tx: BusinessTransaction,
  { bounds, employeeId }: Span,
  kind: WorkKind = 'counted',
) {
  return tx
    .select({ employeeId: timeEntries.employeeId, period: toPeriod(bounds), ...selectSums(tx) })
    .from(timeEntries)
    .where(whereWork(tx, { ...toRange(bounds), employeeId }, kind))
    .groupBy(timeEntries.employeeId, sql`2`)
    .orderBy(asc(timeEntries.employeeId), sql`2`);
}

/**
 * Sums the minutes of each employee by day, those of a shift over midnight on the day they were worked. Entries may
 * overlap: each minute of an employee counts once. Days without work have no row.
 * @param bounds the start of each day in ascending order, then the end of the last one
 */
export function sumMinutesByDay(tx: BusinessTransaction, { bounds, employeeId }: Span) {
  const moments = sql`${toMoments(bounds)}::timestamptz[]`;
  const { from, until } = toRange(bounds);
  const day = sql<number>`day`;
  const began = sql`greatest(${timeEntries.startTime}, (${moments})[${day}])`;
  const ended = sql`least(${timeEntries.endTime}, (${moments})[${day} + 1])`;
  return tx
    .select({
      employeeId: timeEntries.employeeId,
      day: sql<number>`${day} - 1`.as('index'),
      minutes: sql<number>`(select sum(extract(epoch from upper(span) - lower(span)) / 60)::int from unnest(range_agg(tstzrange(${began}, ${ended}))) as span)`,
    })
    .from(timeEntries)
    .innerJoin(
      sql`generate_series(width_bucket(${timeEntries.startTime}, ${moments}), width_bucket(${timeEntries.endTime} - interval '1 second', ${moments})) as day`,
      between(day, 1, bounds.length - 1),
    )
    .where(
      and(
        tx.inTenant(timeEntries),
        isNull(timeEntries.reversedAt),
        // A note covers at most 16 hours, so the index by start is scanned for one day more only.
        gte(timeEntries.startTime, sql`${from}::timestamptz - interval '1 day'`),
        lt(timeEntries.startTime, until),
        employeeId === undefined ? undefined : eq(timeEntries.employeeId, employeeId),
      ),
    )
    .groupBy(timeEntries.employeeId, sql`2`);
}

/**
 * Counts the entries of each employee by period whose note is not approved, and sums the units of those that the client
 * disputes. Periods without either have no row.
 */
export const sumOpenByPeriod = (tx: BusinessTransaction, { bounds, employeeId }: Span) =>
  tx
    .select({
      employeeId: timeEntries.employeeId,
      period: toPeriod(bounds),
      unapproved: sql<number>`(count(*) filter (where ${notes.status} <> 'resolved'))::int`,
      disputedUnits: sql<string>`coalesce(sum(${timeEntries.timeUnits}) filter (where ${and(whereDisputeOpen(), whereUnitsDeducted())}), 0)::numeric(20, 2)::text`,
    })
    .from(timeEntries)
    .innerJoin(notes, and(tx.inTenant(notes), eq(notes.id, timeEntries.noteId)))
    .where(
      and(
        whereWork(tx, { ...toRange(bounds), employeeId }, 'counted'),
        or(ne(notes.status, 'resolved'), whereDisputeOpen()),
      ),
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
export async function countUnapproved(
  tx: BusinessTransaction,
  { from, until }: { from: Date; until: Date },
): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(timeEntries)
    .innerJoin(notes, and(tx.inTenant(notes), eq(notes.id, timeEntries.noteId)))
    .where(
      and(
        tx.inTenant(timeEntries),
        isNull(timeEntries.reversedAt),
        gte(timeEntries.startTime, from),
        lt(timeEntries.startTime, until),
        ne(notes.status, 'resolved'),
      ),
    );
  return row?.count ?? 0;
}

/** Adds both, with exact decimals. */
export function addWork(one: Work, other: Work): Work {
  return {
    minutes: one.minutes + other.minutes,
    units: addDecimals(one.units, other.units),
    billedUnits: addDecimals(one.billedUnits, other.billedUnits),
    entries: one.entries + other.entries,
  };
}
