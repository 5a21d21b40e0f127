import { asc, desc, sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { clients } from '#features/clients/server/tables.ts';

/** All clients, newest first and then the archived ones: an auditor can ask for visits of years ago. */
export const listPacketClients = (context: MemberContext) =>
  readInBusiness(context, (tx) =>
    tx
      .select({
        id: clients.id,
        contactName: clients.contactName,
        companyName: clients.companyName,
        archivedAt: clients.archivedAt,
      })
      .from(clients)
      .where(tx.inTenant(clients))
      .orderBy(asc(sql`${clients.archivedAt} is not null`), desc(clients.createdAt), desc(clients.id)),
  );
