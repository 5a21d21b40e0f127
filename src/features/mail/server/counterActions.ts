/** How many messages a person's lists hold, kept in the transaction that changes them. */
import { and, eq, sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { messageCounts } from './tables.ts';

/** By how much a person's lists grow or shrink. */
export interface MailCountChange {
  userId: number;
  inbox?: number;
  unread?: number;
  sent?: number;
}

const grown = (column: 'inbox' | 'unread' | 'sent') =>
  sql`${messageCounts[column]} + excluded.${sql.identifier(column)}`;

/** Adjusts the counts of several users just before commit; each user may appear once. */
export function adjustMailCounts(
  tx: BusinessTransaction,
  { businessId }: { businessId: number },
  moves: readonly MailCountChange[],
): void {
  // Always in the same order, so that two at once never wait for each other.
  const rows = moves.toSorted((a, b) => a.userId - b.userId);
  const counted = tx
    .insert(messageCounts)
    .values(rows.map((row) => ({ businessId, ...row })))
    .onConflictDoUpdate({
      target: [messageCounts.businessId, messageCounts.userId],
      set: { inbox: grown('inbox'), unread: grown('unread'), sent: grown('sent') },
    });
  tx.beforeCommit('mail counts', () => counted.execute());
}

/** How many messages the caller's lists hold. */
export async function readMailCounts(tx: BusinessTransaction, { businessId, session }: MemberContext) {
  const [row] = await tx
    .select({ inbox: messageCounts.inbox, unread: messageCounts.unread, sent: messageCounts.sent })
    .from(messageCounts)
    .where(and(eq(messageCounts.businessId, businessId), eq(messageCounts.userId, session.userId)));
  return row ?? { inbox: 0, unread: 0, sent: 0 };
}
