import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';
import { createStripeBusiness, startStripeApi } from '#tests/support/helpers/stripeApi.ts';

const api = setUpOnce(() => startStripeApi());
const payer = setUpEach(() => createStripeBusiness(api));
afterAll(() => api.stop());

describe('while Stripe does not respond', () => {
  const refusal = [503, 'payments_unavailable'];
  const outcome = ({ status, error }: { status: number; error: { code: string } | null }) => [
    status,
    error?.code,
  ];
  /** Moves the clock to when the circuit breaker closes. */
  let offset = 0;
  const closeCircuit = () => {
    offset += 11_000;
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + offset));
  };
  beforeEach(closeCircuit);

  test('creating a subscription answers 503, and the next attempt creates one customer', async () => {
    api.stripe.failCalls('away');
    const refused = await payer.create();
    expect(outcome(refused)).toEqual(refusal);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    api.stripe.failCalls('unheard');
    expect(outcome(await payer.create())).toEqual(refusal);
    const customers = api.stripe.state.customers.size;
    api.stripe.failCalls(null);
    expect((await payer.create()).status).toBe(200);
    expect(api.stripe.state.customers.size).toBe(customers);
  });

  test('the next attempt cancels a payment that was canceled only in part', async () => {
    const first = await payer.create('premium');
    api.stripe.failCalls('away', ({ method }) => method === 'DELETE');
    expect(outcome(await payer.create('professional'))).toEqual(refusal);
    expect(() => api.stripe.state.pay(first.body.clientSecret)).toThrow('no longer open');
    api.stripe.failCalls(null);
    expect((await payer.create('professional')).status).toBe(200);
  });

  test('changing a subscription answers 503 and changes nothing', async () => {
    await payer.paid('professional');
    const before = await payer.info();
    api.stripe.failCalls('away');
    expect(outcome(await api.call(payer.token, 'POST /api/subscription/cancel'))).toEqual(refusal);
    expect(outcome(await api.call(payer.token, 'POST /api/subscription/update-payment-method'))).toEqual(
      refusal,
    );
    api.stripe.failCalls(null);
    closeCircuit();
    expect(await payer.info()).toEqual(before);
    expect((await api.call(payer.token, 'POST /api/subscription/cancel')).status).toBe(200);
  });

  test('the limits of a tighter plan apply until Stripe responds', async () => {
    await payer.paid('professional');
    api.stripe.failCalls('away');
    const change = await api.call(payer.token, 'POST /api/subscription/change-plan', {
      body: { planType: 'premium' },
    });
    expect(outcome(change)).toEqual(refusal);
    expect((await api.ok(payer.token, 'GET /api/business')).planType).toBe('premium');
    api.stripe.failCalls(null);
    closeCircuit();
    expect(await payer.info()).toMatchObject({
      planType: 'professional',
      subscription: { plan: { amount: 7900 } },
    });
  });

  test('a change without a response is stored when Stripe applied it', async () => {
    const id = await payer.paid('professional');
    api.stripe.failCalls('unheard', ({ method, path }) => method === 'POST' && path.endsWith(id));
    const changed = await api.call(payer.token, 'POST /api/subscription/change-plan', {
      body: { planType: 'premium' },
    });
    expect([changed.status, changed.body.planType]).toEqual([200, 'premium']);
    const canceled = await api.call(payer.token, 'POST /api/subscription/cancel');
    expect([canceled.status, canceled.body.subscription?.cancel_at_period_end]).toEqual([200, true]);
  });

  test('a change without a response is undone when Stripe did not apply it', async () => {
    const id = await payer.paid('professional');
    api.stripe.failCalls('away', ({ method, path }) => method === 'POST' && path.endsWith(id));
    const change = await api.call(payer.token, 'POST /api/subscription/change-plan', {
      body: { planType: 'premium' },
    });
    expect(outcome(change)).toEqual(refusal);
    expect((await api.ok(payer.token, 'GET /api/business')).planType).toBe('professional');
    expect((await api.call(payer.token, 'POST /api/subscription/cancel')).status).toBe(503);
    api.stripe.failCalls(null);
    expect((await payer.info()).subscription?.cancel_at_period_end).toBe(false);
  });

  test('an event returns 503, so that Stripe sends it again', async () => {
    const { body } = await payer.create();
    api.stripe.state.pay(body.clientSecret);
    const [event] = api.stripe.state.events.slice(-1);
    if (!event) throw new Error('Nothing happened');
    api.stripe.failCalls('away');
    expect(outcome(await payer.deliver(event))).toEqual(refusal);
    expect(await payer.write()).toBe(402);
    api.stripe.failCalls(null);
    closeCircuit();
    expect((await payer.deliver(event)).status).toBe(200);
    expect(await payer.write()).toBe(200);
  });

  test('after three failed calls requests answer 503 without a call for 10 seconds [R-21]', async () => {
    api.stripe.failCalls('away');
    for (let tries = 0; tries < 3; tries += 1) expect(outcome(await payer.create())).toEqual(refusal);
    const calls = api.stripe.calls.length;
    api.stripe.failCalls(null);
    expect(outcome(await payer.create())).toEqual(refusal);
    expect(api.stripe.calls.length).toBe(calls);
    closeCircuit();
    expect((await payer.create()).status).toBe(200);
  });
});
