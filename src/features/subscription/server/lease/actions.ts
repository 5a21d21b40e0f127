/**
 * Guarded: the lease on calls to the payment provider about a business, one at a time on all nodes. Its holder calls the
 * provider outside any transaction and then stores the response, so that an older response never replaces a newer one.
 */
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { clock } from '#platform/server/clock.ts';
import type { BusinessScope, Session } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { IdempotentReplay, isKeyUsed } from '#platform/server/idempotency.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { lockBusiness, setSubscriptionState } from '#features/businesses/server/actions.ts';
import type { BusinessRow } from '#features/businesses/server/actions.ts';
import { paymentsUnavailable, ProviderUnavailable } from '#features/subscription/server/provider.ts';
import type {
  PaymentProvider,
  ProviderState,
  SubscriptionRef,
} from '#features/subscription/server/provider.ts';
import { providerNamed } from '#features/subscription/server/providers.ts';
import { subscriptions } from '#features/subscription/server/tables.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'subscription.began': SubscriptionFacts;
    'subscription.canceled': SubscriptionFacts;
    'subscription.changed': SubscriptionFacts;
    'subscription.payment_method_changed': SubscriptionFacts;
    'subscription.plan_changed': SubscriptionFacts;
    'subscription.reactivated': SubscriptionFacts;
  }
}

/** What is done to a subscription, as the audit log names it. */
export type SubscriptionAction =
  | 'began'
  | 'canceled'
  | 'changed'
  | 'payment_method_changed'
  | 'plan_changed'
  | 'reactivated';

type SubscriptionFacts = Pick<SubscriptionRow, 'status' | 'planType' | 'cancelAtPeriodEnd'> & {
  periodEnd: string | null;
};

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** The caller: a member, the holder of a claim, or neither (webhook, scheduled job). */
export type PayScope = BusinessScope & { session?: Session; log?: FastifyBaseLogger };

export interface SubscriptionSnapshot {
  business: BusinessRow;
  /** Null before the first subscription was begun. */
  row: SubscriptionRow | null;
}

export interface SubscriptionLease {
  scope: PayScope;
  business: BusinessRow;
  row: SubscriptionRow;
  /** Whether it was ended by storing what the provider answered. */
  settled: boolean;
}

/**
 * Longer than all calls of one lease together can take: at Stripe eight of ten seconds, four to cancel the payment for one
 * plan and four to start that for another.
 */
const LEASE_MS = 90_000;
const WAIT_MS = 100;
const WAITS = 50;

interface Steps<T> {
  /** Inside the transaction that acquires the lease: throws, or prepares the row. */
  prepare: (tx: BusinessTransaction, found: SubscriptionSnapshot) => Promise<unknown>;
  /** Outside of any transaction; ends with `settle` where something may have changed. */
  work: (lease: SubscriptionLease) => Promise<T>;
}

/**
 * Runs work with the provider while no other request does so for this business.
 * @throws 503 when the provider does not answer, 409 `subscription_busy` when others take too long
 */
export async function withLease<T>(scope: PayScope, { prepare, work }: Steps<T>): Promise<T> {
  await refuseReplay(scope);
  const lease = await acquireLease(scope, prepare);
  try {
    // Again, for the same request sent twice at once: the first has stored its answer by now.
    await refuseReplay(scope);
    const result = await work(lease);
    if (!lease.settled) await releaseLease(lease);
    return result;
  } catch (error) {
    await releaseLease(lease);
    if (!(error instanceof ProviderUnavailable)) throw error;
    scope.log?.error({ err: error, businessId: scope.businessId }, 'the payment provider cannot be asked');
    throw paymentsUnavailable();
  }
}

/** The key of the request belongs to the transaction that stores the outcome, and to no other. */
export const withoutKey = (scope: PayScope): PayScope => ({ ...scope, idempotency: undefined });

/** The provider is not asked again for a request that was carried out before; its first answer is sent. */
async function refuseReplay(scope: PayScope): Promise<void> {
  if (scope.idempotency && (await isKeyUsed(scope, scope.idempotency))) throw new IdempotentReplay();
}

async function acquireLease(scope: PayScope, prepare: Steps<unknown>['prepare']): Promise<SubscriptionLease> {
  for (let waits = 0; waits < WAITS; waits += 1) {
    const lease = await writeInBusiness(withoutKey(scope), (tx) => tryAcquireLease(tx, scope, prepare)).catch(
      nullIfLeased,
    );
    if (lease) return lease;
    await wait(WAIT_MS);
  }
  throw busy();
}

/** Another request has the lease; rolls back what was prepared. */
class LeaseTaken extends Error {}

function nullIfLeased(error: unknown): null {
  if (error instanceof LeaseTaken) return null;
  throw error;
}

async function tryAcquireLease(
  tx: BusinessTransaction,
  scope: PayScope,
  prepare: Steps<unknown>['prepare'],
): Promise<SubscriptionLease> {
  const { businessId } = scope;
  const business = await lockBusiness(tx, businessId);
  await prepare(tx, { business, row: await getRow(tx, businessId) });
  const now = clock.now();
  const [row] = await tx
    .update(subscriptions)
    .set({ lease: sql`${subscriptions.lease} + 1`, leaseUntil: new Date(now.getTime() + LEASE_MS) })
    .where(
      and(
        eq(subscriptions.businessId, businessId),
        or(isNull(subscriptions.leaseUntil), lte(subscriptions.leaseUntil, now)),
      ),
    )
    .returning();
  if (!row) throw new LeaseTaken();
  return { scope, business, row, settled: false };
}

const busy = () =>
  conflict('subscription_busy', 'The subscription is being changed at the moment. Please try again.');

/** The subscription of a business; null before the first was begun. */
export async function getRow(tx: BusinessTransaction, businessId: number): Promise<SubscriptionRow | null> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.businessId, businessId));
  return row ?? null;
}

const ownsLease = ({ row }: SubscriptionLease) =>
  and(eq(subscriptions.businessId, row.businessId), eq(subscriptions.lease, row.lease));

/** Releases the lease with nothing stored. */
async function releaseLease(lease: SubscriptionLease): Promise<void> {
  await writeInBusiness(withoutKey(lease.scope), (tx) =>
    tx.update(subscriptions).set({ leaseUntil: null }).where(ownsLease(lease)),
  );
}

/** The provider of the subscription, and what it is asked about. */
export function fetchSubscription({ scope, row }: SubscriptionLease): {
  provider: PaymentProvider;
  ref: SubscriptionRef;
} {
  const { businessId, customerId, subscriptionId } = row;
  if (subscriptionId === null) throw new Error(`Business ${businessId} has no subscription to ask about`);
  const provider = providerNamed(scope.services, row.provider);
  return { provider, ref: { businessId, customerId, subscriptionId, now: scope.now } };
}

/**
 * Stores what the provider answered, in the subscription and in the business's standing, and ends the lease.
 * @param action for the audit log; without one it is written only when something has changed
 * @throws 409 `subscription_busy` when the lease was lost because it took too long
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
    .where(ownsLease(lease))
    .returning();
  if (!row) throw busy();
  lease.settled = true;
  await setSubscriptionState(tx, businessId, toSubscriptionState(row, now));
  if (!action && !differs(before, row)) return;
  const { status, cancelAtPeriodEnd } = row;
  const details = {
    status,
    planType: row.planType,
    cancelAtPeriodEnd,
    periodEnd: row.periodEnd?.toISOString() ?? null,
  };
  recordAudit(tx, scope, {
    action: action ?? 'changed',
    object: 'subscription',
    objectId: null,
    label: null,
    details,
  });
  publishChange(tx, ['subscription', 'business']);
}

const differs = (before: SubscriptionRow, after: SubscriptionRow): boolean =>
  before.status !== after.status ||
  before.planType !== after.planType ||
  before.cancelAtPeriodEnd !== after.cancelAtPeriodEnd ||
  before.periodEnd?.getTime() !== after.periodEnd?.getTime();

const HOUR_MS = 60 * 60 * 1000;

/** What the gate and the plan's limits go by. */
function toSubscriptionState(row: SubscriptionRow, now: Date) {
  const { status, periodStart, periodEnd, cancelAtPeriodEnd } = row;
  const owes = status === 'past_due' || status === 'unpaid';
  const ended = status === null || status === 'canceled' || status === 'incomplete_expired';
  return {
    planType: row.planType,
    subscriptionStatus: status,
    // The current period is not paid: the last paid one ended with its start.
    subscriptionPeriodEnd: owes ? periodStart : periodEnd,
    subscriptionEndsAt: cancelAtPeriodEnd ? periodEnd : null,
    subscriptionCheckAt: ended ? null : nextCheckAt(row, now),
    stripeCustomerId: row.provider === 'stripe' ? row.customerId : null,
    stripeSubscriptionId: row.provider === 'stripe' ? row.subscriptionId : null,
  };
}

/** At the end of the period; for an open payment after a day, when it is paid or expired. */
function nextCheckAt({ status, periodEnd }: SubscriptionRow, now: Date): Date {
  if (status === 'incomplete') return new Date(now.getTime() + 24 * HOUR_MS);
  return periodEnd && periodEnd > now ? periodEnd : new Date(now.getTime() + HOUR_MS);
}

/** Asks the provider how the subscription is and stores it; does nothing when there is none. */
export async function refetchSubscription(scope: PayScope): Promise<void> {
  const begun = await writeInBusiness(withoutKey(scope), (tx) => getRow(tx, scope.businessId));
  if (!begun?.subscriptionId) return;
  await withLease(scope, {
    prepare: async () => undefined,
    work: async (lease) => {
      const { provider, ref } = fetchSubscription(lease);
      const state = await provider.read(ref);
      await writeInBusiness(withoutKey(scope), (tx) => settle(tx, lease, state));
    },
  });
}
