import { and, count, eq, gt } from 'drizzle-orm';
import type { MemberContext, Services } from '../../../platform/server/context.ts';
import { notFound } from '../../../platform/server/errors.ts';
import { hashToken } from '../../../platform/server/secrets.ts';
import { directory, readInBusiness } from '../../../platform/server/tenancy.ts';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { businessClaims, businesses } from './tables.ts';

/** How many businesses there are. */
export async function countBusinesses(services: Services): Promise<number> {
  const [row] = await directory(services).select({ count: count() }).from(businesses);
  return row?.count ?? 0;
}

/** Does this claim open this business? */
export async function claimOpens(
  services: Services,
  businessId: number,
  claim: string,
  now: Date,
): Promise<boolean> {
  const rows = await directory(services)
    .select({ businessId: businessClaims.businessId })
    .from(businessClaims)
    .where(
      and(
        eq(businessClaims.tokenHash, hashToken(claim)),
        eq(businessClaims.businessId, businessId),
        gt(businessClaims.expiresAt, now),
      ),
    );
  return rows.length > 0;
}

/** A business by its id; whoever calls has checked that the caller may see it. */
export async function unsafeBusinessById(services: Services, businessId: number) {
  const [row] = await directory(services).select().from(businesses).where(eq(businesses.id, businessId));
  if (!row) throw notFound('This business does not exist.');
  return row;
}

/** The own business within a transaction. */
export async function ownBusiness(tx: BusinessTransaction, businessId: number) {
  const [row] = await tx.select().from(businesses).where(eq(businesses.id, businessId));
  if (!row) throw notFound('This business does not exist.');
  return row;
}

export const readOwnBusiness = (context: MemberContext) =>
  readInBusiness(context, (tx) => ownBusiness(tx, context.businessId));
