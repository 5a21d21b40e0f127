/** Guarded: reads time entries, and those that overlap. */

import { and, asc, between, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Page } from '#platform/contract/endpoint.ts';
import type { Week } from '#platform/contract/weeks.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { whereAfterCursor, newestFirst, pageOf } from '#platform/server/cursor.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { clients } from '#features/clients/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import type { timeEntry } from '#features/time/contract.ts';
import type { DisputeCondition } from '#features/units/server/reads.ts';
import { canSeeHours } from './policy.ts';
import { timeEntries } from './tables.ts';

/** A page of entries, optionally of the days of a week. */
interface Query {
  limit: number;
  cursor?: string | undefined;
  days?: Week;
  hasOpenDispute: DisputeCondition;
}
type TimePage = Page<z.output<typeof timeEntry>>;

const latestWork = { at: timeEntries.startTime, id: timeEntries.id };

const columns = {
  id: timeEntries.id,
  clientId: timeEntries.clientId,
  clientName: clients.companyName,
  employeeId: timeEntries.employeeId,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  noteId: timeEntries.noteId,
  description: timeEntries.description,
  timeUnits: timeEntries.timeUnits,
  minutes: timeEntries.minutes,
  startTime: timeEntries.startTime,
  endTime: timeEntries.endTime,
  workDate: timeEntries.workDate,
  timeZone: timeEntries.timeZone,
  startOccurrence: timeEntries.startOccurrence,
  endOccurrence: timeEntries.endOccurrence,
};

/** The entries of the business that are not reversed, latest work first. */
export const listAllTime = (context: MemberContext, query: Query): Promise<TimePage> =>
  readInBusiness(context, (tx) => selectEntries(tx, { query }));

export const listOwnTime = (context: MemberContext, query: Query): Promise<TimePage> =>
  readInBusiness(context, (tx) => selectEntries(tx, { query, employeeId: context.session.userId }));

/** @throws 403 for a colleague's hours when not a manager, 404 for a user of another business */
export function listEmployeeTime(
  context: MemberContext,
  employeeId: number,
  query: Query,
): Promise<TimePage> {
  return readInBusiness(context, async (tx) => {
    const [, page] = await Promise.all([
      getEmployeeWithHours(tx, context, employeeId),
      selectEntries(tx, { query, employeeId }),
    ]);
    return page;
  });
}

/**
 * Reads a user whose hours the caller may see.
 * @throws 403 for a colleague when not a manager, 404 for a user of another business
 */
export async function getEmployeeWithHours(
  tx: BusinessTransaction,
  { session }: MemberContext,
  employeeId: number,
) {
  const [person] = await tx
    .select({
      id: users.id,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(and(tx.inTenant(users), eq(users.id, employeeId)));
  if (!person) throw notFound('This person does not exist.');
  if (!canSeeHours(session, employeeId)) throw forbidden('You can only see your own hours.');
  return person;
}

async function selectEntries(
  tx: BusinessTransaction,
  { query, employeeId }: { query: Query; employeeId?: number },
): Promise<TimePage> {
  const { limit, cursor, days, hasOpenDispute } = query;
  const where = and(
    tx.inTenant(timeEntries),
    isNull(timeEntries.reversedAt),
    employeeId === undefined ? undefined : eq(timeEntries.employeeId, employeeId),
    days && between(timeEntries.workDate, days.start, days.end),
  );
  // Before the first statement, because an invalid cursor throws.
  const afterCursor = whereAfterCursor(latestWork, cursor);
  const [total, rows] = await Promise.all([
    countUpTo(tx, timeEntries, where),
    tx
      .select({ ...columns, disputed: hasOpenDispute(tx, timeEntries.noteId) })
      .from(timeEntries)
      .innerJoin(clients, and(tx.inTenant(clients), eq(clients.id, timeEntries.clientId)))
      .innerJoin(users, and(tx.inTenant(users), eq(users.id, timeEntries.employeeId)))
      .where(and(where, afterCursor))
      .orderBy(...newestFirst(latestWork))
      .limit(limit + 1),
  ]);
  const named = rows.map((row) => ({ ...row, employeeName: fullNameOf(row) }));
  return pageOf({ rows: named, limit, total }, (row) => ({ at: row.startTime, id: row.id }));
}

const own = alias(timeEntries, 'own');

/** Entries of the same employee that overlap with the note's entry, unless either is reversed. */
export const listOverlaps = (tx: BusinessTransaction, noteId: number) =>
  tx
    .select({
      noteId: sql<number>`${timeEntries.noteId}`.mapWith(timeEntries.noteId),
      clientName: clients.companyName,
      startTime: timeEntries.startTime,
      endTime: timeEntries.endTime,
    })
    .from(own)
    .innerJoin(
      timeEntries,
      and(
        tx.inTenant(timeEntries),
        eq(timeEntries.employeeId, own.employeeId),
        isNull(timeEntries.reversedAt),
        isNotNull(timeEntries.noteId),
        ne(timeEntries.noteId, own.noteId),
        lt(timeEntries.startTime, own.endTime),
        gt(timeEntries.endTime, own.startTime),
        // A note covers at most 16 hours, so the index by start is scanned for two days only.
        gt(timeEntries.startTime, sql`${own.startTime} - interval '1 day'`),
      ),
    )
    .innerJoin(clients, and(tx.inTenant(clients), eq(clients.id, timeEntries.clientId)))
    .where(and(tx.inTenant(own), eq(own.noteId, noteId), isNull(own.reversedAt)))
    .orderBy(asc(timeEntries.startTime), asc(timeEntries.id))
    .limit(MAX_OVERLAPS);

/** Enough to spot the mistake. */
const MAX_OVERLAPS = 10;
