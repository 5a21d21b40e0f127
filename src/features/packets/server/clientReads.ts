import { and, asc, desc, gt, or, sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import {
  createCursorError,
  decodeNumbers,
  encodeNumbers,
  LAST_MOMENT,
  wholePageOf,
  type PageQuery,
} from '#platform/server/cursor.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { clients } from '#features/clients/server/tables.ts';

/** 0 for a client that is not archived. */
const archived = sql<number>`(${clients.archivedAt} is not null)::int`;

/** A page of all clients, newest first and then the archived ones: an auditor can ask for visits of years ago. */
export function listPacketClients(context: MemberContext, { limit, cursor }: PageQuery) {
  const afterCursor = cursor === undefined ? undefined : whereAfter(cursor);
  return readInBusiness(context, async (tx) => {
    const rows = await tx
      .select({
        id: clients.id,
        contactName: clients.contactName,
        companyName: clients.companyName,
        archivedAt: clients.archivedAt,
        createdAt: clients.createdAt,
      })
      .from(clients)
      .where(and(tx.inTenant(clients), afterCursor))
      .orderBy(asc(archived), desc(clients.createdAt), desc(clients.id))
      .limit(limit + 1);
    return wholePageOf({ rows, limit }, ({ archivedAt, createdAt, id }) =>
      encodeNumbers([archivedAt === null ? 0 : 1, createdAt.getTime(), id]),
    );
  });
}

/** The clients after a position. @throws 400 at `cursor` */
function whereAfter(cursor: string) {
  const [isArchived = 0, at = 0, id = 0] = decodeNumbers(cursor, 3);
  if (at > LAST_MOMENT) throw createCursorError();
  const isOlder = sql`(${clients.createdAt}, ${clients.id}) < (${new Date(at).toISOString()}::timestamptz, ${id}::bigint)`;
  return or(gt(archived, isArchived), and(sql`${archived} = ${isArchived}`, isOlder));
}
