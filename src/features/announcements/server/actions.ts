/** Creates, changes and deletes announcements. */

import type { z } from 'zod';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import type { announcementInput } from '#features/announcements/contract.ts';
import { whereActive, getAnnouncement, toAnnouncement, selectWithCreators } from './reads.ts';
import { announcements } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'announcement.created': ReturnType<typeof detailsOf>;
    'announcement.changed': ReturnType<typeof detailsOf>;
    'announcement.deleted': null;
  }
}

type Input = z.output<typeof announcementInput>;

/** Creates an announcement for everyone in the business. */
export function createAnnouncement(context: MemberContext, input: Input) {
  const { businessId, session, now } = context;
  return writeInBusiness(context, async (tx) => {
    const values = { ...input, businessId, createdBy: session.userId, createdAt: now, updatedAt: now };
    // Named like the table, so that the same statement can select the new row.
    const inserted = tx.$with('announcements').as(tx.insert(announcements).values(values).returning());
    const [created] = await selectWithCreators(tx, tx.with(inserted));
    if (!created) throw new Error('An announcement was not stored');
    recordAudit(tx, context, {
      type: 'announcement.created',
      id: created.id,
      label: created.title,
      details: detailsOf(input),
    });
    publishChange(tx, ['announcements']);
    return toAnnouncement(context, created);
  });
}

/** Changes an announcement. @throws 404, also for a deleted one */
export function changeAnnouncement(context: MemberContext, announcementId: number, input: Input) {
  return writeInBusiness(context, async (tx) => {
    await tx
      .update(announcements)
      .set({ ...input, updatedAt: context.now })
      .where(whereActive(tx, announcementId));
    recordAudit(tx, context, {
      type: 'announcement.changed',
      id: announcementId,
      label: input.title,
      details: detailsOf(input),
    });
    publishChange(tx, ['announcements']);
    return getAnnouncement(tx, context, announcementId);
  });
}

/** Removes an announcement from all lists. @throws 404, also for a deleted one */
export function deleteAnnouncement(context: MemberContext, announcementId: number): Promise<undefined> {
  return writeInBusiness(context, async (tx) => {
    const [deleted] = await tx
      .update(announcements)
      .set({ isActive: false, updatedAt: context.now })
      .where(whereActive(tx, announcementId))
      .returning({ title: announcements.title });
    if (!deleted) throw notFound('This announcement does not exist.');
    recordAudit(tx, context, { type: 'announcement.deleted', id: announcementId, label: deleted.title });
    publishChange(tx, ['announcements']);
    return undefined;
  });
}

/** The details for the audit log, without any text of the announcement. */
const detailsOf = ({ type, priority, scheduledDate }: Input) => ({
  type,
  priority,
  scheduledDate: scheduledDate?.toISOString() ?? null,
});
