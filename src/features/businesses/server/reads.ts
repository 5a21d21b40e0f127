import { and, asc, count, eq, gt } from 'drizzle-orm';
import type { MemberContext, Services } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { hashToken } from '#platform/server/secrets.ts';
import { queryDirectory, readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { isReadOnly } from '#features/businesses/rules.ts';
import type { SubscriptionState } from '#features/businesses/rules.ts';
import { businessClaims, businesses } from './tables.ts';

/** How many businesses there are. */
export async function countBusinesses(services: Services): Promise<number> {
  const [row] = await queryDirectory(services).select({ count: count() }).from(businesses);
  return row?.count ?? 0;
}

/** The ids of all businesses, oldest first: for what goes over the whole database. */
export async function listBusinessIds(services: Services): Promise<number[]> {
  const rows = await queryDirectory(services)
    .select({ id: businesses.id })
    .from(businesses)
    .orderBy(asc(businesses.id));
  return rows.map(({ id }) => id);
}

export interface Claim {
  businessId: number;
  /** The secret of the registration. */
  claim: string;
}

/**
 * What a claim is worth: `open` until its business has an admin, `spent` from then on, null when it is
 * no claim of this business or expired.
 */
export async function getClaimState(
  services: Services,
  { businessId, claim }: Claim,
  now: Date,
): Promise<'open' | 'spent' | null> {
  const [row] = await queryDirectory(services)
    .select({ adminRegisteredAt: businesses.adminRegisteredAt })
    .from(businessClaims)
    .innerJoin(businesses, eq(businesses.id, businessClaims.businessId))
    .where(
      and(
        eq(businessClaims.tokenHash, hashToken(claim)),
        eq(businessClaims.businessId, businessId),
        gt(businessClaims.expiresAt, now),
      ),
    );
  if (!row) return null;
  return row.adminRegisteredAt === null ? 'open' : 'spent';
}

/** A business by its id, without a check of access: callers do that first. */
export async function unsafeBusinessById(services: Services, businessId: number) {
  const [row] = await queryDirectory(services).select().from(businesses).where(eq(businesses.id, businessId));
  if (!row) throw notFound('This business does not exist.');
  return row;
}

/** The own business within a transaction. */
export async function getOwnBusiness(tx: BusinessTransaction, businessId: number) {
  const [row] = await tx.select().from(businesses).where(eq(businesses.id, businessId));
  if (!row) throw notFound('This business does not exist.');
  return row;
}

/** The business with whether it is read-only for lack of a subscription. */
export const withReadOnly = <Row extends SubscriptionState>(row: Row, now: Date) => ({
  ...row,
  readOnly: isReadOnly(row, now),
});

export const readOwnBusiness = (context: MemberContext) =>
  readInBusiness(context, async (tx) =>
    withReadOnly(await getOwnBusiness(tx, context.businessId), context.now),
  );
