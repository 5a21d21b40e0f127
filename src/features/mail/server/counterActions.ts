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

/** Adjusts the counts of several users just before commit; each user may appear once. */
export function adjustMailCounts(
  tx: BusinessTransaction,
  { businessId }: { businessId: number },
  moves: readonly MailCountChange[],
): void {
  // In one order, so that concurrent transactions cannot deadlock.
  const rows = moves.toSorted((a, b) => a.userId - b.userId);
  const counted = tx
    .insert(messageCounts)
    .values(rows.map((row) => ({ businessId, ...row })))
    .onConflictDoUpdate({
      target: [messageCounts.businessId, messageCounts.userId],
      set: { inbox: addTo('inbox'), unread: addTo('unread'), sent: addTo('sent') },
    });
  tx.beforeCommit('mail counts', () => counted.execute());
}

/** The number of messages in the caller's lists. */
export async function readMailCounts(tx: BusinessTransaction, { session }: MemberContext) {
  const [row] = await tx
    .select({ inbox: messageCounts.inbox, unread: messageCounts.unread, sent: messageCounts.sent })
    .from(messageCounts)
    .where(and(tx.inTenant(messageCounts), eq(messageCounts.userId, session.userId)));
  return row ?? { inbox: 0, unread: 0, sent: 0 };
}
