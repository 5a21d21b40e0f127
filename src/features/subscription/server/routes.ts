import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { notFound } from '#platform/server/errors.ts';
import { feature } from '#platform/server/http/handlers.ts';
import { getSealingKey } from '#platform/server/sealingKeys.ts';
import { countBusinesses } from '#features/businesses/server/reads.ts';
import { subscriptionContract } from '#features/subscription/contract.ts';
import { createSubscription, refreshSubscription, readInfo } from './actions.ts';
import { changePlan, openPaymentMethodPage, saveTestCard, setCanceling } from './changeActions.ts';
import { payInSandbox } from './sandbox/actions.ts';
import { handleStripeEvent } from './webhookActions.ts';

export const subscriptionRoutes = feature(subscriptionContract, {
  'GET /api/config': async ({ services, now }) => {
    const [businessCount, sealingKey] = await Promise.all([
      countBusinesses(services),
      getSealingKey(services, now),
    ]);
    return {
      productName: PRODUCT_NAME,
      payments: services.settings.payments,
      stripePublishableKey: services.settings.stripe?.publishableKey ?? null,
      businessCount,
      sealingKey: sealingKey.spki,
      sealingKeyId: sealingKey.id,
    };
  },
  'POST /api/create-subscription': (context, { body }) => createSubscription(context, body),
  'POST /api/payments/sandbox/confirm': async (context, { body }) => {
    const { services, now } = context;
    if (services.settings.payments !== 'sandbox') throw notFound();
    const { businessId } = await payInSandbox(services, body, now);
    await refreshSubscription({ ...context, businessId });
    return { status: 'succeeded' as const };
  },
  'POST /api/payments/sandbox/card': (context, { body }) => saveTestCard(context, body),
  'GET /api/subscription/info': (context) => readInfo(context),
  'POST /api/subscription/cancel': (context) => setCanceling(context, true),
  'POST /api/subscription/reactivate': (context) => setCanceling(context, false),
  'POST /api/subscription/update-payment-method': (context) => openPaymentMethodPage(context),
  'POST /api/subscription/change-plan': (context, { body }) => changePlan(context, body.planType),
  'POST /api/webhooks/stripe': async (context, { signed }) => {
    await handleStripeEvent(context, signed);
    return { received: true as const };
  },
});
