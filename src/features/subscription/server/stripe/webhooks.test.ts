import { afterAll, describe, expect, test } from 'vitest';
import { refreshSubscriptions } from '#features/subscription/server/actions.ts';
import { signEvent } from '#tests/support/fakes/stripeServer.ts';
import type { StripeEvent } from '#tests/support/fakes/stripeState.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';
import { createStripeBusiness, startStripeApi } from '#tests/support/helpers/stripeApi.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const api = setUpOnce(() => startStripeApi());
const payer = setUpEach(() => createStripeBusiness(api));
afterAll(() => api.stop());

const NO_EVENTS = [null, true, 0, 'evt_1', [], [{ id: 'evt_1' }], {}, { data: null }];

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

  test('rejects signed bodies that are not events with 400 and changes nothing [16.bodies.1 R-21]', async () => {
    const before = await checksumRows(api, payer.id);
    const event = { id: 'evt_1', object: 'event', type: 'invoice.paid', created: 1, data: {} };
    const about = (object: unknown) => ({ ...event, data: { object } });
    const invoiceOf = (parent: unknown) => about({ id: 'in_1', object: 'invoice', parent });
    for (const body of [
      ...NO_EVENTS,
      ...[null, undefined, 5, '', {}, 'e'.repeat(256)].map((id) => ({ ...event, id })),
      ...[null, 5, 'v2.core.event'].map((object) => ({ ...event, object })),
      ...[null, 5].map((type) => ({ ...event, type })),
      ...['a text', 5, [1]].map((data) => ({ ...event, data })),
      ...['a text', 5, { object: 5 }, { object: 'subscription' }].map(about),
      ...[5, null, ['sub'], ''].map((id) => about({ id, object: 'subscription' })),
      ...['text', { subscription_details: 5 }, { subscription_details: { subscription: 5 } }].map(invoiceOf),
      invoiceOf({ subscription_details: { subscription: { id: null } } }),
    ]) {
      const { status, error } = await api.send(null, signEvent(body));
      expect([body, status, ['invalid', 'invalid_signature'].includes(error?.code ?? '')]).toEqual([
        body,
        400,
        true,
      ]);
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

  test('grants no second grace period when Stripe begins another period that is not paid [T3]', async () => {
    const id = await payer.paid();
    const readPaidUntil = async () => {
      await payer.deliverAll();
      const [row] = await api.sql<{ end: Date }>(
        'select subscription_period_end as end from businesses where id = $1',
        [payer.id],
      );
      return row?.end;
    };
    const end = await readPaidUntil();
    for (const _ of [1, 2, 3]) {
      api.stripe.state.renew(id, { declined: true });
      expect(await readPaidUntil()).toEqual(end);
    }
    api.stripe.state.renew(id);
    const paidUntil = await readPaidUntil();
    const { subscription } = await payer.info();
    expect(paidUntil).toEqual(new Date(Number(subscription?.current_period_end) * 1000));
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
