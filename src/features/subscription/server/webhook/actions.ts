/** Guarded: events of Stripe. Believed only with its signature, and then only that something has changed. */
import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Context } from '#platform/server/context.ts';
import { AppError, notFound } from '#platform/server/errors.ts';
import type { SignedCall } from '#platform/server/http/handlers.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { stripeClient } from '#features/subscription/server/providers.ts';
import { refreshSubscription } from '#features/subscription/server/actions.ts';
import { providerEvents } from '#features/subscription/server/tables.ts';

/**
 * Receives an event. Its content is not used, because events come late, twice and in any order: the subscription is
 * fetched from Stripe instead.
 * @throws 400 `invalid_signature`; 404 where Stripe does not take the payments; 503 when it cannot be asked,
 * so that it sends the event again
 */
export async function takeStripeEvent(context: Context, signed: SignedCall): Promise<void> {
  const { services, now } = context;
  const event = await verified(context, signed);
  const subscriptionId = subscriptionIn(event);
  if (subscriptionId === null || (await wasTaken(context, event.id))) return;
  const [business] = await queryDirectory(services)
    .select({ id: businesses.id })
    .from(businesses)
    .where(eq(businesses.stripeSubscriptionId, subscriptionId));
  // One that was canceled, or that belongs to another system of the same account.
  if (!business) return;
  await refreshSubscription({ services, now, ip: context.ip, businessId: business.id, log: context.log });
  await queryDirectory(services)
    .insert(providerEvents)
    .values({ provider: PROVIDER, eventId: event.id, takenAt: now })
    .onConflictDoNothing();
}

const PROVIDER = 'stripe';
/** Older ones may be replayed by an attacker. */
const TOLERANCE_SECONDS = 300;

async function verified({ services }: Context, { body, signature }: SignedCall): Promise<Stripe.Event> {
  const { stripe: settings } = services.settings;
  const client = stripeClient(services);
  if (!settings || !client) throw notFound();
  const { webhooks } = await client;
  try {
    return webhooks.constructEvent(body, signature, settings.webhookSecret, TOLERANCE_SECONDS);
  } catch {
    throw new AppError(400, 'invalid_signature', { message: 'This event is not signed by Stripe.' });
  }
}

const INVOICE_EVENTS = ['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required'];

/** The subscription that an event is about; null for events that change none, and for those without data. */
function subscriptionIn(event: Stripe.Event): string | null {
  const { type, data }: { type: string; data?: Partial<Stripe.Event['data']> | null } = event;
  const object = data?.object;
  if (!object || !('object' in object)) return null;
  if (object.object === 'subscription') return object.id;
  if (object.object !== 'invoice' || !INVOICE_EVENTS.includes(type)) return null;
  return idOf(object.parent?.subscription_details?.subscription);
}

const idOf = (subscription: string | { id: string } | null | undefined): string | null =>
  typeof subscription === 'string' ? subscription : (subscription?.id ?? null);

async function wasTaken({ services }: Context, eventId: string): Promise<boolean> {
  const [row] = await queryDirectory(services)
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, PROVIDER), eq(providerEvents.eventId, eventId)));
  return row !== undefined;
}
