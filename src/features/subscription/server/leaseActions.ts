/**
 * Guarded: the lease for calls to the payment provider about a business, one at a time on all nodes. Its holder calls the
 * provider outside any transaction and then stores the response, so that an older one never replaces a newer one.
 */

import { and, isNull, lte, or } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { AuditDetails } from '#platform/server/audit/events.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { clock } from '#platform/server/clock.ts';
import type { BusinessScope, Session } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { IdempotentReplay, isKeyUsed } from '#platform/server/idempotency.ts';
import { Lease, LeaseHeldError, waitForLease } from '#platform/server/queue/lease.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { lockBusiness, setSubscriptionState, type BusinessRow } from '#features/businesses/server/actions.ts';
import {
  paymentsUnavailable,
  ProviderUnavailable,
  type PaymentProvider,
  type ProviderState,
  type SubscriptionRef,
} from './provider.ts';
import { getProvider } from './providers.ts';
import { subscriptions } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'subscription.began': SubscriptionDetails;
    'subscription.canceled': SubscriptionDetails;
    'subscription.changed': SubscriptionDetails;
    'subscription.payment_method_changed': SubscriptionDetails;
    'subscription.plan_changed': SubscriptionDetails;
    'subscription.reactivated': SubscriptionDetails;
  }
}

/** An action on a subscription in the audit log. */
export type SubscriptionAction =
  Extract<keyof AuditDetails, `subscription.${string}`> extends `subscription.${infer Action}`
    ? Exclude<Action, 'payment_method_opened'>
    : never;

type SubscriptionDetails = Pick<SubscriptionRow, 'status' | 'planType' | 'cancelAtPeriodEnd'> & {
  periodEnd: string | null;
};

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** The caller: a member, the holder of a claim, or neither (webhook, scheduled job). */
export type PayScope = BusinessScope & { session?: Session; log?: FastifyBaseLogger };

export interface SubscriptionSnapshot {
  business: BusinessRow;
  /** Null before the first subscription. */
  row: SubscriptionRow | null;
}

export interface SubscriptionLease {
  scope: PayScope;
  business: BusinessRow;
  row: SubscriptionRow;
  /** Set once a response of the provider was stored, which releases the lease. */
  settled: boolean;
}

/**
 * Longer than all calls of one lease can take: at Stripe eight of ten seconds, four to cancel the payment for one plan and
 * four to start the one for another.
 */
const LEASE_MS = 90_000;
const WAIT_MS = 5000;

const providerLease = new Lease({
  table: subscriptions,
  attempts: 'lease',
  until: 'leaseUntil',
  ms: LEASE_MS,
  isFree: (now) => or(isNull(subscriptions.leaseUntil), lte(subscriptions.leaseUntil, now)),
});

interface Steps<T> {
  /** Runs inside the transaction that acquires the lease, and may throw. */
  prepare: (tx: BusinessTransaction, snapshot: SubscriptionSnapshot) => Promise<unknown>;
  /** Runs outside any transaction; ends with `settle` where something may have changed. */
  work: (lease: SubscriptionLease) => Promise<T>;
}

/**
 * Runs calls to the provider while no other request does so for this business.
 * @throws 503 when the provider does not respond, 409 `subscription_busy` when others take too long
 */
export async function withLease<T>(scope: PayScope, { prepare, work }: Steps<T>): Promise<T> {
  await refuseReplay(scope);
  const lease = await acquireLease(scope, prepare);
  try {
    // Checked again: a concurrent identical request may have stored its response by now.
    await refuseReplay(scope);
    const result = await work(lease);
    if (!lease.settled) await releaseLease(lease);
    return result;
  } catch (error) {
    await releaseLease(lease);
    if (!(error instanceof ProviderUnavailable)) throw error;
    scope.log?.error({ err: error, businessId: scope.businessId }, 'the payment provider is unavailable');
    throw paymentsUnavailable();
  }
}

/** Leaves the idempotency key to the transaction that stores the result. */
export const withoutKey = (scope: PayScope): PayScope => ({ ...scope, idempotency: undefined });

/** Replays the first response of a repeated request without calling the provider. */
async function refuseReplay(scope: PayScope): Promise<void> {
  if (scope.idempotency && (await isKeyUsed(scope, scope.idempotency))) throw new IdempotentReplay();
}

async function acquireLease(scope: PayScope, prepare: Steps<unknown>['prepare']): Promise<SubscriptionLease> {
  const claim = () => writeInBusiness(withoutKey(scope), (tx) => tryAcquireLease(tx, scope, prepare));
  const lease = await waitForLease(claim, WAIT_MS);
  if (!lease) throw busy();
  return lease;
}

async function tryAcquireLease(
  tx: BusinessTransaction,
  scope: PayScope,
  prepare: Steps<unknown>['prepare'],
): Promise<SubscriptionLease> {
  const business = await lockBusiness(tx, scope.businessId);
  await prepare(tx, { business, row: await getRow(tx) });
  const row = await providerLease.claim(tx, { row: tx.inTenant(subscriptions), now: clock.now() });
  if (!row) throw new LeaseHeldError();
  return { scope, business, row, settled: false };
}

const busy = () =>
  conflict('subscription_busy', 'Another change to the subscription is in progress. Please try again.');

/** Returns the subscription of the business; null before the first. */
export async function getRow(tx: BusinessTransaction): Promise<SubscriptionRow | null> {
  const [row] = await tx.select().from(subscriptions).where(tx.inTenant(subscriptions));
  return row ?? null;
}

/** For statements that only the holder may execute. */
export const ownsLease = (tx: BusinessTransaction, { row }: SubscriptionLease) =>
  and(tx.inTenant(subscriptions), providerLease.isHeld(row.lease));

/** Releases the lease without storing anything. */
async function releaseLease(lease: SubscriptionLease): Promise<void> {
  await writeInBusiness(withoutKey(lease.scope), (tx) =>
    tx.update(subscriptions).set({ leaseUntil: null }).where(ownsLease(tx, lease)),
  );
}

/** The provider of the subscription, and the reference for calls to it. */
export function providerOf({ scope, row }: SubscriptionLease): {
  provider: PaymentProvider;
  ref: SubscriptionRef;
} {
  const { businessId, customerId, subscriptionId } = row;
  if (subscriptionId === null) throw new Error(`Business ${businessId} has no subscription at a provider`);
  const provider = getProvider(scope.services, row.provider);
  return { provider, ref: { businessId, customerId, subscriptionId, now: scope.now } };
}

/**
 * Stores the provider's response, in the subscription and in the business, and releases the lease.
 * @param action for the audit log; without one a row is written only when something has changed
 * @throws 409 `subscription_busy` when the lease has expired
 */
export async function settle(
  tx: BusinessTransaction,
  lease: SubscriptionLease,
  ...[state, action]: [ProviderState, SubscriptionAction?]
): Promise<void> {
  const { scope, row: before } = lease;
  const { businessId, now } = scope;
  await lockBusiness(tx, businessId);
  const { clientSecret: _, price, planType, periodStart, periodEnd, ...provided } = state;
  const [row] = await tx
    .update(subscriptions)
    .set({
      ...provided,
      ...price,
      planType: planType ?? before.planType,
      periodStart: periodStart ?? before.periodStart,
      periodEnd: periodEnd ?? before.periodEnd,
      leaseUntil: null,
      updatedAt: now,
    })
    .where(ownsLease(tx, lease))
    .returning();
  if (!row) throw busy();
  lease.settled = true;
  await setSubscriptionState(tx, businessId, {
    ...toSubscriptionState(row, now),
    subscriptionPeriodEnd: findPaidUntil(lease, row),
  });
  if (!action && !differs(before, row)) return;
  const { status, cancelAtPeriodEnd } = row;
  const details = { status, cancelAtPeriodEnd, planType: row.planType, periodEnd: toText(row.periodEnd) };
  recordAudit(tx, scope, { type: `subscription.${action ?? 'changed'}`, details });
  publishChange(tx, ['subscription', 'business']);
}

const toText = (moment: Date | null): string | null => moment?.toISOString() ?? null;

const differs = (before: SubscriptionRow, after: SubscriptionRow): boolean =>
  before.status !== after.status ||
  before.planType !== after.planType ||
  before.cancelAtPeriodEnd !== after.cancelAtPeriodEnd ||
  before.periodEnd?.getTime() !== after.periodEnd?.getTime();

const HOUR_MS = 60 * 60 * 1000;

const isUnpaid = ({ status }: SubscriptionRow): boolean => status === 'past_due' || status === 'unpaid';

/**
 * The end of the last paid period. While the current period is unpaid, that is its start, or an earlier one: the provider
 * may begin further periods of a subscription that is not paid, and none of them has a grace period of its own.
 */
function findPaidUntil({ business, row: before }: SubscriptionLease, row: SubscriptionRow): Date | null {
  if (!isUnpaid(row)) return row.periodEnd;
  const { subscriptionPeriodEnd: earlier } = business;
  const wasUnpaid = isUnpaid(before) && before.subscriptionId === row.subscriptionId;
  return wasUnpaid && earlier && (!row.periodStart || earlier < row.periodStart) ? earlier : row.periodStart;
}

/** The other columns of the business that decide on read-only access, and those that decide on the limits. */
function toSubscriptionState(row: SubscriptionRow, now: Date) {
  const { status, periodEnd, cancelAtPeriodEnd } = row;
  const hasEnded = status === null || status === 'canceled' || status === 'incomplete_expired';
  return {
    planType: row.planType,
    subscriptionStatus: status,
    subscriptionEndsAt: cancelAtPeriodEnd ? periodEnd : null,
    subscriptionCheckAt: hasEnded ? null : nextCheckAt(row, now),
    stripeCustomerId: row.provider === 'stripe' ? row.customerId : null,
    stripeSubscriptionId: row.provider === 'stripe' ? row.subscriptionId : null,
  };
}

/** At the end of the period; for an open payment after a day, when it has been paid or has expired. */
function nextCheckAt({ status, periodEnd }: SubscriptionRow, now: Date): Date {
  if (status === 'incomplete') return new Date(now.getTime() + 24 * HOUR_MS);
  return periodEnd && periodEnd > now ? periodEnd : new Date(now.getTime() + HOUR_MS);
}
