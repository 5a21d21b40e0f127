import { and, desc, eq, isNull, max, ne } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { clients } from '#features/clients/server/tables.ts';
import { notes } from './tables.ts';

/** Read for each client: a visit is seldom written up after this many others, and the history grows. */
const NOTES_PER_CLIENT = 20;

/** The latest visit of each client that has one; denied and deleted notes are left out. */
export const listLastVisits = (context: MemberContext): Promise<{ clientId: number; day: string }[]> =>
  readInBusiness(context, async (tx) => {
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
    const rows = await tx
      .select({ clientId: clients.id, day: last.day })
      .from(clients)
      .crossJoinLateral(last)
      .where(and(tx.inTenant(clients), isNull(clients.archivedAt)));
    return rows.flatMap(({ clientId, day }) => (day === null ? [] : [{ clientId, day }]));
  });
