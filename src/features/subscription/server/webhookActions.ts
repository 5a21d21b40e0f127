/** Guarded: webhook events of Stripe, accepted only with its signature. */

import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { AppError, notFound, parseWith } from '#platform/server/errors.ts';
import type { SignedCall } from '#platform/server/http/handlers.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { refreshSubscription } from './actions.ts';
import { providerEvents } from './tables.ts';

/**
 * Handles an event by fetching its subscription from Stripe, because events arrive late, twice and in any order.
 * @throws 400 `invalid_signature`, or `invalid` for a signed body that is no event; 404 unless Stripe takes the payments; 503 when Stripe does not respond, so that it sends
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

/** An id of Stripe, which has at most 255 characters. */
const stripeId = z.string().min(1).max(255);
const idOrObject = z.union([stripeId, z.object({ id: stripeId }).transform(({ id }) => id)]);
/** The fields read of any event. The signature proves the sender, not the content. */
const stripeEvent = z.object({
  id: stripeId,
  object: z.literal('event'),
  type: z.string(),
  data: z
    .object({ object: z.object({ object: z.string().optional() }).catchall(z.unknown()).nullish() })
    .nullish(),
});
const aboutObject = <Shape extends z.ZodType>(object: Shape) => z.object({ data: z.object({ object }) });
const aboutSubscription = aboutObject(z.object({ id: stripeId }));
const details = z.object({ subscription: idOrObject.nullish() });
const aboutInvoice = aboutObject(
  z.object({ parent: z.object({ subscription_details: details.nullish() }).nullish() }),
);

async function verifyEvent({ services }: Context, { body, signature }: SignedCall) {
  const { stripe: settings } = services.settings;
  if (!settings || !services.stripe) throw notFound();
  const { webhooks } = await services.stripe.client();
  let event: unknown;
  try {
    event = webhooks.constructEvent(body, signature, settings.webhookSecret, TOLERANCE_SECONDS);
  } catch {
    throw new AppError(400, 'invalid_signature', { message: 'This event is not signed by Stripe.' });
  }
  return parseWith(stripeEvent, event);
}

const INVOICE_EVENTS = ['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required'];

/** Returns the subscription of an event; null for events that change none. @throws 400 for an object without its fields */
function findSubscriptionId(event: z.output<typeof stripeEvent>): string | null {
  const kind = event.data?.object?.object;
  if (kind === 'subscription') return parseWith(aboutSubscription, event).data.object.id;
  if (kind !== 'invoice' || !INVOICE_EVENTS.includes(event.type)) return null;
  return parseWith(aboutInvoice, event).data.object.parent?.subscription_details?.subscription ?? null;
}

async function isHandled({ services }: Context, eventId: string): Promise<boolean> {
  const [row] = await queryDirectory(services)
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, PROVIDER), eq(providerEvents.eventId, eventId)));
  return row !== undefined;
}
