/** Guarded: webhook events of Stripe, accepted only with its signature. */
import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Context } from '#platform/server/context.ts';
import { AppError, notFound } from '#platform/server/errors.ts';
import type { SignedCall } from '#platform/server/http/handlers.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { refreshSubscription } from '#features/subscription/server/actions.ts';
import { providerEvents } from '#features/subscription/server/tables.ts';

/**
 * Handles an event by fetching its subscription from Stripe, because events arrive late, twice and in any order.
 * @throws 400 `invalid_signature`; 404 unless Stripe takes the payments; 503 when Stripe does not respond, so that it sends
 * the event again
 */
export async function handleStripeEvent(context: Context, signed: SignedCall): Promise<void> {
  const { services, now } = context;
  const event = await verifyEvent(context, signed);
  const subscriptionId = findSubscriptionId(event);
  if (subscriptionId === null || (await isHandled(context, event.id))) return;
  const [business] = await queryDirectory(services)
    .select({ id: businesses.id })
    .from(businesses)
    .where(eq(businesses.stripeSubscriptionId, subscriptionId));
  // A replaced subscription, or one of another system that uses the same account.
  if (!business) return;
  await refreshSubscription({ services, now, ip: context.ip, businessId: business.id, log: context.log });
  await queryDirectory(services)
    .insert(providerEvents)
    .values({ provider: PROVIDER, eventId: event.id, takenAt: now })
    .onConflictDoNothing();
}

const PROVIDER = 'stripe';
/** Older events are rejected, because an attacker may replay them. */
const TOLERANCE_SECONDS = 300;

async function verifyEvent({ services }: Context, { body, signature }: SignedCall): Promise<Stripe.Event> {
  const { stripe: settings } = services.settings;
  if (!settings || !services.stripe) throw notFound();
  const { webhooks } = await services.stripe.client();
  try {
    return webhooks.constructEvent(body, signature, settings.webhookSecret, TOLERANCE_SECONDS);
  } catch {
    throw new AppError(400, 'invalid_signature', { message: 'This event is not signed by Stripe.' });
  }
}

const INVOICE_EVENTS = ['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required'];

/** Returns the subscription of an event; null for events that change none. */
function findSubscriptionId(event: Stripe.Event): string | null {
  const { type, data }: { type: string; data?: Partial<Stripe.Event['data']> | null } = event;
  const object = data?.object;
  if (!object || !('object' in object)) return null;
  if (object.object === 'subscription') return object.id;
  if (object.object !== 'invoice' || !INVOICE_EVENTS.includes(type)) return null;
  return idOf(object.parent?.subscription_details?.subscription);
}

const idOf = (subscription: string | { id: string } | null | undefined): string | null =>
  typeof subscription === 'string' ? subscription : (subscription?.id ?? null);

async function isHandled({ services }: Context, eventId: string): Promise<boolean> {
  const [row] = await queryDirectory(services)
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, PROVIDER), eq(providerEvents.eventId, eventId)));
  return row !== undefined;
}
