/** Paying through Stripe, against a stand-in for its HTTP API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson } from '#tests/support/factories/people.ts';
import { createStripeBusiness, startStripeApi } from '#tests/support/helpers/stripeApi.ts';
import type { StripeBusiness, StripeApi } from '#tests/support/helpers/stripeApi.ts';
import { refreshSubscriptions } from '#features/subscription/server/actions.ts';

let api: StripeApi;
let payer: StripeBusiness;
beforeAll(async () => {
  api = await startStripeApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  payer = await createStripeBusiness(api);
});

test('a browser learns the publishable key and no other [10.7.11]', async () => {
  const config = await api.ok(null, 'GET /api/config');
  expect(config).toMatchObject({ payments: 'stripe', stripePublishableKey: 'pk_test_standin' });
  expect(JSON.stringify(config)).not.toMatch(/sk_test|whsec/);
});

describe('beginning and paying', () => {
  test('opens one payment at Stripe, whatever happens in between [10.6.19]', async () => {
    const before = api.stripe.state.subscriptions.size;
    const first = await payer.create();
    expect(first.body.clientSecret).toMatch(/^pi_standin\d+_secret$/);
    expect((await payer.create()).body).toEqual(first.body);
    expect(api.stripe.state.subscriptions.size).toBe(before + 1);
    const [made] = [...api.stripe.state.subscriptions.values()].slice(-1);
    expect(made).toMatchObject({
      status: 'incomplete',
      metadata: { businessId: String(payer.id) },
      items: { data: [{ price: { unit_amount: 4999, currency: 'usd', recurring: { interval: 'month' } } }] },
    });
    expect(await payer.info()).toMatchObject({ subscription: null, can: { subscribe: true } });
  });

  test('the business may write once Stripe has confirmed the payment [10.6.19 T3]', async () => {
    expect(await payer.write()).toBe(402);
    const id = await payer.paid('professional');
    expect(await payer.write()).toBe(200);
    const start = api.stripe.state.subscriptions.get(id)?.items.data[0]?.current_period_start;
    expect((await payer.info()).subscription).toEqual({
      id,
      status: 'active',
      cancel_at_period_end: false,
      current_period_start: start,
      current_period_end: api.stripe.state.subscriptions.get(id)?.items.data[0]?.current_period_end,
      plan: { nickname: 'Professional', amount: 7900, currency: 'usd', interval: 'month' },
      customer: { email: expect.stringContaining('@agency.example') },
    });
    const [row] = await api.sql('select stripe_subscription_id as id from businesses where id = $1', [
      payer.id,
    ]);
    expect(row).toEqual({ id });
    expect((await payer.create()).error?.code).toBe('subscription_running');
  });

  test('a look at the subscription finds the payment although no event came', async () => {
    const { body } = await payer.create();
    api.stripe.state.pay(body.clientSecret);
    expect((await payer.info()).subscription?.status).toBe('active');
    expect(await payer.write()).toBe(200);
  });

  test('so does housekeeping, a day later', async () => {
    const { body } = await payer.create();
    api.stripe.state.pay(body.clientSecret);
    const later = new Date(Date.now() + 25 * 60 * 60 * 1000);
    await refreshSubscriptions(api.server.services, later);
    expect((await api.ok(payer.token, 'GET /api/business')).readOnly).toBe(false);
  });

  test('another plan gives up the payment for the first', async () => {
    const first = await payer.create('premium');
    const second = await payer.create('professional');
    expect(() => api.stripe.state.pay(first.body.clientSecret)).toThrow('not open any more');
    api.stripe.state.pay(second.body.clientSecret);
    await payer.deliverAll();
    expect(await payer.info()).toMatchObject({
      planType: 'professional',
      subscription: { status: 'active' },
    });
  });

  test('another plan is refused when the first was paid a moment ago', async () => {
    const { body } = await payer.create('premium');
    api.stripe.state.pay(body.clientSecret);
    expect((await payer.create('professional')).error?.code).toBe('subscription_running');
    expect(await payer.info()).toMatchObject({ planType: 'premium', subscription: { status: 'active' } });
  });

  test('the first is kept when it is paid in the very moment in which another plan gives it up', async () => {
    const { body } = await payer.create('premium');
    const known = api.stripe.state.subscriptions.size;
    const held = api.stripe.holdCalls(({ method, path }) => method === 'DELETE' || path.endsWith('/void'));
    const second = payer.create('professional');
    await held.reached;
    const { id } = api.stripe.state.pay(body.clientSecret);
    held.go();
    expect((await second).error?.code).toBe('subscription_running');
    expect(api.stripe.state.subscriptions.get(id)?.status).toBe('active');
    expect(api.stripe.state.subscriptions.size).toBe(known);
    expect(await payer.info()).toMatchObject({ planType: 'premium', subscription: { id, status: 'active' } });
  });

  test('a turn is longer than all of its calls can take, ten seconds each', async () => {
    await payer.create('premium');
    const [before, begunAt] = [api.stripe.calls.length, Date.now()];
    const held = api.stripe.holdCalls(
      ({ method, path }) => method === 'POST' && path.endsWith('/subscriptions'),
    );
    const second = payer.create('professional');
    await held.reached;
    const [row] = await api.sql<{ until: Date }>(
      'select lease_until as until from subscriptions where business_id = $1',
      [payer.id],
    );
    held.go();
    expect((await second).status).toBe(200);
    // One less where Stripe has the plan's price already.
    expect([7, 8]).toContain(api.stripe.calls.length - before);
    expect(row?.until.getTime()).toBeGreaterThan(begunAt + 8 * 10_000);
  });

  test('no payment is canceled or started while the first one is being made', async () => {
    await payer.create('premium');
    const [invoice] = [...api.stripe.state.invoices.values()].slice(-1);
    if (!invoice) throw new Error('It is not in the books');
    invoice.status = 'paid';
    const { size } = api.stripe.state.subscriptions;
    expect((await payer.create('professional')).error?.code).toBe('payments_unavailable');
    expect(api.stripe.state.subscriptions.size).toBe(size);
    const { subscription } = invoice.parent.subscription_details;
    expect(api.stripe.state.subscriptions.get(subscription)?.status).toBe('incomplete');
  });

  test('employees see state and plan, and nothing of the customer', async () => {
    const id = await payer.paid();
    const employee = await createPerson(api, payer);
    const seen = await api.ok(employee.token, 'GET /api/subscription/info');
    expect(seen).toMatchObject({
      subscription: { id: null, status: 'active', plan: { nickname: 'Premium' }, customer: null },
      usage: null,
      can: { cancel: false, subscribe: false },
    });
    expect(JSON.stringify(seen)).not.toContain(id);
  });
});

describe('what managers do', () => {
  const call = (name: 'cancel' | 'reactivate') => api.call(payer.token, `POST /api/subscription/${name}`);

  test('canceling lets the paid period run out, and can be taken back', async () => {
    const id = await payer.paid();
    const canceled = await call('cancel');
    expect(canceled.body).toMatchObject({
      subscription: { status: 'active', cancel_at_period_end: true },
      can: { cancel: false, reactivate: true, changePlan: false },
    });
    expect(api.stripe.state.subscriptions.get(id)?.cancel_at_period_end).toBe(true);
    expect(await payer.write()).toBe(200);
    expect((await call('reactivate')).body.subscription?.cancel_at_period_end).toBe(false);
    expect(api.stripe.state.subscriptions.get(id)?.cancel_at_period_end).toBe(false);
    await call('cancel');
    api.stripe.state.renew(id);
    await payer.deliverAll();
    expect((await payer.info()).subscription?.status).toBe('canceled');
    expect(await payer.write()).toBe(402);
  });

  test('an end that was set at Stripe itself is shown, and can be taken back', async () => {
    const id = await payer.paid();
    const subscription = api.stripe.state.subscriptions.get(id);
    if (!subscription) throw new Error('It is not in the books');
    subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null;
    api.stripe.state.change(subscription, {});
    await payer.deliverAll();
    expect((await payer.info()).subscription?.cancel_at_period_end).toBe(true);
    expect((await call('reactivate')).body.subscription?.cancel_at_period_end).toBe(false);
    expect(subscription.cancel_at).toBe(null);
  });

  test('the payment method is changed on a page of Stripe', async () => {
    await payer.paid();
    const { body } = await api.call(payer.token, 'POST /api/subscription/update-payment-method');
    expect(body.url).toMatch(/^https:\/\/billing\.stripe\.test\/p\//);
    expect(api.stripe.calls.at(-1)?.form).toMatchObject({
      flow_data: { type: 'payment_method_update' },
      return_url: expect.stringMatching(/^http:\/\/.+\/subscription-management$/),
    });
  });

  test('the plan is changed on the same subscription', async () => {
    const id = await payer.paid();
    const changed = await api.ok(payer.token, 'POST /api/subscription/change-plan', {
      body: { planType: 'professional' },
    });
    expect(changed).toMatchObject({
      planType: 'professional',
      subscription: { id, plan: { nickname: 'Professional', amount: 7900 } },
      usage: { employees: { limit: null }, clients: { limit: 150 } },
    });
    expect(api.stripe.state.subscriptions.get(id)?.items.data).toHaveLength(1);
  });
});
