/** Reads businesses, their settings, claims, week starts and closed period. */

import { and, asc, count, eq, gt, min } from 'drizzle-orm';
import type { WeekStart } from '#platform/contract/weeks.ts';
import type { BusinessScope, MemberContext, Services } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { hashToken } from '#platform/server/secrets.ts';
import { queryDirectory, readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { isReadOnly, type SubscriptionState } from '#features/businesses/rules.ts';
import { latestWeekStart } from '#features/businesses/weekStartRules.ts';
import { businessClaims, businesses, periodLocks, weekStarts } from './tables.ts';

/** Counts the businesses. */
export async function countBusinesses(services: Services): Promise<number> {
  const [row] = await queryDirectory(services).select({ count: count() }).from(businesses);
  return row?.count ?? 0;
}

/** Lists the ids of all businesses, oldest first, for jobs over the whole database. */
export async function listBusinessIds(services: Services): Promise<number[]> {
  const rows = await queryDirectory(services)
    .select({ id: businesses.id })
    .from(businesses)
    .orderBy(asc(businesses.id));
  return rows.map(({ id }) => id);
}

/** When the oldest business was registered; null without one. */
export async function findOldestRegistration(services: Services): Promise<Date | null> {
  const [row] = await queryDirectory(services)
    .select({ at: min(businesses.createdAt) })
    .from(businesses);
  return row?.at ?? null;
}

/** Lists all businesses with their time zones, oldest first, for jobs that follow the local date. */
export const listBusinessZones = (services: Services): Promise<{ id: number; timeZone: string }[]> =>
  queryDirectory(services)
    .select({ id: businesses.id, timeZone: businesses.timeZone })
    .from(businesses)
    .orderBy(asc(businesses.id))
    .execute();

export interface Claim {
  businessId: number;
  /** The secret of the registration. */
  claim: string;
}

/** Returns `open` until the business has an admin, then `spent`; null for an expired claim or one of another business. */
export async function findClaimState(
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

/** Returns a business without checking access, which is up to the caller. @throws 404 */
export async function unsafeBusinessById(services: Services, businessId: number) {
  const [row] = await queryDirectory(services).select().from(businesses).where(eq(businesses.id, businessId));
  if (!row) throw notFound('This business does not exist.');
  return row;
}

/** Returns the business of a transaction. @throws 404 */
export async function getOwnBusiness(tx: BusinessTransaction, businessId: number) {
  const [row] = await tx.select().from(businesses).where(eq(businesses.id, businessId));
  if (!row) throw notFound('This business does not exist.');
  return row;
}

/** Lists the week starts of the business by date, for `startOfWeek` of `platform/contract/weeks.ts`. */
export const listWeekStarts = (tx: BusinessTransaction): Promise<WeekStart[]> =>
  tx
    .select({ from: weekStarts.from, weekStart: weekStarts.weekStart })
    .from(weekStarts)
    .where(tx.inTenant(weekStarts))
    .orderBy(asc(weekStarts.from));

/** The last day of the closed period of the business; null when no period is closed. */
export async function findLockedThrough(tx: BusinessTransaction): Promise<string | null> {
  const [row] = await tx
    .select({ lockedThrough: periodLocks.lockedThrough })
    .from(periodLocks)
    .where(tx.inTenant(periodLocks));
  return row?.lockedThrough ?? null;
}

/** Adds whether a business is read-only because it has no active subscription. */
export const withReadOnly = <Row extends SubscriptionState>(row: Row, now: Date) => ({
  ...row,
  readOnly: isReadOnly(row, now),
});

/** Returns the business of a transaction with its settings. @throws 404 */
export async function getBusinessSettings(tx: BusinessTransaction, { businessId, now }: BusinessScope) {
  const [row, starts, lockedThrough] = await Promise.all([
    getOwnBusiness(tx, businessId),
    listWeekStarts(tx),
    findLockedThrough(tx),
  ]);
  return { ...withReadOnly(row, now), weekStart: latestWeekStart(starts), weekStarts: starts, lockedThrough };
}

export const readOwnBusiness = (context: MemberContext) =>
  readInBusiness(context, (tx) => getBusinessSettings(tx, context));
