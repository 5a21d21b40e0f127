import { afterAll, describe, expect, test } from 'vitest';
import { signEvent } from '#tests/support/fakes/stripeServer.ts';
import type { StripeEvent } from '#tests/support/fakes/stripeState.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';
import { createStripeBusiness, startStripeApi } from '#tests/support/helpers/stripeApi.ts';
import { refreshSubscriptions } from '#features/subscription/server/actions.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';

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

describe('POST /api/webhooks/stripe', () => {
  test.each([
    [
      'without a signature',
      (event: StripeEvent) => ({ ...signEvent(event), headers: { 'content-type': 'application/json' } }),
    ],
    ['signed with another secret', (event: StripeEvent) => signEvent(event, { secret: 'whsec_other' })],
    ['older than five minutes', (event: StripeEvent) => signEvent(event, { at: Date.now() - 301_000 })],
    [
      'with a changed byte',
      (event: StripeEvent) => ({ ...signEvent(event), body: `${signEvent(event).body} ` }),
    ],
  ])('answers 400 to events %s [10.6.20 T21 R-21]', async (_, make) => {
    const { body } = await payer.create();
    api.stripe.state.pay(body.clientSecret);
    const [before, calls] = [await checksumRows(api, payer.id), api.stripe.calls.length];
    for (const event of api.stripe.state.events) {
      expectError(await api.send(null, make(event)), 400, 'invalid_signature');
    }
    expect(await checksumRows(api, payer.id)).toEqual(before);
    expect(api.stripe.calls.length).toBe(calls);
  });

  test('handles an event once [10.6.21 T21]', async () => {
    const { body } = await payer.create();
    api.stripe.state.pay(body.clientSecret);
    const [event] = api.stripe.state.events.slice(-1);
    if (!event) throw new Error('Nothing happened');
    expect((await payer.deliver(event)).body).toEqual({ received: true });
    const [before, calls] = [await checksumRows(api, payer.id), api.stripe.calls.length];
    expect((await payer.deliver(event)).body).toEqual({ received: true });
    expect(api.stripe.calls.length).toBe(calls);
    expect(await checksumRows(api, payer.id)).toEqual(before);
  });

  test('stores the state of Stripe after events in any order and number [10.6.21 T21 R-21]', async () => {
    const id = await payer.paid();
    for (const declined of [false, true, false, false]) api.stripe.state.renew(id, { declined });
    const subscription = api.stripe.state.subscriptions.get(id);
    if (!subscription) throw new Error('It is not in the books');
    api.stripe.state.change(subscription, { cancel_at_period_end: 'true' });
    api.stripe.state.change(subscription, { cancel_at_period_end: 'false' });
    api.stripe.state.renew(id, { declined: true });
    const events = api.stripe.state.events.splice(0);
    const disorder = [...events.toReversed(), ...events.slice(2), ...events.slice(0, 3)];
    const answers = await Promise.all(disorder.map(payer.deliver));
    // Stripe resends an event that waited too long for the others.
    for (const { status } of answers) expect([200, 409]).toContain(status);
    for (const event of events) await payer.deliver(event);
    expect((await payer.info()).subscription).toMatchObject({
      status: 'past_due',
      cancel_at_period_end: false,
      current_period_end: subscription.items.data[0]?.current_period_end,
    });
  });

  test('accepts events about other objects and subscriptions, and changes nothing', async () => {
    const before = await checksumRows(api, payer.id);
    const other = { id: 'sub_elsewhere', object: 'subscription' };
    for (const [type, object] of [
      ['customer.subscription.updated', other],
      ['charge.refunded', { id: 'ch_1', object: 'charge' }],
      ['something.new', { id: 'x' }],
      ['invoice.paid', { id: 'in_1', object: 'invoice', parent: null }],
    ] as const) {
      const event = { id: `evt_${type}`, object: 'event' as const, type, created: 1, data: { object } };
      expect((await payer.deliver(event)).status).toBe(200);
    }
    expect(await checksumRows(api, payer.id)).toEqual(before);
  });

  test('accepts events without data, and changes nothing', async () => {
    const before = await checksumRows(api, payer.id);
    for (const rest of [{}, { data: null }, { data: {} }, { data: { object: null } }]) {
      const event = { id: 'evt_bare', object: 'event', type: 'v2.core.something', created: 1, ...rest };
      expect((await api.send(null, signEvent(event))).status).toBe(200);
    }
    expect(await checksumRows(api, payer.id)).toEqual(before);
  });

  test('keeps the end of the paid period after a declined renewal', async () => {
    const id = await payer.paid();
    const { current_period_end: paidUntil = 0 } = (await payer.info()).subscription ?? {};
    api.stripe.state.renew(id, { declined: true });
    await payer.deliverAll();
    expect((await payer.info()).subscription?.status).toBe('past_due');
    const [row] = await api.sql<{ until: Date }>(
      'select subscription_period_end as until from businesses where id = $1',
      [payer.id],
    );
    expect(row?.until).toEqual(new Date(paidUntil * 1000));
  });

  test('a subscription that no longer exists at Stripe has ended', async () => {
    const id = await payer.paid();
    api.stripe.state.subscriptions.delete(id);
    const later = new Date(Date.now() + 32 * 24 * 60 * 60 * 1000);
    await refreshSubscriptions(api.server.services, later);
    expect(await payer.info()).toMatchObject({
      subscription: { status: 'canceled' },
      can: { subscribe: true },
    });
  });
});
