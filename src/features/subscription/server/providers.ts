/** Which provider takes the payments of this server. */
import type Stripe from 'stripe';
import type { Services } from '#platform/server/context.ts';
import { paymentsUnavailable } from './provider.ts';
import type { PaymentProvider } from './provider.ts';
import { sandboxProvider } from './sandbox/actions.ts';
import { openStripe, stripeProvider } from './stripe/stripe.ts';

export type ProviderName = 'sandbox' | 'stripe';

interface Providers {
  sandbox: PaymentProvider;
  /** Null without its keys. */
  stripe: { provider: PaymentProvider; client: () => Promise<Stripe> } | null;
}

const made = new WeakMap<Services, Providers>();

function providersOf(services: Services): Providers {
  const known = made.get(services);
  if (known) return known;
  const { payments, stripe } = services.settings;
  let opened: Promise<Stripe> | undefined;
  const client = stripe ? () => (opened ??= openStripe(stripe)) : null;
  const providers: Providers = {
    sandbox: sandboxProvider(services, payments === 'sandbox'),
    stripe: client && { provider: stripeProvider(client), client },
  };
  made.set(services, providers);
  return providers;
}

/** The provider of new payments. @throws 503 `payments_unavailable` when there is none */
export function currentProvider({ settings }: Services): ProviderName {
  if (settings.payments === 'none') throw paymentsUnavailable();
  return settings.payments;
}

/**
 * The provider that has a subscription, also when new ones are begun with another.
 * @throws 503 `payments_unavailable` when its keys are gone
 */
export function providerNamed(services: Services, name: ProviderName): PaymentProvider {
  const { sandbox, stripe } = providersOf(services);
  if (name === 'sandbox') return sandbox;
  if (!stripe) throw paymentsUnavailable();
  return stripe.provider;
}

/** The client of Stripe, for what its webhooks send; null when Stripe does not take the payments. */
export const stripeClient = (services: Services): Promise<Stripe> | null =>
  providersOf(services).stripe?.client() ?? null;
