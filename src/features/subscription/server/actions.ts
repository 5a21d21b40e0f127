/** Paying for a business, and what the provider reports of it later. */
import { hashToken } from '#platform/server/secrets.ts';
import { randomUUID } from 'node:crypto';
import { and, eq, lt, lte } from 'drizzle-orm';
import type { z } from 'zod';
import type { Context, MemberContext, Services } from '#platform/server/context.ts';
import { isManager } from '#platform/server/context.ts';
import { AppError, conflict, forbidden, notFound, unauthenticated } from '#platform/server/errors.ts';
import { queryDirectory, writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { PlanType } from '#features/businesses/contract.ts';
import { PLAN_CENTS } from '#features/businesses/rules.ts';
import { getClaimState } from '#features/businesses/server/reads.ts';
import {
  CLAIM_COOKIE,
  countRegistration,
  extendClaim,
  postponeSubscriptionCheck,
} from '#features/businesses/server/actions.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { findSession } from '#features/sessions/server/reads.ts';
import type { createSubscriptionInput } from '#features/subscription/contract.ts';
import { currentProvider, providerNamed } from './providers.ts';
import type { ProviderName } from './providers.ts';
import { movesNow, readStored, refuseFullPlan } from './reads.ts';
import { fetchSubscription, withLease, refetchSubscription, settle } from './lease/actions.ts';
import type { SubscriptionSnapshot, PayScope, SubscriptionLease } from './lease/actions.ts';
import { providerEvents, subscriptions } from './tables.ts';

type Wish = z.output<typeof createSubscriptionInput>;

/**
 * Begins a subscription that waits for its first payment, or answers the one that waits already.
 * @returns what opens the payment in the browser
 * @throws 404 and 401 to those who may not pay for the business, 403 to its employees; 409
 * `creator_business`, `subscription_running`, `plan_limit_reached`; 429; 503 `payments_unavailable`
 */
export async function createSubscription(context: Context, wish: Wish): Promise<{ clientSecret: string }> {
  await countRegistration(context, { kind: 'payment' });
  const scope = await payerOf(context, wish);
  const name = currentProvider(context.services);
  const { planType } = wish;
  return withLease(scope, {
    prepare: async (tx, found) => {
      await refuseToBegin(tx, found, { planType, now: scope.now });
      if (!found.row) await insertAttempt(tx, found, { planType, name, now: scope.now });
    },
    work: async (lease) => {
      const open = await openPayment(lease, planType, name);
      return { clientSecret: open ?? (await begin(await newAttempt(lease, planType, name))) };
    },
  });
}

/** The holder of the registration's claim, or a manager of the business. */
async function payerOf(context: Context, { businessId, claim: sent }: Wish): Promise<PayScope> {
  const { services, token, now } = context;
  const claim = sent ?? context.cookies[CLAIM_COOKIE];
  const state = claim ? await getClaimState(services, { businessId, claim }, now) : null;
  if (state === 'open') return { ...context, businessId };
  const session = token ? await findSession(services, hashToken(token), now) : null;
  if (session?.businessId === businessId) {
    if (!isManager(session)) throw forbidden('Only managers can do this.');
    return { ...context, businessId, session };
  }
  if (state === 'spent') throw unauthenticated('session_invalid', 'Please sign in to pay.');
  throw notFound('This business does not exist.');
}

async function refuseToBegin(
  tx: BusinessTransaction,
  found: SubscriptionSnapshot,
  { planType, now }: { planType: PlanType; now: Date },
): Promise<void> {
  if (found.business.isCreatorBusiness) {
    throw conflict('creator_business', 'The creator business is free and needs no subscription.');
  }
  if (!movesNow(found, now).subscribe) throw isRunning();
  await refuseFullPlan(tx, found.business.id, planType);
}

const isRunning = () => conflict('subscription_running', 'This business has a subscription already.');

interface Attempt {
  planType: PlanType;
  name: ProviderName;
  now: Date;
}

/** A fresh beginning; what an earlier subscription left in the row is over. */
const attemptOf = (
  { business }: Pick<SubscriptionSnapshot, 'business'>,
  { planType, name, now }: Attempt,
) => ({
  provider: name,
  attempt: randomUUID(),
  email: business.email,
  planType,
  amount: PLAN_CENTS[planType],
  currency: 'usd',
  interval: 'month',
  customerId: null,
  subscriptionId: null,
  status: null,
  cancelAtPeriodEnd: false,
  periodStart: null,
  periodEnd: null,
  updatedAt: now,
});

async function insertAttempt(
  tx: BusinessTransaction,
  found: SubscriptionSnapshot,
  attempt: Attempt,
): Promise<void> {
  await tx.insert(subscriptions).values({ businessId: found.business.id, ...attemptOf(found, attempt) });
}

/**
 * The secret of an open payment for the same plan; null when another has to be started. One for another plan is
 * canceled, so that the business cannot pay twice.
 */
async function openPayment(
  lease: SubscriptionLease,
  planType: PlanType,
  name: ProviderName,
): Promise<string | null> {
  const { row, scope } = lease;
  if (row.status !== 'incomplete' || row.subscriptionId === null) return null;
  // At another provider it expires after a day.
  if (row.provider !== name) return null;
  const { provider, ref } = fetchSubscription(lease);
  const same = row.planType === planType;
  const state = await (same ? provider.read(ref) : provider.abandon(ref));
  if (same && state.clientSecret !== null) return state.clientSecret;
  if (state.status === 'canceled' || state.status === 'incomplete_expired') return null;
  await writeInBusiness(scope, (tx) => settle(tx, lease, state));
  throw isRunning();
}

/** The attempt to go on with: the one that the provider never answered, or a new one. */
async function newAttempt(
  lease: SubscriptionLease,
  planType: PlanType,
  name: ProviderName,
): Promise<SubscriptionLease> {
  const { row, scope, business } = lease;
  if (row.subscriptionId === null && row.planType === planType && row.provider === name) return lease;
  return writeInBusiness(scope, async (tx) => {
    const attempt = attemptOf({ business }, { planType, name, now: scope.now });
    const [fresh] = await tx
      .update(subscriptions)
      .set(attempt)
      .where(and(eq(subscriptions.businessId, row.businessId), eq(subscriptions.lease, row.lease)))
      .returning();
    if (!fresh) throw new Error('A lease was lost before anything was begun');
    return { ...lease, row: fresh };
  });
}

async function begin(lease: SubscriptionLease): Promise<string> {
  const { row, scope, business } = lease;
  const { businessId, attempt, planType, email } = row;
  const provider = providerNamed(scope.services, row.provider);
  const order = { businessId, attempt, planType, email, name: business.name, now: scope.now };
  const state = await provider.begin(order);
  await writeInBusiness(scope, (tx) => settle(tx, lease, state, 'began'));
  if (state.clientSecret === null) throw isRunning();
  return state.clientSecret;
}

/** Fetches the subscription from the provider; a business that paid before it has an admin can continue. */
export async function refreshSubscription(scope: PayScope): Promise<void> {
  await refetchSubscription(scope);
  const { services, businessId: id, now } = scope;
  const [row] = await queryDirectory(services)
    .select({
      admin: businesses.adminRegisteredAt,
      status: businesses.subscriptionStatus,
      end: businesses.subscriptionPeriodEnd,
    })
    .from(businesses)
    .where(eq(businesses.id, id));
  if (row?.status === 'active' && row.admin === null) {
    await extendClaim(services, { id, paidUntil: row.end ?? now }, now);
  }
}

/** The subscription of the own business; the provider is asked when it may know something newer. */
export async function readInfo(context: MemberContext) {
  const { info, stale } = await readStored(context);
  if (!stale) return info;
  try {
    await refreshSubscription(context);
  } catch (error) {
    // What is stored is worth seeing although the provider is away.
    if (!(error instanceof AppError)) throw error;
    return info;
  }
  return (await readStored(context)).info;
}

/** Scheduled: refreshes subscriptions whose period is over or whose last change was not confirmed. */
export async function refreshSubscriptions(services: Services, now: Date): Promise<void> {
  const due = await queryDirectory(services)
    .select({ businessId: businesses.id })
    .from(businesses)
    .where(lte(businesses.subscriptionCheckAt, now))
    .orderBy(businesses.subscriptionCheckAt)
    .limit(MOST_AT_ONCE);
  const failed: unknown[] = [];
  for (const { businessId } of due) {
    // One that cannot be asked about keeps none of the others waiting, nor a place among the longest due.
    await refreshSubscription({ services, now, businessId, ip: '' }).catch(async (error: unknown) => {
      failed.push(error);
      await postponeSubscriptionCheck(
        services,
        { id: businessId, until: new Date(now.getTime() + HOUR_MS) },
        now,
      );
    });
  }
  if (failed.length > 0) throw failed[0];
}

const MOST_AT_ONCE = 500;
const HOUR_MS = 60 * 60 * 1000;
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Housekeeping: forgets events that no provider sends again. */
export async function deleteOldEvents(services: Services, now: Date): Promise<void> {
  await queryDirectory(services)
    .delete(providerEvents)
    .where(lt(providerEvents.takenAt, new Date(now.getTime() - EVENTS_KEPT_MS)));
}
