/** The payment providers of this server. */

import type Stripe from 'stripe';
import type { Services } from '#platform/server/context.ts';
import type { ExternalOrigins } from '#platform/server/http/securityHeaders.ts';
import type { Settings } from '#platform/server/settings.ts';
import type { PAYMENT_PROVIDERS } from '#features/subscription/contract.ts';
import { paymentsUnavailable, type PaymentProvider } from './provider.ts';
import { sandboxProvider } from './sandbox/actions.ts';
import { openStripe, stripeProvider } from './stripe/stripe.ts';

export type ProviderName = (typeof PAYMENT_PROVIDERS)[number];

declare module '#platform/server/context.ts' {
  interface Services {
    /** Null without its keys. One per server, because its circuit breaker counts the failures of all requests. */
    stripe: StripeService | null;
  }
}

export interface StripeService {
  provider: PaymentProvider;
  /** Creates the client with the first call; it also verifies webhooks. */
  client: () => Promise<Stripe>;
}

/** Creates the service of Stripe from its settings. */
export function createStripeService({ stripe }: Settings): StripeService | null {
  if (!stripe) return null;
  let opening: Promise<Stripe> | undefined;
  const client = () => (opening ??= openStripe(stripe));
  return { provider: stripeProvider(client), client };
}

/** Returns the provider of new payments. @throws 503 `payments_unavailable` when there is none */
export function currentProvider({ settings }: Services): ProviderName {
  if (settings.payments === 'none') throw paymentsUnavailable();
  return settings.payments;
}

/** Returns the provider of an existing subscription. @throws 503 `payments_unavailable` without its keys */
export function getProvider(services: Services, name: ProviderName): PaymentProvider {
  if (name === 'sandbox') return sandboxProvider(services, services.settings.payments === 'sandbox');
  if (!services.stripe) throw paymentsUnavailable();
  return services.stripe.provider;
}

/** Origins of Stripe's script and API, and of the frames of its card form and of banks. */
const STRIPE_ORIGINS: ExternalOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};

/** Returns the origins that the provider of these settings needs in the browser, if any. */
export const getBrowserOrigins = (settings: Settings): ExternalOrigins | undefined =>
  settings.payments === 'stripe' ? STRIPE_ORIGINS : undefined;
