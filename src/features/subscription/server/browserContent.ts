import type { ExternalOrigins } from '#platform/server/http/securityHeaders.ts';
import type { Settings } from '#platform/server/settings.ts';

/**
 * What the browser may load from Stripe where it takes the payments: its script, the frames of its card form and
 * of banks that want to see the person, and the calls of the script.
 */
const OF_STRIPE: ExternalOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};

/** What the payment provider of these settings needs in the browser; undefined: nothing. */
export const browserContent = (settings: Settings): ExternalOrigins | undefined =>
  settings.payments === 'stripe' ? OF_STRIPE : undefined;
