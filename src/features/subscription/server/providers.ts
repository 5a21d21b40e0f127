/** The payment providers of this server. */
import type Stripe from 'stripe';
import type { Services } from '#platform/server/context.ts';
import type { ExternalOrigins } from '#platform/server/http/securityHeaders.ts';
import type { Settings } from '#platform/server/settings.ts';
import { paymentsUnavailable, type PaymentProvider } from './provider.ts';
import { sandboxProvider } from './sandbox/actions.ts';
import { openStripe, stripeProvider } from './stripe/stripe.ts';

export type ProviderName = 'sandbox' | 'stripe';

interface Providers {
  sandbox: PaymentProvider;
  /** Null without its keys. */
  stripe: { provider: PaymentProvider; client: () => Promise<Stripe> } | null;
}

/** One set per server, because the circuit breaker of Stripe counts the failures of all requests. */
const providers = new WeakMap<Services, Providers>();

function getProviders(services: Services): Providers {
  const existing = providers.get(services);
  if (existing) return existing;
  const { payments, stripe } = services.settings;
  let opening: Promise<Stripe> | undefined;
  const client = stripe ? () => (opening ??= openStripe(stripe)) : null;
  const created: Providers = {
    sandbox: sandboxProvider(services, payments === 'sandbox'),
    stripe: client && { provider: stripeProvider(client), client },
  };
  providers.set(services, created);
  return created;
}

/** Returns the provider of new payments. @throws 503 `payments_unavailable` when there is none */
export function currentProvider({ settings }: Services): ProviderName {
  if (settings.payments === 'none') throw paymentsUnavailable();
  return settings.payments;
}

/** Returns the provider of an existing subscription. @throws 503 `payments_unavailable` without its keys */
export function getProvider(services: Services, name: ProviderName): PaymentProvider {
  const { sandbox, stripe } = getProviders(services);
  if (name === 'sandbox') return sandbox;
  if (!stripe) throw paymentsUnavailable();
  return stripe.provider;
}

/** Returns the client of Stripe, which verifies webhooks; null unless Stripe takes the payments. */
export const getStripeClient = (services: Services): Promise<Stripe> | null =>
  getProviders(services).stripe?.client() ?? null;

/** The script and the calls of Stripe, and the frames of its card form and of banks. */
const STRIPE_ORIGINS: ExternalOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};

/** Returns the origins that the provider of these settings needs in the browser, if any. */
export const getBrowserOrigins = (settings: Settings): ExternalOrigins | undefined =>
  settings.payments === 'stripe' ? STRIPE_ORIGINS : undefined;
