import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { authorizations, clients } from '#features/clients/server/tables.ts';
import type { Tenant } from '#features/notes/server/rowReads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { rateOn } from '#features/services/server/rates/reads.ts';
import { services } from '#features/services/server/tables.ts';

/**
 * The rate of a note on a day: of its authorization, else of its service, else of its client; null without one. The
 * query reads or writes `notes`.
 */
export const rateOfNote = (tenant: Tenant, day: SQLWrapper): SQL<string | null> => sql`(
  select coalesce(
    (select ${rateOn(authorizations.rates, day)} from ${authorizations}
      where ${tenant.inTenant(authorizations)} and ${authorizations.id} = ${notes.authorizationId}),
    ${rateOn(services.rates, day)}, ${clients.unitRate})
  from ${services}, ${clients}
  where ${tenant.inTenant(services)} and ${services.key} = ${notes.category}
    and ${tenant.inTenant(clients)} and ${clients.id} = ${notes.clientId})`;
