/** The whole server with a fake Stripe, and businesses that pay through it. */

import { expect } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { signEvent, startStripeServer, type FakeStripeServer } from '#tests/support/fakes/stripeServer.ts';
import type { StripeEvent } from '#tests/support/fakes/stripeState.ts';
import { startApi, type Api } from './api.ts';

export interface StripeApi extends Api {
  stripe: FakeStripeServer;
}

export async function startStripeApi(): Promise<StripeApi> {
  const stripe = await startStripeServer();
  const api = await startApi(stripe.settings);
  return {
    ...api,
    stripe,
    async stop() {
      await api.stop();
      await stripe.close();
    },
  };
}

type PlanType = 'premium' | 'professional';

export type StripeBusiness = Awaited<ReturnType<typeof createStripeBusiness>>;

/** A business that has not paid yet, with Stripe available and no undelivered events. */
export async function createStripeBusiness(api: StripeApi) {
  const { stripe } = api;
  stripe.failCalls(null);
  stripe.state.events.length = 0;
  const { id: businessId, admin } = await createBusiness(api, { unpaid: true });
  const { token } = admin;
  const create = (planType: PlanType = 'premium') =>
    api.call(token, 'POST /api/create-subscription', { body: { businessId, planType } });
  const deliver = (event: StripeEvent) => api.send(null, signEvent(event));
  /** Sends everything that happened at Stripe since the last time. */
  async function deliverAll(): Promise<void> {
    for (const event of stripe.state.events.splice(0)) expect((await deliver(event)).status).toBe(200);
  }
  return {
    id: businessId,
    admin,
    token,
    create,
    deliver,
    deliverAll,
    info: () => api.ok(token, 'GET /api/subscription/info'),
    /** The status of the answer to a write. */
    write: async () => (await api.call(token, 'PUT /api/profile', { body: { bio: 'x' } })).status,
    /** Pays, and Stripe sends the events. @returns Stripe's id of the subscription */
    async paid(planType: PlanType = 'premium'): Promise<string> {
      const { body } = await create(planType);
      const { id } = stripe.state.pay(body.clientSecret);
      await deliverAll();
      return id;
    },
  };
}
