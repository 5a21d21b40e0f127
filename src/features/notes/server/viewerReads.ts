import { isManager, type MemberContext, type Session } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { hasOneManager } from '#features/people/server/reads.ts';

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
