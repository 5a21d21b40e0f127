import type { z } from 'zod';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { announcementInput } from '#features/announcements/contract.ts';
import { whereActive, getAnnouncement, toAnnouncement, selectWithCreators } from './reads.ts';
import { announcements } from './tables.ts';

type Input = z.output<typeof announcementInput>;
type Deed = 'created' | 'changed' | 'deleted';

/** Announces something to everybody of the business. */
export function createAnnouncement(context: MemberContext, input: Input) {
  const { businessId, session, now } = context;
  return writeInBusiness(context, async (tx) => {
    const values = { ...input, businessId, createdBy: session.userId, createdAt: now, updatedAt: now };
    // Under the name of the table: what the same statement reads back is what it has written.
    const written = tx.$with('announcements').as(tx.insert(announcements).values(values).returning());
    const [created] = await selectWithCreators(tx.with(written), businessId);
    if (!created) throw new Error('An announcement was not stored');
    await announce(tx, context, { action: 'created', id: created.id, details: factsOf(input) });
    return toAnnouncement(context, created);
  });
}

/** Changes an announcement. @throws 404, also for a deleted one */
export function changeAnnouncement(context: MemberContext, announcementId: number, input: Input) {
  return writeInBusiness(context, async (tx) => {
    await tx
      .update(announcements)
      .set({ ...input, updatedAt: context.now })
      .where(whereActive(context, announcementId));
    const [announcement] = await Promise.all([
      getAnnouncement(tx, context, announcementId),
      announce(tx, context, { action: 'changed', id: announcementId, details: factsOf(input) }),
    ]);
    return announcement;
  });
}

/** Takes an announcement out of every list. @throws 404, also for a deleted one */
export function deleteAnnouncement(context: MemberContext, announcementId: number): Promise<undefined> {
  return writeInBusiness(context, async (tx) => {
    const deleted = await tx
      .update(announcements)
      .set({ isActive: false, updatedAt: context.now })
      .where(whereActive(context, announcementId))
      .returning({ id: announcements.id });
    if (deleted.length === 0) throw notFound('This announcement does not exist.');
    await announce(tx, context, { action: 'deleted', id: announcementId });
    return undefined;
  });
}

/** What the audit log keeps of an announcement: no text that somebody wrote. */
const factsOf = ({ type, priority, scheduledDate }: Input) => ({
  type,
  priority,
  scheduledDate: scheduledDate?.toISOString() ?? null,
});

async function announce(
  tx: BusinessTransaction,
  context: MemberContext,
  { action, id, details = {} }: { action: Deed; id: number; details?: Record<string, unknown> },
): Promise<void> {
  recordAudit(tx, context, { action, object: 'announcement', objectId: id, details });
  publishChange(tx, ['announcements']);
}
