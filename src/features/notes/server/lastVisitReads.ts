import { and, desc, eq, isNotNull, isNull, max, ne, sql } from 'drizzle-orm';
import type { WholePage } from '#platform/contract/endpoint.ts';
import type { MemberContext } from '#platform/server/context.ts';
import {
  encodeCursor,
  newestFirst,
  whereAfterCursor,
  wholePageOf,
  type PageQuery,
} from '#platform/server/cursor.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { clients } from '#features/clients/server/tables.ts';
import { notes } from './tables.ts';

/** Read for each client: a visit is seldom written up after this many others, and the history grows. */
const NOTES_PER_CLIENT = 20;

const order = { id: clients.id };

/** A page of the latest visits of clients that have one; denied and deleted notes are left out. */
export function listLastVisits(
  context: MemberContext,
  { limit, cursor }: PageQuery,
): Promise<WholePage<{ clientId: number; day: string }>> {
  const afterCursor = whereAfterCursor(order, cursor);
  return readInBusiness(context, async (tx) => {
    const newest = tx
      .select({ workDate: notes.workDate })
      .from(notes)
      .where(
        and(
          tx.inTenant(notes),
          eq(notes.clientId, clients.id),
          isNull(notes.deletedAt),
          ne(notes.status, 'denied'),
        ),
      )
      .orderBy(desc(notes.createdAt), desc(notes.id))
      .limit(NOTES_PER_CLIENT)
      .as('newest');
    const last = tx
      .select({ day: max(newest.workDate).as('day') })
      .from(newest)
      .as('last');
    const matching = and(tx.inTenant(clients), isNull(clients.archivedAt), isNotNull(last.day));
    const rows = await tx
      .select({ clientId: clients.id, day: sql<string>`${last.day}` })
      .from(clients)
      .crossJoinLateral(last)
      .where(and(matching, afterCursor))
      .orderBy(...newestFirst(order))
      .limit(limit + 1);
    return wholePageOf({ rows, limit }, ({ clientId }) => encodeCursor({ id: clientId }));
  });
}
