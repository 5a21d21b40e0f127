/** Starts subscriptions, and refreshes them from the payment provider. */

import { lt, lte } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { isManager, type Context, type MemberContext, type Services } from '#platform/server/context.ts';
import { AppError, conflict, forbidden, notFound, unauthenticated } from '#platform/server/errors.ts';
import { queryDirectory, writeInBusiness } from '#platform/server/tenancy.ts';
import type { PlanType } from '#features/businesses/contract.ts';
import { PLAN_CENTS } from '#features/businesses/rules.ts';
import {
  CLAIM_COOKIE,
  countRegistration,
  extendClaim,
  postponeSubscriptionCheck,
  type BusinessRow,
} from '#features/businesses/server/actions.ts';
import { findClaimState, unsafeBusinessById } from '#features/businesses/server/reads.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { findSession } from '#features/sessions/server/reads.ts';
import type { createSubscriptionInput } from '#features/subscription/contract.ts';
import {
  getRow,
  ownsLease,
  providerOf,
  settle,
  withLease,
  withoutKey,
  type PayScope,
  type SubscriptionLease,
} from './leaseActions.ts';
import { currentProvider, getProvider, type ProviderName } from './providers.ts';
import { getAllowedActionsNow, readStored, refuseFullPlan } from './reads.ts';
import { providerEvents, subscriptions } from './tables.ts';

type SubscriptionRequest = z.output<typeof createSubscriptionInput>;

/**
 * Starts a subscription that awaits its first payment, or returns an open one.
 * @returns the secret that opens the payment in the browser
 * @throws 404 and 401 to callers who cannot pay for the business, 403 to its employees; 409 `creator_business`,
 * `subscription_running`, `plan_limit_reached`; 429; 503 `payments_unavailable`
 */
export async function createSubscription(
  context: Context,
  request: SubscriptionRequest,
): Promise<{ clientSecret: string }> {
  await countRegistration(context, { kind: 'payment' });
  const scope = await authorizePayer(context, request);
  const { planType } = request;
  const plan = { planType, provider: currentProvider(context.services) };
  return withLease(scope, {
    prepare: async (tx, snapshot) => {
      const { business, row } = snapshot;
      if (business.isCreatorBusiness) {
        throw conflict('creator_business', 'The creator business is free and needs no subscription.');
      }
      if (!getAllowedActionsNow(snapshot, scope.now).subscribe) throw isRunning();
      await refuseFullPlan(tx, business.id, planType);
      if (row) return;
      const attempt = toAttempt(business, plan, scope.now);
      await tx.insert(subscriptions).values({ businessId: business.id, ...attempt });
    },
    work: async (lease) => {
      const secret = await reuseOpenPayment(lease, plan);
      return { clientSecret: secret ?? (await startPayment(await startAttempt(lease, plan))) };
    },
  });
}

/** Accepts the holder of the registration's claim, and managers of the business. @throws 401, 403, 404 */
async function authorizePayer(
  context: Context,
  { businessId, claim = context.cookies[CLAIM_COOKIE] }: SubscriptionRequest,
): Promise<PayScope> {
  const { services, tokenKey, now } = context;
  const state = claim ? await findClaimState(services, { businessId, claim }, now) : null;
  if (state === 'open') return { ...context, businessId };
  const session = tokenKey ? await findSession(services, tokenKey, now) : null;
  if (session?.businessId === businessId) {
    if (!isManager(session)) throw forbidden('Only managers can do this.');
    return { ...context, businessId, session };
  }
  if (state === 'spent') throw unauthenticated('session_invalid', 'Please log in to pay.');
  throw notFound('This business does not exist.');
}

const isRunning = () => conflict('subscription_running', 'This business has a subscription already.');

interface Plan {
  planType: PlanType;
  provider: ProviderName;
}

/** The columns of a new attempt, which replace those of an earlier subscription. */
const toAttempt = ({ email }: BusinessRow, { planType, provider }: Plan, now: Date) => ({
  provider,
  attempt: randomUUID(),
  email,
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

/**
 * Returns the secret of an open payment for the same plan, otherwise null. A payment for another plan is canceled, so
 * that the business cannot pay twice.
 */
async function reuseOpenPayment(
  lease: SubscriptionLease,
  { planType, provider: name }: Plan,
): Promise<string | null> {
  const { row, scope } = lease;
  // An open payment at another provider expires after a day.
  if (row.status !== 'incomplete' || row.subscriptionId === null || row.provider !== name) return null;
  const { provider, ref } = providerOf(lease);
  const isSamePlan = row.planType === planType;
  const state = await (isSamePlan ? provider.read(ref) : provider.cancelPayment(ref));
  if (isSamePlan && state.clientSecret !== null) return state.clientSecret;
  if (state.status === 'canceled' || state.status === 'incomplete_expired') return null;
  await writeInBusiness(scope, (tx) => settle(tx, lease, state));
  throw isRunning();
}

/** Continues the attempt without a response from the provider, or starts another. */
async function startAttempt(lease: SubscriptionLease, plan: Plan): Promise<SubscriptionLease> {
  const { row, scope, business } = lease;
  const isSame = row.planType === plan.planType && row.provider === plan.provider;
  if (row.subscriptionId === null && isSame) return lease;
  return writeInBusiness(scope, async (tx) => {
    const [attempt] = await tx
      .update(subscriptions)
      .set(toAttempt(business, plan, scope.now))
      .where(ownsLease(tx, lease))
      .returning();
    if (!attempt) throw new Error('The lease expired before the payment was started');
    return { ...lease, row: attempt };
  });
}

async function startPayment(lease: SubscriptionLease): Promise<string> {
  const { row, scope, business } = lease;
  const { businessId, attempt, planType, email } = row;
  const order = { businessId, attempt, planType, email, name: business.name, now: scope.now };
  const state = await getProvider(scope.services, row.provider).begin(order);
  await writeInBusiness(scope, (tx) => settle(tx, lease, state, 'began'));
  if (state.clientSecret === null) throw isRunning();
  return state.clientSecret;
}

/** Fetches the subscription from the provider and stores it; extends the claim of a paid business without an admin. */
export async function refreshSubscription(scope: PayScope): Promise<void> {
  const { services, businessId, now } = scope;
  const stored = await writeInBusiness(withoutKey(scope), (tx) => getRow(tx));
  if (stored?.subscriptionId) {
    await withLease(scope, {
      prepare: async () => undefined,
      work: async (lease) => {
        const { provider, ref } = providerOf(lease);
        const state = await provider.read(ref);
        await writeInBusiness(withoutKey(scope), (tx) => settle(tx, lease, state));
      },
    });
  }
  const business = await unsafeBusinessById(services, businessId);
  if (business.subscriptionStatus !== 'active' || business.adminRegisteredAt !== null) return;
  await extendClaim(services, { id: businessId, paidUntil: business.subscriptionPeriodEnd ?? now }, now);
}

/** Returns the subscription of the caller's business, fetched from the provider when the stored one may be outdated. */
export async function readInfo(context: MemberContext) {
  const { info, isStale } = await readStored(context);
  if (!isStale) return info;
  try {
    await refreshSubscription(context);
  } catch (error) {
    // While the provider does not respond, the stored state is better than none.
    if (!(error instanceof AppError)) throw error;
    return info;
  }
  return (await readStored(context)).info;
}

const MAX_DUE = 500;
const HOUR_MS = 60 * 60 * 1000;
const EVENTS_STORED_MS = 30 * 24 * HOUR_MS;

/** Scheduled: refreshes subscriptions whose period is over or whose last change was not confirmed. */
export async function refreshSubscriptions(services: Services, now: Date): Promise<void> {
  const due = await queryDirectory(services)
    .select({ id: businesses.id })
    .from(businesses)
    .where(lte(businesses.subscriptionCheckAt, now))
    .orderBy(businesses.subscriptionCheckAt)
    .limit(MAX_DUE);
  const failures: unknown[] = [];
  for (const { id } of due) {
    // A failed one is retried in an hour, after the others.
    await refreshSubscription({ services, now, businessId: id, ip: '' }).catch(async (error: unknown) => {
      failures.push(error);
      await postponeSubscriptionCheck(services, { id, until: new Date(now.getTime() + HOUR_MS) }, now);
    });
  }
  if (failures.length > 0) throw failures[0];
}

/** Scheduled: deletes the ids of events too old for the provider to resend. */
export async function deleteOldEvents(services: Services, now: Date): Promise<void> {
  await queryDirectory(services)
    .delete(providerEvents)
    .where(lt(providerEvents.takenAt, new Date(now.getTime() - EVENTS_STORED_MS)));
}
