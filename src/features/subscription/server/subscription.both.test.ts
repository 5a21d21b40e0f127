import { describe, expect, test } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { createBusiness, createCreatorBusiness } from '#tests/support/factories/businesses.ts';
import { CARD, openPayment, payWithCard } from '#tests/support/factories/payments.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createSubscriber, fromUnixSeconds } from '#tests/support/factories/subscribers.ts';
import { useApi, type EndpointName } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const api = useApi();
const creator = setUpOnce(() => createCreatorBusiness(api));
const subscriber = setUpEach(() => createSubscriber(api));

describe('GET /api/subscription/info', () => {
  test('returns only state and plan to employees [6.capability.25 10.8.13]', async () => {
    const employee = await createPerson(api, subscriber);
    const whole = await subscriber.info();
    const { subscription, planType, usage, can } = await subscriber.info(employee.token);
    expect(subscription).toEqual({ ...whole.subscription, id: null, customer: null });
    expect([planType, usage]).toEqual(['premium', null]);
    expect(Object.values(can)).toEqual([false, false, false, false, false]);
  });

  test('returns the usage of the plan to managers [7.subscription.2]', async () => {
    const manager = await createPerson(api, subscriber, { role: 'manager' });
    await createPerson(api, subscriber);
    const inactive = await createPerson(api, subscriber);
    const params = { id: inactive.id };
    await api.ok(subscriber.token, 'PUT /api/users/:id/profile', { params, body: { status: 'inactive' } });
    await api.sql(
      `insert into clients (business_id, company_name, contact_name, status, archived_at)
       values ($1, 'A', 'A', 'active', null), ($1, 'B', 'B', 'inactive', null), ($1, 'C', 'C', 'active', now())`,
      [subscriber.id],
    );
    expect((await subscriber.info(manager.token)).usage).toEqual({
      employees: { used: 2, limit: 8 },
      clients: { used: 1, limit: 80 },
    });
  });

  test('returns no subscription for a business that never paid, and for the creator', async () => {
    const unpaid = await createBusiness(api, { unpaid: true });
    expect(await subscriber.info(unpaid.admin.token)).toMatchObject({
      subscription: null,
      can: { subscribe: true },
    });
    expect(await subscriber.info(creator.admin.token)).toMatchObject({
      subscription: null,
      usage: { employees: { limit: null }, clients: { limit: null } },
      can: { subscribe: false },
    });
  });

  test('answers 401 without a session', async () => {
    expect((await api.call(null, 'GET /api/subscription/info')).status).toBe(401);
  });
});

describe('POST /api/subscription/cancel and /reactivate', () => {
  test('end the subscription with the paid period, to the second [7.subscription.3]', async () => {
    const before = (await subscriber.info()).subscription;
    const { status, body } = await subscriber.act('cancel');
    expect(status).toBe(200);
    expect(body.subscription).toEqual({ ...before, cancel_at_period_end: true });
    expect(body.can).toEqual({
      subscribe: false,
      cancel: false,
      reactivate: true,
      updatePaymentMethod: true,
      changePlan: false,
    });
    const end = fromUnixSeconds(before?.current_period_end);
    await subscriber.travelTo(new Date(end.getTime() - 1000));
    expect(await subscriber.readOnly()).toBe(false);
    // The period's end has milliseconds, which Unix seconds do not have.
    await subscriber.travelTo(new Date(end.getTime() + 1000));
    expect(await subscriber.readOnly()).toBe(true);
    const ended = await subscriber.info();
    expect(ended).toMatchObject({
      subscription: { status: 'canceled' },
      can: { subscribe: true, reactivate: false },
    });
    expect((await api.call(subscriber.token, 'PUT /api/profile', { body: { bio: 'x' } })).status).toBe(402);
    // A returning customer starts again.
    expect((await payWithCard(api, await openPayment(api, subscriber))).status).toBe(200);
    expect(await subscriber.readOnly()).toBe(false);
    expect((await subscriber.info()).subscription?.current_period_start).toBe(
      Math.floor(clock.now().getTime() / 1000),
    );
  });

  test('undo a cancellation until the end of the period [7.subscription.4]', async () => {
    const before = await subscriber.info();
    await subscriber.act('cancel');
    expect((await subscriber.act('reactivate')).body).toEqual(before);
    const end = fromUnixSeconds(before.subscription?.current_period_end);
    await subscriber.act('cancel');
    await subscriber.travelTo(new Date(end.getTime() + 1000));
    expectError(await subscriber.act('reactivate'), 409, 'no_subscription');
  });

  test('add an entry to the audit log, and refresh open pages', async () => {
    const manager = await createPerson(api, subscriber, { role: 'manager' });
    const published: string[][] = [];
    const unlisten = api.server.services.events.onPublish(({ businessId, topics }) => {
      if (businessId === subscriber.id) published.push(topics);
    });
    await subscriber.act('cancel', manager.token);
    await subscriber.act('reactivate', manager.token);
    unlisten();
    expect(published).toEqual([
      ['subscription', 'business'],
      ['subscription', 'business'],
    ]);
    const rows = await api.sql(
      `select action, actor_id, details->>'cancelAtPeriodEnd' as canceling from audit_log
       where business_id = $1 and object = 'subscription' order by seq desc limit 2`,
      [subscriber.id],
    );
    expect(rows).toEqual([
      { action: 'reactivated', actor_id: manager.id, canceling: 'false' },
      { action: 'canceled', actor_id: manager.id, canceling: 'true' },
    ]);
  });
});

describe('POST /api/subscription/update-payment-method', () => {
  test('returns the address of our own page with the sandbox [7.subscription.5]', async () => {
    const { url } = await api.ok(subscriber.token, 'POST /api/subscription/update-payment-method');
    expect(url).toBe('/subscription-management?payment-method=update');
  });

  test.each([
    ['4000000000000002', 402, 'card_declined'],
    ['4000000000000069', 402, 'expired_card'],
    ['4242424242424241', 400, 'invalid'],
  ])('the test card %s is rejected with %i and not saved', async (cardNumber, status, code) => {
    const before = await checksumRows(api, subscriber.id);
    expectError(await subscriber.saveCard({ cardNumber }), status, code);
    const { subscriptions: _, ...untouched } = before;
    expect(await checksumRows(api, subscriber.id)).toMatchObject(untouched);
  });
});

describe('POST /api/subscription/change-plan', () => {
  test('changes price and limits immediately [10.3.19 10.8.12]', async () => {
    const { status, body } = await subscriber.changePlan('professional');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      planType: 'professional',
      subscription: { status: 'active', plan: { nickname: 'Professional', amount: 7900 } },
      usage: { employees: { used: 0, limit: null }, clients: { used: 0, limit: 150 } },
    });
    expect((await api.ok(subscriber.token, 'GET /api/business')).planType).toBe('professional');
    for (let number = 0; number < 9; number += 1) await createPerson(api, subscriber);
    const refused = await subscriber.changePlan('premium');
    expectError(refused, 409, 'plan_limit_reached');
    expect(refused.error?.message).toBe('The Premium plan allows up to 8 employees, and there are 9.');
    expect((await subscriber.info()).planType).toBe('professional');
  });

  test('does not count admins and inactive people', async () => {
    await subscriber.changePlan('professional');
    for (let number = 0; number < 8; number += 1) await createPerson(api, subscriber);
    await createPerson(api, subscriber, { role: 'admin' });
    const { id } = await createPerson(api, subscriber);
    await api.ok(subscriber.token, 'PUT /api/users/:id/profile', {
      params: { id },
      body: { status: 'inactive' },
    });
    expect((await subscriber.changePlan('premium')).status).toBe(200);
    const back = await api.call(subscriber.token, 'PUT /api/users/:id/profile', {
      params: { id },
      body: { status: 'active' },
    });
    expect(back.error?.code).toBe('plan_limit_reached');
  });

  test('answers 409 for the current plan', async () => {
    expectError(await subscriber.changePlan('premium'), 409, 'plan_unchanged');
  });

  test('answers 409 while the subscription is canceled', async () => {
    await subscriber.act('cancel');
    expect((await subscriber.changePlan('professional')).error?.code).toBe('subscription_canceling');
    expect((await subscriber.act('cancel')).error?.code).toBe('subscription_canceling');
  });

  test('answers 400 for an unknown plan [10.8.12]', async () => {
    const answer = await subscriber.changePlan('free');
    expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, 'planType']);
  });
});

describe('every action', () => {
  const ACTIONS: [EndpointName, object?][] = [
    ['POST /api/subscription/cancel'],
    ['POST /api/subscription/reactivate'],
    ['POST /api/subscription/update-payment-method'],
    ['POST /api/subscription/change-plan', { planType: 'professional' }],
    ['POST /api/payments/sandbox/card', CARD],
  ];

  test.each(ACTIONS)(
    '%s answers 403 to employees and 409 in other businesses [6.rules.13 10.8.13]',
    async (name, body) => {
      const employee = await createPerson(api, subscriber);
      const parts = body ? { body } : {};
      const before = await checksumRows(api, subscriber.id);
      expect((await api.call(null, name, parts)).status).toBe(401);
      expect((await api.call(employee.token, name, parts)).status).toBe(403);
      const otherAdmin = (await createBusiness(api, { unpaid: true })).admin.token;
      expectError(await api.call(otherAdmin, name, parts), 409, 'no_subscription');
      expect((await api.call(creator.admin.token, name, parts)).error?.code).toBe('creator_business');
      expect(await checksumRows(api, subscriber.id)).toEqual(before);
    },
  );

  test.each(ACTIONS.filter(([name]) => !name.endsWith('reactivate')))(
    '%s works while the business is read-only for an unpaid period',
    async (name, body) => {
      await api.sql(
        `update businesses set subscription_period_end = now() - interval '20 days' where id = $1`,
        [subscriber.id],
      );
      expect(await subscriber.readOnly()).toBe(true);
      expect((await api.call(subscriber.token, name, body ? { body } : {})).status).toBe(200);
    },
  );

  test('runs once, and a second request with the same key replays the response', async () => {
    const headers = { 'idempotency-key': 'cancel-once' };
    const first = await api.call(subscriber.token, 'POST /api/subscription/cancel', { headers });
    await subscriber.act('reactivate');
    const again = await api.call(subscriber.token, 'POST /api/subscription/cancel', { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await subscriber.info()).subscription?.cancel_at_period_end).toBe(false);
  });
});
