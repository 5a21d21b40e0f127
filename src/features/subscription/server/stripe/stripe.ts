/** Stripe as a payment provider. */

import type Stripe from 'stripe';
import { clock } from '#platform/server/clock.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import type { StripeSettings } from '#platform/server/settings.ts';
import { planType as planTypes, type PlanType } from '#features/businesses/contract.ts';
import { PLAN_CENTS, planLimits } from '#features/businesses/rules.ts';
import { SUBSCRIPTION_STATUSES } from '#features/subscription/rules.ts';
import {
  ProviderUnavailable,
  type Order,
  type PaymentProvider,
  type ProviderState,
  type SubscriptionRef,
} from '#features/subscription/server/provider.ts';

const TIMEOUT_MS = 10_000;
const EXPAND = ['latest_invoice.confirmation_secret'];

/** Creates the client; the library is loaded by the first call. */
export async function openStripe({ secretKey, apiBase }: StripeSettings): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const base = apiBase ? new URL(apiBase) : null;
  return new Client(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  });
}

/** The circuit breaker opens after this many consecutive failed calls. */
const MAX_FAILURES = 3;
const OPEN_MS = 10_000;

/** Calls Stripe, or throws immediately while the circuit breaker is open. */
function createCircuitBreaker(client: () => Promise<Stripe>) {
  let failures = 0;
  let openUntil = 0;
  return async <T>(request: (stripe: Stripe) => Promise<T>): Promise<T> => {
    if (clock.now().getTime() < openUntil) throw new ProviderUnavailable('the circuit breaker is open');
    try {
      const response = await request(await client());
      failures = 0;
      return response;
    } catch (error) {
      failures = isConnectionError(error) ? failures + 1 : 0;
      if (failures >= MAX_FAILURES) openUntil = clock.now().getTime() + OPEN_MS;
      throw new ProviderUnavailable(error);
    }
  };
}

const isConnectionError = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === 'StripeConnectionError';

/** @param client created once per server */
export function stripeProvider(client: () => Promise<Stripe>): PaymentProvider {
  const call = createCircuitBreaker(client);
  return {
    begin: (order) => call(async (stripe) => stateOf(await begin(stripe, order))),
    read: (ref) => call((stripe) => read(stripe, ref)),
    cancelPayment: (ref) => call((stripe) => cancelPayment(stripe, ref)),
    setCanceling: (ref, canceling) => call((stripe) => setCanceling(stripe, ref, canceling)),
    changePlan: (ref, planType) => call((stripe) => changePlan(stripe, ref, planType)),
    openPaymentMethodPage: (ref, returnTo) =>
      call(async (stripe) => {
        const session = await stripe.billingPortal.sessions.create({
          customer: ref.customerId ?? '',
          return_url: returnTo,
          flow_data: { type: 'payment_method_update' },
        });
        return session.url;
      }),
  };
}

/** Starts a subscription. The same attempt sends the same keys, so that Stripe returns the one it created before. */
async function begin(stripe: Stripe, order: Order): Promise<Stripe.Subscription> {
  const { attempt, planType, name, email } = order;
  const metadata = { businessId: String(order.businessId) };
  const customer = await stripe.customers.create(...withKey(attempt, { name, email, metadata }));
  const params = {
    customer: customer.id,
    items: [{ price: await findOrCreatePrice(stripe, planType) }],
    payment_behavior: 'default_incomplete' as const,
    payment_settings: { save_default_payment_method: 'on_subscription' as const },
    metadata,
    expand: EXPAND,
  };
  return stripe.subscriptions.create(...withKey(attempt, params));
}

/** Adds an idempotency key; Stripe rejects a reused key with different parameters. */
const withKey = <P extends object>(attempt: string, params: P): [P, { idempotencyKey: string }] => [
  params,
  { idempotencyKey: `${attempt}-${sha256Hex(JSON.stringify(params)).slice(0, 16)}` },
];

const lookupKey = (planType: PlanType): string => `quarterhour_${planType}_${PLAN_CENTS[planType]}`;

/** Finds the price of a plan by its lookup key, or creates it. */
async function findOrCreatePrice(stripe: Stripe, planType: PlanType): Promise<string> {
  const key = lookupKey(planType);
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const [price] = data;
  if (price) return price.id;
  const { plan } = planLimits({ planType, isCreatorBusiness: false });
  const created = await stripe.prices.create(
    {
      currency: 'usd',
      unit_amount: PLAN_CENTS[planType],
      recurring: { interval: 'month' },
      lookup_key: key,
      nickname: plan,
      metadata: { planType },
      product_data: { name: plan },
    },
    { idempotencyKey: key },
  );
  return created.id;
}

const retrieve = (stripe: Stripe, { subscriptionId }: SubscriptionRef) =>
  stripe.subscriptions.retrieve(subscriptionId, { expand: EXPAND });

/** Returns null for a subscription that no longer exists at Stripe. */
async function find(stripe: Stripe, ref: SubscriptionRef): Promise<Stripe.Subscription | null> {
  try {
    return await retrieve(stripe, ref);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const read = async (stripe: Stripe, ref: SubscriptionRef): Promise<ProviderState> =>
  toState(await find(stripe, ref), ref);

/** A subscription that no longer exists at Stripe is canceled. */
function toState(subscription: Stripe.Subscription | null, ref: SubscriptionRef): ProviderState {
  if (subscription) return stateOf(subscription);
  return {
    planType: null,
    cancelAtPeriodEnd: false,
    periodStart: null,
    periodEnd: null,
    customerId: ref.customerId,
    subscriptionId: ref.subscriptionId,
    status: 'canceled',
    price: null,
    clientSecret: null,
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing';

/**
 * Cancels a subscription that is not paid yet. Its invoice is voided first, which fails once it is paid; canceling a paid
 * subscription would succeed and keep the money.
 */
async function cancelPayment(stripe: Stripe, ref: SubscriptionRef): Promise<ProviderState> {
  const open = await find(stripe, ref);
  if (open?.status !== 'incomplete') return toState(open, ref);
  const failure = await voidInvoice(stripe, open.latest_invoice);
  const state = await read(stripe, ref);
  if (state.status !== 'incomplete') return state;
  // A payment is in progress, so it cannot be canceled and no other can be started.
  if (failure) throw failure;
  return stateOf(await stripe.subscriptions.cancel(ref.subscriptionId, { expand: EXPAND }));
}

/** Voids an invoice. @returns the error of Stripe, or null when the invoice can no longer be paid */
async function voidInvoice(
  stripe: Stripe,
  invoice: Stripe.Subscription['latest_invoice'],
): Promise<Error | null> {
  if (invoice === null || typeof invoice === 'string')
    throw new Error('The invoice is missing in the response of Stripe');
  if (invoice.status === 'void') return null;
  try {
    await stripe.invoices.voidInvoice(invoice.id);
    return null;
  } catch (error) {
    if (error instanceof Error && !isConnectionError(error)) return error;
    throw error;
  }
}

/** Stripe's customer portal may set a date instead of the flag. */
async function setCanceling(stripe: Stripe, ref: SubscriptionRef, canceling: boolean) {
  const before = canceling ? null : await retrieve(stripe, ref);
  const hasDate = before !== null && !before.cancel_at_period_end && before.cancel_at !== null;
  const change = hasDate ? { cancel_at: '' as const } : { cancel_at_period_end: canceling };
  return stateOf(await stripe.subscriptions.update(ref.subscriptionId, { ...change, expand: EXPAND }));
}

async function changePlan(stripe: Stripe, ref: SubscriptionRef, planType: PlanType) {
  const [item] = (await retrieve(stripe, ref)).items.data;
  if (!item) throw new Error(`The subscription ${ref.subscriptionId} has no item`);
  const items = [{ id: item.id, price: await findOrCreatePrice(stripe, planType) }];
  const change = { items, proration_behavior: 'create_prorations', expand: EXPAND } as const;
  return stateOf(await stripe.subscriptions.update(ref.subscriptionId, change));
}

function stateOf(subscription: Stripe.Subscription): ProviderState {
  const [item] = subscription.items.data;
  const { customer, latest_invoice: invoice } = subscription;
  const status = SUBSCRIPTION_STATUSES.find((value) => value === subscription.status);
  if (!item || !status)
    throw new Error(`The subscription ${subscription.id} has no item or an unknown status`);
  const { price } = item;
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : null;
  return {
    customerId: typeof customer === 'string' ? customer : customer.id,
    subscriptionId: subscription.id,
    status,
    planType:
      planTypes.options.find(
        (one) => price.lookup_key === lookupKey(one) || price.metadata['planType'] === one,
      ) ?? null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    periodStart: toDate(item.current_period_start),
    periodEnd: toDate(item.current_period_end),
    price: {
      amount: price.unit_amount ?? 0,
      currency: price.currency,
      interval: price.recurring?.interval ?? 'month',
    },
    clientSecret: status === 'incomplete' ? (secret ?? null) : null,
  };
}

const toDate = (seconds: number): Date => new Date(seconds * 1000);
