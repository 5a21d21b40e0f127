import { and, eq } from 'drizzle-orm';
import { isManager, type MemberContext, type Session } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { hasOneManager } from '#features/people/server/reads.ts';
import { users } from '#features/people/server/tables.ts';

/** The caller, and whether no other manager can approve their notes. */
export interface Viewer {
  session: Session;
  isOnlyManager: boolean;
}

/** Reads only for a manager's own notes whether another manager can approve them. */
export async function readViewer(
  tx: BusinessTransaction,
  { session }: MemberContext,
  rows: readonly { authorId: number }[],
): Promise<Viewer> {
  const hasOwn = rows.some(({ authorId }) => authorId === session.userId);
  return { session, isOnlyManager: hasOwn && isManager(session) && (await hasOneManager(tx)) };
}

export interface Reviewer {
  username: string;
  firstName: string | null;
  lastName: string | null;
}

/** The name parts of the reviewer; null when the note was not reviewed. */
export async function findReviewer(tx: BusinessTransaction, userId: number | null): Promise<Reviewer | null> {
  if (userId === null) return null;
  const [row] = await tx
    .select({ username: users.username, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(tx.inTenant(users), eq(users.id, userId)));
  return row ?? null;
}
