/** Reads announcements, active ones or all. */

import { and, eq, gt, gte, isNull, lt, lte, or } from 'drizzle-orm';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { whereAfterCursor, newestFirst, pageOf } from '#platform/server/cursor.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { announcementsContract } from '#features/announcements/contract.ts';
import { UPCOMING_DAYS } from '#features/announcements/rules.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { announcementRights } from './policy.ts';
import { announcements } from './tables.ts';

type Query = RequestOf<(typeof announcementsContract)['GET /api/announcements']>['query'];

const DAY_MS = 24 * 60 * 60 * 1000;
const newest = { at: announcements.createdAt, id: announcements.id };

const columns = {
  id: announcements.id,
  title: announcements.title,
  content: announcements.content,
  type: announcements.type,
  priority: announcements.priority,
  scheduledDate: announcements.scheduledDate,
  location: announcements.location,
  isActive: announcements.isActive,
  createdBy: announcements.createdBy,
  createdAt: announcements.createdAt,
  updatedAt: announcements.updatedAt,
  creator: { username: users.username, firstName: users.firstName, lastName: users.lastName },
};

/** Announcements with their creators. @param from the transaction with the rows of an insert, to select them */
export const selectWithCreators = (tx: BusinessTransaction, from: Pick<BusinessTransaction, 'select'> = tx) =>
  from
    .select(columns)
    .from(announcements)
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, announcements.createdBy)));

type Row = Awaited<ReturnType<typeof selectWithCreators>>[number];

/** An announcement as the API returns it. */
export const toAnnouncement = ({ session }: MemberContext, { creator, ...row }: Row) => ({
  ...row,
  createdByName: fullNameOf(creator),
  can: announcementRights(session),
});

/** The active announcements, or the one with the id. */
export const whereActive = (tx: BusinessTransaction, announcementId?: number) =>
  and(
    tx.inTenant(announcements),
    announcements.isActive,
    announcementId === undefined ? undefined : eq(announcements.id, announcementId),
  );

/** Condition: scheduled within the next seven days, or not. */
function scheduled(now: Date, when: Query['when']) {
  if (when === 'any') return undefined;
  const until = new Date(now.getTime() + UPCOMING_DAYS * DAY_MS);
  const { scheduledDate } = announcements;
  return when === 'upcoming'
    ? and(gte(scheduledDate, now), lte(scheduledDate, until))
    : or(isNull(scheduledDate), lt(scheduledDate, now), gt(scheduledDate, until));
}

/** Active announcements, newest first. */
export function listAnnouncements(context: MemberContext, { when, limit, cursor }: Query) {
  return readInBusiness(context, async (tx) => {
    const matching = and(whereActive(tx), scheduled(context.now, when));
    // A wrong cursor throws before a statement is sent.
    const afterCursor = whereAfterCursor(newest, cursor);
    const [total, rows] = await Promise.all([
      countUpTo(tx, announcements, matching),
      selectWithCreators(tx)
        .where(and(matching, afterCursor))
        .orderBy(...newestFirst(newest))
        .limit(limit + 1),
    ]);
    const page = pageOf({ rows, limit, total }, (row) => ({ at: row.createdAt, id: row.id }));
    return { ...page, rows: page.rows.map((row) => toAnnouncement(context, row)) };
  });
}

/** One active announcement. @throws 404 */
export async function getAnnouncement(
  tx: BusinessTransaction,
  context: MemberContext,
  announcementId: number,
) {
  const [row] = await selectWithCreators(tx).where(whereActive(tx, announcementId));
  if (!row) throw notFound('This announcement does not exist.');
  return toAnnouncement(context, row);
}
