/** Stripe as a payment provider. It decides what is paid; the product asks and believes. */
import type Stripe from 'stripe';
import { clock } from '#platform/server/clock.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import type { StripeSettings } from '#platform/server/settings.ts';
import type { PlanType } from '#features/businesses/contract.ts';
import { planType as planTypes } from '#features/businesses/contract.ts';
import { PLAN_CENTS, planLimits } from '#features/businesses/rules.ts';
import { SUBSCRIPTION_STATUSES } from '#features/subscription/rules.ts';
import { ProviderUnavailable } from '#features/subscription/server/provider.ts';
import type {
  Order,
  PaymentProvider,
  ProviderState,
  SubscriptionRef,
} from '#features/subscription/server/provider.ts';

const TIMEOUT_MS = 10_000;
const EXPAND = ['latest_invoice.confirmation_secret'];

/** Loaded with the first call: most starts never pay. */
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

/** After so many failed calls in a row no call is sent for a while (circuit breaker). */
const MAX_UNANSWERED = 3;
const REST_MS = 10_000;

/** Calls Stripe, or throws at once while the circuit breaker is open. */
function asking(client: () => Promise<Stripe>) {
  let inVain = 0;
  let restUntil = 0;
  return async <T>(question: (stripe: Stripe) => Promise<T>): Promise<T> => {
    if (clock.now().getTime() < restUntil)
      throw new ProviderUnavailable('no call sent after several failed ones');
    try {
      const answer = await question(await client());
      inVain = 0;
      return answer;
    } catch (error) {
      inVain = isUnanswered(error) ? inVain + 1 : 0;
      if (inVain >= MAX_UNANSWERED) restUntil = clock.now().getTime() + REST_MS;
      throw new ProviderUnavailable(error);
    }
  };
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === 'StripeConnectionError';

/** @param client made once per server */
export function stripeProvider(client: () => Promise<Stripe>): PaymentProvider {
  const ask = asking(client);
  return {
    begin: (order) => ask(async (stripe) => stateOf(await begin(stripe, order))),
    read: (ref) => ask((stripe) => readOrEnded(stripe, ref)),
    abandon: (ref) => ask((stripe) => abandon(stripe, ref)),
    setCanceling: (ref, canceling) => ask((stripe) => setCanceling(stripe, ref, canceling)),
    changePlan: (ref, planType) => ask((stripe) => changePlan(stripe, ref, planType)),
    paymentMethodPage: (ref, returnTo) =>
      ask(async (stripe) => {
        const session = await stripe.billingPortal.sessions.create({
          customer: ref.customerId ?? '',
          return_url: returnTo,
          flow_data: { type: 'payment_method_update' },
        });
        return session.url;
      }),
  };
}

/** The same attempt sends the same keys, so that Stripe answers what it began before. */
async function begin(stripe: Stripe, order: Order): Promise<Stripe.Subscription> {
  const { attempt, planType, name, email } = order;
  const metadata = { businessId: String(order.businessId) };
  const customer = await stripe.customers.create(...once(attempt, { name, email, metadata }));
  const params = {
    customer: customer.id,
    items: [{ price: await priceOf(stripe, planType) }],
    payment_behavior: 'default_incomplete' as const,
    payment_settings: { save_default_payment_method: 'on_subscription' as const },
    metadata,
    expand: EXPAND,
  };
  return stripe.subscriptions.create(...once(attempt, params));
}

/** Parameters with their key: Stripe refuses a key that it saw with other parameters. */
const once = <P extends object>(attempt: string, params: P): [P, { idempotencyKey: string }] => [
  params,
  { idempotencyKey: `${attempt}-${sha256Hex(JSON.stringify(params)).slice(0, 16)}` },
];

const lookupKey = (planType: PlanType): string => `quarterhour_${planType}_${PLAN_CENTS[planType]}`;

/** The price of a plan, found by its key; made when the account does not have it yet. */
async function priceOf(stripe: Stripe, planType: PlanType): Promise<string> {
  const key = lookupKey(planType);
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const [known] = data;
  if (known) return known.id;
  const { plan } = planLimits({ planType, isCreatorBusiness: false });
  const made = await stripe.prices.create(
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
  return made.id;
}

const retrieve = (stripe: Stripe, { subscriptionId }: SubscriptionRef) =>
  stripe.subscriptions.retrieve(subscriptionId, { expand: EXPAND });

/** Null for a subscription that Stripe does not know any more. */
async function find(stripe: Stripe, ref: SubscriptionRef): Promise<Stripe.Subscription | null> {
  try {
    return await retrieve(stripe, ref);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const readOrEnded = async (stripe: Stripe, ref: SubscriptionRef): Promise<ProviderState> =>
  stateOrEnded(await find(stripe, ref), ref);

/** A subscription that Stripe does not know any more pays for nothing. */
function stateOrEnded(subscription: Stripe.Subscription | null, ref: SubscriptionRef): ProviderState {
  if (subscription) return stateOf(subscription);
  const nothing = { planType: null, cancelAtPeriodEnd: false, periodStart: null, periodEnd: null };
  return {
    ...nothing,
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
 * Ends a subscription that is not paid yet. Its invoice is voided first: that fails once it is paid, while
 * ending a paid subscription would succeed and keep the money.
 */
async function abandon(stripe: Stripe, ref: SubscriptionRef): Promise<ProviderState> {
  const open = await find(stripe, ref);
  if (open?.status !== 'incomplete') return stateOrEnded(open, ref);
  const refusal = await voidInvoice(stripe, open.latest_invoice);
  const state = await readOrEnded(stripe, ref);
  if (state.status !== 'incomplete') return state;
  // Being paid in this moment: it may not be ended, nor another be begun.
  if (refusal) throw refusal;
  return stateOf(await stripe.subscriptions.cancel(ref.subscriptionId, { expand: EXPAND }));
}

/** @returns why Stripe refuses, or null when it can no longer be paid */
async function voidInvoice(
  stripe: Stripe,
  invoice: Stripe.Subscription['latest_invoice'],
): Promise<Error | null> {
  if (invoice === null || typeof invoice === 'string') throw new Error('Stripe does not show the invoice');
  if (invoice.status === 'void') return null;
  try {
    await stripe.invoices.voidInvoice(invoice.id);
    return null;
  } catch (error) {
    if (error instanceof Error && !isUnanswered(error)) return error;
    throw error;
  }
}

/** The customer's own page at Stripe may have set a date of the end instead of the flag. */
async function setCanceling(stripe: Stripe, ref: SubscriptionRef, canceling: boolean) {
  const before = canceling ? null : await retrieve(stripe, ref);
  const dated = before !== null && !before.cancel_at_period_end && before.cancel_at !== null;
  const change = dated ? { cancel_at: '' as const } : { cancel_at_period_end: canceling };
  return stateOf(await stripe.subscriptions.update(ref.subscriptionId, { ...change, expand: EXPAND }));
}

async function changePlan(stripe: Stripe, ref: SubscriptionRef, planType: PlanType) {
  const [item] = (await retrieve(stripe, ref)).items.data;
  if (!item) throw new Error(`The subscription ${ref.subscriptionId} has no item`);
  const changed = await stripe.subscriptions.update(ref.subscriptionId, {
    items: [{ id: item.id, price: await priceOf(stripe, planType) }],
    proration_behavior: 'create_prorations',
    expand: EXPAND,
  });
  return stateOf(changed);
}

function stateOf(subscription: Stripe.Subscription): ProviderState {
  const [item] = subscription.items.data;
  const { customer, latest_invoice: invoice } = subscription;
  const status = SUBSCRIPTION_STATUSES.find((one) => one === subscription.status);
  if (!item || !status) throw new Error(`The subscription ${subscription.id} cannot be understood`);
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
    periodStart: moment(item.current_period_start),
    periodEnd: moment(item.current_period_end),
    price: {
      amount: price.unit_amount ?? 0,
      currency: price.currency,
      interval: price.recurring?.interval ?? 'month',
    },
    clientSecret: status === 'incomplete' ? (secret ?? null) : null,
  };
}

const moment = (seconds: number): Date => new Date(seconds * 1000);
