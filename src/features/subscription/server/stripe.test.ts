/** Paying through Stripe, against a stand-in for its HTTP API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApi } from '../../../../tests/world/api.ts';
import type { Api } from '../../../../tests/world/api.ts';
import { aBusiness } from '../../../../tests/world/business.ts';
import type { TestBusiness } from '../../../../tests/world/business.ts';
import { aPerson } from '../../../../tests/world/people.ts';
import { rowsOf } from '../../../../tests/world/rows.ts';
import { signed, startStripe } from '../../../../tests/world/stripe.ts';
import type { StripeStandIn } from '../../../../tests/world/stripe.ts';
import type { StripeEvent } from '../../../../tests/world/stripeBooks.ts';
import { clock } from '../../../platform/server/clock.ts';
import { lookAfterSubscriptions } from './service.ts';

let stripe: StripeStandIn;
let api: Api;
let business: TestBusiness;
let token: string;
beforeAll(async () => {
  stripe = await startStripe();
  api = await startApi(stripe.settings);
});
afterAll(async () => {
  await api.stop();
  await stripe.close();
});
beforeEach(async () => {
  stripe.breakCalls(null);
  stripe.books.events.length = 0;
  business = await aBusiness(api, { unpaid: true });
  token = business.admin.token;
});

type PlanType = 'premium' | 'professional';
const create = (planType: PlanType = 'premium') =>
  api.call(token, 'POST /api/create-subscription', { body: { businessId: business.id, planType } });
const info = () => api.ok(token, 'GET /api/subscription/info');
const deliver = (event: StripeEvent) => api.send(null, signed(event));
const write = async () => (await api.call(token, 'PUT /api/profile', { body: { bio: 'x' } })).status;

/** Sends everything that happened at Stripe since the last time. */
async function deliverAll(): Promise<void> {
  for (const event of stripe.books.events.splice(0)) expect((await deliver(event)).status).toBe(200);
}

/** The business has paid, and Stripe has said so. @returns Stripe's id of the subscription */
async function paid(planType: PlanType = 'premium'): Promise<string> {
  const { body } = await create(planType);
  const { id } = stripe.books.pay(body.clientSecret);
  await deliverAll();
  return id;
}

test('a browser learns the publishable key and no other', async () => {
  const config = await api.ok(null, 'GET /api/config');
  expect(config).toMatchObject({ payments: 'stripe', stripePublishableKey: 'pk_test_standin' });
  expect(JSON.stringify(config)).not.toMatch(/sk_test|whsec/);
});

describe('beginning and paying', () => {
  test('opens one payment at Stripe, whatever happens in between', async () => {
    const before = stripe.books.subscriptions.size;
    const first = await create();
    expect(first.body.clientSecret).toMatch(/^pi_standin\d+_secret$/);
    expect((await create()).body).toEqual(first.body);
    expect(stripe.books.subscriptions.size).toBe(before + 1);
    const [made] = [...stripe.books.subscriptions.values()].slice(-1);
    expect(made).toMatchObject({
      status: 'incomplete',
      metadata: { businessId: String(business.id) },
      items: { data: [{ price: { unit_amount: 4999, currency: 'usd', recurring: { interval: 'month' } } }] },
    });
    expect(await info()).toMatchObject({ subscription: null, can: { subscribe: true } });
  });

  test('the business may write once Stripe has said that it was paid', async () => {
    expect(await write()).toBe(402);
    const id = await paid('professional');
    expect(await write()).toBe(200);
    const start = stripe.books.subscriptions.get(id)?.items.data[0]?.current_period_start;
    expect((await info()).subscription).toEqual({
      id,
      status: 'active',
      cancel_at_period_end: false,
      current_period_start: start,
      current_period_end: stripe.books.subscriptions.get(id)?.items.data[0]?.current_period_end,
      plan: { nickname: 'Professional', amount: 7900, currency: 'usd', interval: 'month' },
      customer: { email: expect.stringContaining('@agency.example') },
    });
    const [row] = await api.sql('select stripe_subscription_id as id from businesses where id = $1', [
      business.id,
    ]);
    expect(row).toEqual({ id });
    expect((await create()).error?.code).toBe('subscription_running');
  });

  test('a look at the subscription finds the payment although no event came', async () => {
    const { body } = await create();
    stripe.books.pay(body.clientSecret);
    expect((await info()).subscription?.status).toBe('active');
    expect(await write()).toBe(200);
  });

  test('so does housekeeping, a day later', async () => {
    const { body } = await create();
    stripe.books.pay(body.clientSecret);
    const later = new Date(Date.now() + 25 * 60 * 60 * 1000);
    await lookAfterSubscriptions(api.server.services, later);
    expect((await api.ok(token, 'GET /api/business')).readOnly).toBe(false);
  });

  test('another plan gives up the payment for the first', async () => {
    const first = await create('premium');
    const second = await create('professional');
    expect(() => stripe.books.pay(first.body.clientSecret)).toThrow('not open any more');
    stripe.books.pay(second.body.clientSecret);
    await deliverAll();
    expect(await info()).toMatchObject({ planType: 'professional', subscription: { status: 'active' } });
  });

  test('another plan is refused when the first was paid a moment ago', async () => {
    const { body } = await create('premium');
    stripe.books.pay(body.clientSecret);
    expect((await create('professional')).error?.code).toBe('subscription_running');
    expect(await info()).toMatchObject({ planType: 'premium', subscription: { status: 'active' } });
  });

  test('the first is kept when it is paid in the very moment in which another plan gives it up', async () => {
    const { body } = await create('premium');
    const known = stripe.books.subscriptions.size;
    const held = stripe.holdCalls(({ method, path }) => method === 'DELETE' || path.endsWith('/void'));
    const second = create('professional');
    await held.reached;
    const { id } = stripe.books.pay(body.clientSecret);
    held.go();
    expect((await second).error?.code).toBe('subscription_running');
    expect(stripe.books.subscriptions.get(id)?.status).toBe('active');
    expect(stripe.books.subscriptions.size).toBe(known);
    expect(await info()).toMatchObject({ planType: 'premium', subscription: { id, status: 'active' } });
  });

  test('a turn is longer than all of its calls can take, ten seconds each', async () => {
    await create('premium');
    const [before, begunAt] = [stripe.calls.length, Date.now()];
    const held = stripe.holdCalls(({ method, path }) => method === 'POST' && path.endsWith('/subscriptions'));
    const second = create('professional');
    await held.reached;
    const [row] = await api.sql<{ until: Date }>(
      'select turn_until as until from subscriptions where business_id = $1',
      [business.id],
    );
    held.go();
    expect((await second).status).toBe(200);
    // One less where Stripe has the plan's price already.
    expect([7, 8]).toContain(stripe.calls.length - before);
    expect(row?.until.getTime()).toBeGreaterThan(begunAt + 8 * 10_000);
  });

  test('nothing is given up or begun while the payment for the first is being made', async () => {
    await create('premium');
    const [invoice] = [...stripe.books.invoices.values()].slice(-1);
    if (!invoice) throw new Error('It is not in the books');
    invoice.status = 'paid';
    const { size } = stripe.books.subscriptions;
    expect((await create('professional')).error?.code).toBe('payments_unavailable');
    expect(stripe.books.subscriptions.size).toBe(size);
    const { subscription } = invoice.parent.subscription_details;
    expect(stripe.books.subscriptions.get(subscription)?.status).toBe('incomplete');
  });

  test('employees see state and plan, and nothing of the customer', async () => {
    const id = await paid();
    const employee = await aPerson(api, business);
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
  const call = (name: 'cancel' | 'reactivate') => api.call(token, `POST /api/subscription/${name}`);

  test('canceling lets the paid period run out, and can be taken back', async () => {
    const id = await paid();
    const canceled = await call('cancel');
    expect(canceled.body).toMatchObject({
      subscription: { status: 'active', cancel_at_period_end: true },
      can: { cancel: false, reactivate: true, changePlan: false },
    });
    expect(stripe.books.subscriptions.get(id)?.cancel_at_period_end).toBe(true);
    expect(await write()).toBe(200);
    expect((await call('reactivate')).body.subscription?.cancel_at_period_end).toBe(false);
    expect(stripe.books.subscriptions.get(id)?.cancel_at_period_end).toBe(false);
    await call('cancel');
    stripe.books.renew(id);
    await deliverAll();
    expect((await info()).subscription?.status).toBe('canceled');
    expect(await write()).toBe(402);
  });

  test('an end that was set at Stripe itself is shown, and can be taken back', async () => {
    const id = await paid();
    const subscription = stripe.books.subscriptions.get(id);
    if (!subscription) throw new Error('It is not in the books');
    subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null;
    stripe.books.change(subscription, {});
    await deliverAll();
    expect((await info()).subscription?.cancel_at_period_end).toBe(true);
    expect((await call('reactivate')).body.subscription?.cancel_at_period_end).toBe(false);
    expect(subscription.cancel_at).toBe(null);
  });

  test('the payment method is changed on a page of Stripe', async () => {
    await paid();
    const { body } = await api.call(token, 'POST /api/subscription/update-payment-method');
    expect(body.url).toMatch(/^https:\/\/billing\.stripe\.test\/p\//);
    expect(stripe.calls.at(-1)?.form).toMatchObject({
      flow_data: { type: 'payment_method_update' },
      return_url: expect.stringMatching(/^http:\/\/.+\/subscription-management$/),
    });
  });

  test('the plan is changed on the same subscription', async () => {
    const id = await paid();
    const changed = await api.ok(token, 'POST /api/subscription/change-plan', {
      body: { planType: 'professional' },
    });
    expect(changed).toMatchObject({
      planType: 'professional',
      subscription: { id, plan: { nickname: 'Professional', amount: 7900 } },
      usage: { employees: { limit: null }, clients: { limit: 150 } },
    });
    expect(stripe.books.subscriptions.get(id)?.items.data).toHaveLength(1);
  });
});

describe('events', () => {
  test.each([
    [
      'without a signature',
      (event: StripeEvent) => ({ ...signed(event), headers: { 'content-type': 'application/json' } }),
    ],
    ['signed with another secret', (event: StripeEvent) => signed(event, { secret: 'whsec_other' })],
    ['older than five minutes', (event: StripeEvent) => signed(event, { at: Date.now() - 301_000 })],
    ['with a changed byte', (event: StripeEvent) => ({ ...signed(event), body: `${signed(event).body} ` })],
  ])('%s are refused and change nothing', async (_, make) => {
    const { body } = await create();
    stripe.books.pay(body.clientSecret);
    const [before, calls] = [await rowsOf(api, business.id), stripe.calls.length];
    for (const event of stripe.books.events) {
      const answer = await api.send(null, make(event));
      expect([answer.status, answer.error?.code]).toEqual([400, 'invalid_signature']);
    }
    expect(await rowsOf(api, business.id)).toEqual(before);
    expect(stripe.calls.length).toBe(calls);
  });

  test('count once: one that comes again asks Stripe nothing', async () => {
    const { body } = await create();
    stripe.books.pay(body.clientSecret);
    const [event] = stripe.books.events.slice(-1);
    if (!event) throw new Error('Nothing happened');
    expect((await deliver(event)).body).toEqual({ received: true });
    const [before, calls] = [await rowsOf(api, business.id), stripe.calls.length];
    expect((await deliver(event)).body).toEqual({ received: true });
    expect(stripe.calls.length).toBe(calls);
    expect(await rowsOf(api, business.id)).toEqual(before);
  });

  test('in any order and any number of times end in what Stripe says', async () => {
    const id = await paid();
    for (const declined of [false, true, false, false]) stripe.books.renew(id, { declined });
    const subscription = stripe.books.subscriptions.get(id);
    if (!subscription) throw new Error('It is not in the books');
    stripe.books.change(subscription, { cancel_at_period_end: 'true' });
    stripe.books.change(subscription, { cancel_at_period_end: 'false' });
    stripe.books.renew(id, { declined: true });
    const events = stripe.books.events.splice(0);
    const disorder = [...events.toReversed(), ...events.slice(2), ...events.slice(0, 3)];
    const answers = await Promise.all(disorder.map(deliver));
    // One that had to wait too long for the others is sent again by Stripe.
    for (const { status } of answers) expect([200, 409]).toContain(status);
    for (const event of events) await deliver(event);
    expect((await info()).subscription).toMatchObject({
      status: 'past_due',
      cancel_at_period_end: false,
      current_period_end: subscription.items.data[0]?.current_period_end,
    });
  });

  test('of other things, and of subscriptions that are not ours, are taken and change nothing', async () => {
    const before = await rowsOf(api, business.id);
    const other = { id: 'sub_elsewhere', object: 'subscription' };
    for (const [type, object] of [
      ['customer.subscription.updated', other],
      ['charge.refunded', { id: 'ch_1', object: 'charge' }],
      ['something.new', { id: 'x' }],
      ['invoice.paid', { id: 'in_1', object: 'invoice', parent: null }],
    ] as const) {
      const event = { id: `evt_${type}`, object: 'event' as const, type, created: 1, data: { object } };
      expect((await deliver(event)).status).toBe(200);
    }
    expect(await rowsOf(api, business.id)).toEqual(before);
  });

  test('without data are taken and change nothing', async () => {
    const before = await rowsOf(api, business.id);
    for (const rest of [{}, { data: null }, { data: {} }, { data: { object: null } }]) {
      const event = { id: 'evt_bare', object: 'event', type: 'v2.core.something', created: 1, ...rest };
      expect((await api.send(null, signed(event))).status).toBe(200);
    }
    expect(await rowsOf(api, business.id)).toEqual(before);
  });

  test('a declined renewal leaves two weeks from the end of the paid period', async () => {
    const id = await paid();
    const { current_period_end: paidUntil = 0 } = (await info()).subscription ?? {};
    stripe.books.renew(id, { declined: true });
    await deliverAll();
    expect((await info()).subscription?.status).toBe('past_due');
    const [row] = await api.sql<{ until: Date }>(
      'select subscription_period_end as until from businesses where id = $1',
      [business.id],
    );
    expect(row?.until).toEqual(new Date(paidUntil * 1000));
  });

  test('a subscription that Stripe does not know any more is over', async () => {
    const id = await paid();
    stripe.books.subscriptions.delete(id);
    const later = new Date(Date.now() + 32 * 24 * 60 * 60 * 1000);
    await lookAfterSubscriptions(api.server.services, later);
    expect(await info()).toMatchObject({ subscription: { status: 'canceled' }, can: { subscribe: true } });
  });
});

describe('while Stripe is away', () => {
  const refusal = [503, 'payments_unavailable'];
  const outcome = ({ status, error }: { status: number; error: { code: string } | null }) => [
    status,
    error?.code,
  ];
  /** The product leaves Stripe alone for a while after calls in vain; here the while is over. */
  let ahead = 0;
  const rested = () => {
    ahead += 11_000;
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + ahead));
  };
  beforeEach(rested);

  test('nothing is begun, and the next try is the same one', async () => {
    stripe.breakCalls('away');
    const refused = await create();
    expect(outcome(refused)).toEqual(refusal);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    stripe.breakCalls('unheard');
    expect(outcome(await create())).toEqual(refusal);
    const customers = stripe.books.customers.size;
    stripe.breakCalls(null);
    expect((await create()).status).toBe(200);
    expect(stripe.books.customers.size).toBe(customers);
  });

  test('a payment that was given up by half is given up with the next try', async () => {
    const first = await create('premium');
    stripe.breakCalls('away', ({ method }) => method === 'DELETE');
    expect(outcome(await create('professional'))).toEqual(refusal);
    expect(() => stripe.books.pay(first.body.clientSecret)).toThrow('not open any more');
    stripe.breakCalls(null);
    expect((await create('professional')).status).toBe(200);
  });

  test('nothing is changed', async () => {
    await paid('professional');
    const before = await info();
    stripe.breakCalls('away');
    expect(outcome(await api.call(token, 'POST /api/subscription/cancel'))).toEqual(refusal);
    expect(outcome(await api.call(token, 'POST /api/subscription/update-payment-method'))).toEqual(refusal);
    stripe.breakCalls(null);
    rested();
    expect(await info()).toEqual(before);
    expect((await api.call(token, 'POST /api/subscription/cancel')).status).toBe(200);
  });

  test('a tighter plan counts until Stripe says what became of it', async () => {
    await paid('professional');
    stripe.breakCalls('away');
    const change = await api.call(token, 'POST /api/subscription/change-plan', {
      body: { planType: 'premium' },
    });
    expect(outcome(change)).toEqual(refusal);
    expect((await api.ok(token, 'GET /api/business')).planType).toBe('premium');
    stripe.breakCalls(null);
    rested();
    expect(await info()).toMatchObject({
      planType: 'professional',
      subscription: { plan: { amount: 7900 } },
    });
  });

  test('a change that Stripe has made and could not say so is made', async () => {
    const id = await paid('professional');
    stripe.breakCalls('unheard', ({ method, path }) => method === 'POST' && path.endsWith(id));
    const changed = await api.call(token, 'POST /api/subscription/change-plan', {
      body: { planType: 'premium' },
    });
    expect([changed.status, changed.body.planType]).toEqual([200, 'premium']);
    const canceled = await api.call(token, 'POST /api/subscription/cancel');
    expect([canceled.status, canceled.body.subscription?.cancel_at_period_end]).toEqual([200, true]);
  });

  test('one that it has not made is undone here', async () => {
    const id = await paid('professional');
    stripe.breakCalls('away', ({ method, path }) => method === 'POST' && path.endsWith(id));
    const change = await api.call(token, 'POST /api/subscription/change-plan', {
      body: { planType: 'premium' },
    });
    expect(outcome(change)).toEqual(refusal);
    expect((await api.ok(token, 'GET /api/business')).planType).toBe('professional');
    expect((await api.call(token, 'POST /api/subscription/cancel')).status).toBe(503);
    stripe.breakCalls(null);
    expect((await info()).subscription?.cancel_at_period_end).toBe(false);
  });

  test('an event is refused, so that Stripe sends it again', async () => {
    const { body } = await create();
    stripe.books.pay(body.clientSecret);
    const [event] = stripe.books.events.slice(-1);
    if (!event) throw new Error('Nothing happened');
    stripe.breakCalls('away');
    expect(outcome(await deliver(event))).toEqual(refusal);
    expect(await write()).toBe(402);
    stripe.breakCalls(null);
    rested();
    expect((await deliver(event)).status).toBe(200);
    expect(await write()).toBe(200);
  });

  test('after three calls in vain it is left alone for a while, and nobody waits', async () => {
    stripe.breakCalls('away');
    for (let tries = 0; tries < 3; tries += 1) expect(outcome(await create())).toEqual(refusal);
    const calls = stripe.calls.length;
    stripe.breakCalls(null);
    expect(outcome(await create())).toEqual(refusal);
    expect(stripe.calls.length).toBe(calls);
    rested();
    expect((await create()).status).toBe(200);
  });
});
