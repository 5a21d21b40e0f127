/** Counts the messages in each user's lists, in the transaction that changes them. */

import { and, eq, sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { messageCounts } from './tables.ts';

/** A change of a user's counts. */
export interface MailCountChange {
  userId: number;
  inbox?: number;
  unread?: number;
  sent?: number;
}

const addTo = (column: 'inbox' | 'unread' | 'sent') =>
  sql`${messageCounts[column]} + excluded.${sql.identifier(column)}`;

/** The changes of each open transaction. */
const changesOf = new WeakMap<BusinessTransaction, Map<number, MailCountChange>>();

/** Adjusts the counts of users just before commit: all changes of a transaction in one statement. */
export function adjustMailCounts(
  tx: BusinessTransaction,
  { businessId }: { businessId: number },
  changes: readonly MailCountChange[],
): void {
  const earlier = changesOf.get(tx);
  const byUser = earlier ?? new Map<number, MailCountChange>();
  for (const change of changes) byUser.set(change.userId, add(byUser.get(change.userId), change));
  if (earlier) return;
  changesOf.set(tx, byUser);
  tx.beforeCommit('mail counts', () => {
    // In one order, so that concurrent transactions cannot deadlock.
    const rows = [...byUser.values()].toSorted((a, b) => a.userId - b.userId);
    return tx
      .insert(messageCounts)
      .values(rows.map((row) => ({ businessId, ...row })))
      .onConflictDoUpdate({
        target: [messageCounts.businessId, messageCounts.userId],
        set: { inbox: addTo('inbox'), unread: addTo('unread'), sent: addTo('sent') },
      })
      .execute();
  });
}

const add = (before: MailCountChange | undefined, change: MailCountChange): MailCountChange => ({
  userId: change.userId,
  inbox: (before?.inbox ?? 0) + (change.inbox ?? 0),
  unread: (before?.unread ?? 0) + (change.unread ?? 0),
  sent: (before?.sent ?? 0) + (change.sent ?? 0),
});

/** The number of messages in the caller's lists. */
export async function readMailCounts(tx: BusinessTransaction, { session }: MemberContext) {
  const [row] = await tx
    .select({ inbox: messageCounts.inbox, unread: messageCounts.unread, sent: messageCounts.sent })
    .from(messageCounts)
    .where(and(tx.inTenant(messageCounts), eq(messageCounts.userId, session.userId)));
  return row ?? { inbox: 0, unread: 0, sent: 0 };
}
