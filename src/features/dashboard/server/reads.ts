/** Reads the totals of the dashboard. */

import { and, count, eq, gte, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { startOfWeek } from '#platform/contract/weeks.ts';
import { dayInZone, startOfDay } from '#platform/contract/zone.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { listWeekStarts } from '#features/businesses/server/reads.ts';
import type { dashboard } from '#features/dashboard/contract.ts';
import { noteCounts, notes } from '#features/notes/server/tables.ts';

/** The totals of the dashboard: the business's for managers, the caller's own for others. */
export function readDashboard(context: MemberContext): Promise<z.output<typeof dashboard>> {
  const { session, now } = context;
  const { timeZone } = session;
  const authorId = isManager(session) ? undefined : session.userId;
  const today = dayInZone(now, timeZone);
  return readInBusiness(context, async (tx) => {
    const [counts, newThisWeek, resolvedThisMonth] = await Promise.all([
      readCounts(tx, authorId),
      listWeekStarts(tx).then((weekStarts) =>
        countSubmitted(tx, authorId, startOfDay(startOfWeek(today, weekStarts), timeZone)),
      ),
      countApproved(tx, authorId, startOfDay(`${today.slice(0, 7)}-01`, timeZone)),
    ]);
    return { ...counts, newThisWeek, resolvedThisMonth };
  });
}

/** @param authorId undefined for all authors */
async function readCounts(tx: BusinessTransaction, authorId: number | undefined) {
  const sumOf = (status: string) =>
    sql<number>`coalesce(sum(${noteCounts.count}) filter (where ${noteCounts.status} = ${status}), 0)::int`;
  const [row] = await tx
    .select({
      total: sql<number>`coalesce(sum(${noteCounts.count}), 0)::int`,
      pending: sumOf('pending'),
      resolved: sumOf('resolved'),
      inProgress: sumOf('in-progress'),
    })
    .from(noteCounts)
    .where(
      and(tx.inTenant(noteCounts), authorId === undefined ? undefined : eq(noteCounts.authorId, authorId)),
    );
  return row ?? { total: 0, pending: 0, resolved: 0, inProgress: 0 };
}

const whereCounted = (tx: BusinessTransaction, authorId: number | undefined) =>
  and(
    tx.inTenant(notes),
    isNull(notes.deletedAt),
    authorId === undefined ? undefined : eq(notes.authorId, authorId),
  );

async function countSubmitted(
  tx: BusinessTransaction,
  authorId: number | undefined,
  since: Date,
): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(notes)
    .where(and(whereCounted(tx, authorId), gte(notes.createdAt, since)));
  return row?.count ?? 0;
}

async function countApproved(
  tx: BusinessTransaction,
  authorId: number | undefined,
  since: Date,
): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(notes)
    // A literal instead of a parameter, so that a generic plan can use the partial index of approved notes.
    .where(and(whereCounted(tx, authorId), sql`${notes.status} = 'resolved'`, gte(notes.reviewedAt, since)));
  return row?.count ?? 0;
}
