import { afterAll, describe, expect, test } from 'vitest';
import { refreshSubscriptions } from '#features/subscription/server/actions.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';
import { createStripeBusiness, startStripeApi } from '#tests/support/helpers/stripeApi.ts';

const api = setUpOnce(() => startStripeApi());
const payer = setUpEach(() => createStripeBusiness(api));
afterAll(() => api.stop());

test('GET /api/config returns only the publishable key [10.7.11]', async () => {
  const config = await api.ok(null, 'GET /api/config');
  expect(config).toMatchObject({ payments: 'stripe', stripePublishableKey: 'pk_test_standin' });
  expect(JSON.stringify(config)).not.toMatch(/sk_test|whsec/);
});

describe('POST /api/create-subscription', () => {
  test('creates one payment at Stripe [10.6.19]', async () => {
    const before = api.stripe.state.subscriptions.size;
    const first = await payer.create();
    expect(first.body.clientSecret).toMatch(/^pi_standin\d+_secret$/);
    expect((await payer.create()).body).toEqual(first.body);
    expect(api.stripe.state.subscriptions.size).toBe(before + 1);
    const [subscription] = [...api.stripe.state.subscriptions.values()].slice(-1);
    expect(subscription).toMatchObject({
      status: 'incomplete',
      metadata: { businessId: String(payer.id) },
      items: { data: [{ price: { unit_amount: 4999, currency: 'usd', recurring: { interval: 'month' } } }] },
    });
    expect(await payer.info()).toMatchObject({ subscription: null, can: { subscribe: true } });
  });

  test('ends read-only access once Stripe has confirmed the payment [10.6.19 T3]', async () => {
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

  test('GET /api/subscription/info stores a payment without an event', async () => {
    const { body } = await payer.create();
    api.stripe.state.pay(body.clientSecret);
    expect((await payer.info()).subscription?.status).toBe('active');
    expect(await payer.write()).toBe(200);
  });

  test('the scheduled job stores a payment without an event after a day', async () => {
    const { body } = await payer.create();
    api.stripe.state.pay(body.clientSecret);
    const later = new Date(Date.now() + 25 * 60 * 60 * 1000);
    await refreshSubscriptions(api.server.services, later);
    expect((await api.ok(payer.token, 'GET /api/business')).readOnly).toBe(false);
  });

  test('cancels the payment for another plan', async () => {
    const first = await payer.create('premium');
    const second = await payer.create('professional');
    expect(() => api.stripe.state.pay(first.body.clientSecret)).toThrow('no longer open');
    api.stripe.state.pay(second.body.clientSecret);
    await payer.deliverAll();
    expect(await payer.info()).toMatchObject({
      planType: 'professional',
      subscription: { status: 'active' },
    });
  });

  test('answers 409 when the other plan was paid just before', async () => {
    const { body } = await payer.create('premium');
    api.stripe.state.pay(body.clientSecret);
    expect((await payer.create('professional')).error?.code).toBe('subscription_running');
    expect(await payer.info()).toMatchObject({ planType: 'premium', subscription: { status: 'active' } });
  });

  test('answers 409 when the other plan is paid during its cancellation', async () => {
    const { body } = await payer.create('premium');
    const { size } = api.stripe.state.subscriptions;
    const held = api.stripe.holdCalls(({ method, path }) => method === 'DELETE' || path.endsWith('/void'));
    const second = payer.create('professional');
    await held.reached;
    const { id } = api.stripe.state.pay(body.clientSecret);
    held.go();
    expect((await second).error?.code).toBe('subscription_running');
    expect(api.stripe.state.subscriptions.get(id)?.status).toBe('active');
    expect(api.stripe.state.subscriptions.size).toBe(size);
    expect(await payer.info()).toMatchObject({ planType: 'premium', subscription: { id, status: 'active' } });
  });

  test('holds a lease longer than the timeouts of all its calls', async () => {
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
    // One call less when the price exists at Stripe.
    expect([7, 8]).toContain(api.stripe.calls.length - before);
    expect(row?.until.getTime()).toBeGreaterThan(begunAt + 8 * 10_000);
  });

  test('answers 503 while the payment for another plan is in progress', async () => {
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

  test('GET /api/subscription/info returns nothing of the customer to employees', async () => {
    const id = await payer.paid();
    const employee = await createPerson(api, payer);
    const info = await api.ok(employee.token, 'GET /api/subscription/info');
    expect(info).toMatchObject({
      subscription: { id: null, status: 'active', plan: { nickname: 'Premium' }, customer: null },
      usage: null,
      can: { cancel: false, subscribe: false },
    });
    expect(JSON.stringify(info)).not.toContain(id);
  });
});

describe('POST /api/subscription', () => {
  const call = (name: 'cancel' | 'reactivate') => api.call(payer.token, `POST /api/subscription/${name}`);

  test('/cancel ends the subscription with the paid period, and /reactivate undoes it', async () => {
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

  test('/reactivate removes an end that was set at Stripe', async () => {
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

  test('/update-payment-method returns a page of Stripe', async () => {
    await payer.paid();
    const { body } = await api.call(payer.token, 'POST /api/subscription/update-payment-method');
    expect(body.url).toMatch(/^https:\/\/billing\.stripe\.test\/p\//);
    expect(api.stripe.calls.at(-1)?.form).toMatchObject({
      flow_data: { type: 'payment_method_update' },
      return_url: expect.stringMatching(/^http:\/\/.+\/subscription-management$/),
    });
  });

  test('/change-plan changes the same subscription', async () => {
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
