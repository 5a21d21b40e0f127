import { and, eq } from 'drizzle-orm';
import type { BusinessScope } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';

/** The business of a packet, and the name of the user who created it. */
export const readBusinessAndCreator = (scope: BusinessScope, userId: number) =>
  readInBusiness(scope, async (tx) => {
    const [business, [creator]] = await Promise.all([
      getOwnBusiness(tx, scope.businessId),
      tx
        .select({ username: users.username, firstName: users.firstName, lastName: users.lastName })
        .from(users)
        .where(and(tx.inTenant(users), eq(users.id, userId))),
    ]);
    return { business, createdByName: creator ? fullNameOf(creator) : '' };
  });
