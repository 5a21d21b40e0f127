import { and, asc, eq, gt, gte, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Page } from '#platform/contract/endpoint.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { behindCursor, newestFirst, pageOf } from '#platform/server/cursor.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { clients } from '#features/clients/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import type { timeEntry } from '#features/time/contract.ts';
import { canSeeHours } from './policy.ts';
import { timeEntries } from './tables.ts';

/** A page of entries, of all times or of the work that began within a span. */
interface Query {
  limit: number;
  cursor?: string | undefined;
  from?: Date;
  until?: Date;
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
};

/** All entries of the business that count, latest work first. */
export const listAllTime = (context: MemberContext, query: Query): Promise<TimePage> =>
  readInBusiness(context, (tx) => entries(tx, context, { query }));

export const listOwnTime = (context: MemberContext, query: Query): Promise<TimePage> =>
  readInBusiness(context, (tx) => entries(tx, context, { query, employeeId: context.session.userId }));

/** @throws 403 for a colleague's hours when not a manager, 404 for who is not of the business */
export function listEmployeeTime(
  context: MemberContext,
  employeeId: number,
  query: Query,
): Promise<TimePage> {
  return readInBusiness(context, async (tx) => {
    const [, page] = await Promise.all([
      getEmployeeWithHours(tx, context, employeeId),
      entries(tx, context, { query, employeeId }),
    ]);
    return page;
  });
}

/**
 * The person whose hours are asked for.
 * @throws 403 for a colleague when not a manager, 404 for who is not of the business
 */
export async function getEmployeeWithHours(
  tx: BusinessTransaction,
  { businessId, session }: MemberContext,
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
    .where(and(eq(users.businessId, businessId), eq(users.id, employeeId)));
  if (!person) throw notFound('This person does not exist.');
  if (!canSeeHours(session, employeeId)) throw forbidden('You can only see your own hours.');
  return person;
}

async function entries(
  tx: BusinessTransaction,
  { businessId }: MemberContext,
  { query, employeeId }: { query: Query; employeeId?: number },
): Promise<TimePage> {
  const { limit, cursor, from, until } = query;
  const counting: SQL | undefined = and(
    eq(timeEntries.businessId, businessId),
    isNull(timeEntries.reversedAt),
    employeeId === undefined ? undefined : eq(timeEntries.employeeId, employeeId),
    from && gte(timeEntries.startTime, from),
    until && lt(timeEntries.startTime, until),
  );
  // Before the first statement is sent: a wrong cursor throws.
  const behind = behindCursor(latestWork, cursor);
  const [total, rows] = await Promise.all([
    countUpTo(tx, timeEntries, counting),
    tx
      .select(columns)
      .from(timeEntries)
      .innerJoin(clients, and(eq(clients.businessId, businessId), eq(clients.id, timeEntries.clientId)))
      .innerJoin(users, and(eq(users.businessId, businessId), eq(users.id, timeEntries.employeeId)))
      .where(and(counting, behind))
      .orderBy(...newestFirst(latestWork))
      .limit(limit + 1),
  ]);
  const named = rows.map((row) => ({ ...row, employeeName: fullNameOf(row) }));
  return pageOf({ rows: named, limit, total }, (row) => ({ at: row.startTime, id: row.id }));
}

const own = alias(timeEntries, 'own');

/**
 * Other work that the person of a note has done, by notes that count, within the time of that note. None where the
 * note itself does not count, because it was denied.
 */
export const listOverlaps = (tx: BusinessTransaction, { businessId }: MemberContext, noteId: number) =>
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
        eq(timeEntries.businessId, businessId),
        eq(timeEntries.employeeId, own.employeeId),
        isNull(timeEntries.reversedAt),
        isNotNull(timeEntries.noteId),
        ne(timeEntries.noteId, own.noteId),
        lt(timeEntries.startTime, own.endTime),
        gt(timeEntries.endTime, own.startTime),
        // No note is about more than 16 hours: with this the index by start is read for two days, not for all years.
        gt(timeEntries.startTime, sql`${own.startTime} - interval '1 day'`),
      ),
    )
    .innerJoin(clients, and(eq(clients.businessId, businessId), eq(clients.id, timeEntries.clientId)))
    .where(and(eq(own.businessId, businessId), eq(own.noteId, noteId), isNull(own.reversedAt)))
    .orderBy(asc(timeEntries.startTime), asc(timeEntries.id))
    .limit(MOST_OVERLAPS);

/** The first overlaps are enough to find the mistake. */
const MOST_OVERLAPS = 10;
