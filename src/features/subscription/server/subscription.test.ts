/** A subscription that runs, with the sandbox: seen, canceled, changed, renewed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApi } from '../../../../tests/world/api.ts';
import type { Api, Name } from '../../../../tests/world/api.ts';
import { aBusiness, theCreator } from '../../../../tests/world/business.ts';
import type { TestBusiness } from '../../../../tests/world/business.ts';
import { anOpenPayment, aPayingBusiness, CARD, pay } from '../../../../tests/world/payments.ts';
import { aPerson, signedIn } from '../../../../tests/world/people.ts';
import { rowsOf } from '../../../../tests/world/rows.ts';
import { clock } from '../../../platform/server/clock.ts';
import { monthsAfter } from './sandboxPeriods.ts';
import { lookAfterSubscriptions } from './service.ts';

let api: Api;
let creator: TestBusiness;
let business: TestBusiness;
let token: string;
beforeAll(async () => {
  api = await startApi();
  creator = await theCreator(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  business = await aPayingBusiness(api);
  token = business.admin.token;
});

type Action = 'cancel' | 'reactivate';
const info = (who = token) => api.ok(who, 'GET /api/subscription/info');
const act = (action: Action, who = token) => api.call(who, `POST /api/subscription/${action}`);
const changePlan = (planType: string, who = token) =>
  api.call(who, 'POST /api/subscription/change-plan', { body: { planType } });
const saveCard = (card: object = {}, who = token) =>
  api.call(who, 'POST /api/payments/sandbox/card', { body: { ...CARD, ...card } });
const readOnly = async () => (await api.ok(token, 'GET /api/business')).readOnly;

/** Moves the server's clock; whoever was signed in signs in again. */
async function travelTo(moment: Date): Promise<void> {
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(moment));
  token = await signedIn(api, business.admin);
}
const DAY_MS = 24 * 60 * 60 * 1000;
const moment = (seconds = 0) => new Date(seconds * 1000);

describe('GET /api/subscription/info', () => {
  test('employees see state and plan alone', async () => {
    const employee = await aPerson(api, business);
    const whole = await info();
    const { subscription, planType, usage, can } = await info(employee.token);
    expect(subscription).toEqual({ ...whole.subscription, id: null, customer: null });
    expect([planType, usage]).toEqual(['premium', null]);
    expect(Object.values(can)).toEqual([false, false, false, false, false]);
  });

  test('managers see what of the plan is used', async () => {
    const manager = await aPerson(api, business, { role: 'manager' });
    await aPerson(api, business);
    const gone = await aPerson(api, business);
    const params = { id: gone.id };
    await api.ok(token, 'PUT /api/users/:id/profile', { params, body: { status: 'inactive' } });
    await api.sql(
      `insert into clients (business_id, company_name, contact_name, status, archived_at)
       values ($1, 'A', 'A', 'active', null), ($1, 'B', 'B', 'inactive', null), ($1, 'C', 'C', 'active', now())`,
      [business.id],
    );
    expect((await info(manager.token)).usage).toEqual({
      employees: { used: 2, limit: 8 },
      clients: { used: 1, limit: 80 },
    });
  });

  test('a business that never paid has none, and neither has the creator', async () => {
    const unpaid = await aBusiness(api, { unpaid: true });
    expect(await info(unpaid.admin.token)).toMatchObject({ subscription: null, can: { subscribe: true } });
    expect(await info(creator.admin.token)).toMatchObject({
      subscription: null,
      usage: { employees: { limit: null }, clients: { limit: null } },
      can: { subscribe: false },
    });
  });

  test('without a session it is 401', async () => {
    expect((await api.call(null, 'GET /api/subscription/info')).status).toBe(401);
  });
});

describe('canceling', () => {
  test('keeps what is paid for, to the moment', async () => {
    const before = (await info()).subscription;
    const { status, body } = await act('cancel');
    expect(status).toBe(200);
    expect(body.subscription).toEqual({ ...before, cancel_at_period_end: true });
    expect(body.can).toEqual({
      subscribe: false,
      cancel: false,
      reactivate: true,
      updatePaymentMethod: true,
      changePlan: false,
    });
    const end = moment(before?.current_period_end);
    await travelTo(new Date(end.getTime() - 1000));
    expect(await readOnly()).toBe(false);
    // The period's end has milliseconds that its Unix seconds have not.
    await travelTo(new Date(end.getTime() + 1000));
    expect(await readOnly()).toBe(true);
    const ended = await info();
    expect(ended).toMatchObject({
      subscription: { status: 'canceled' },
      can: { subscribe: true, reactivate: false },
    });
    expect((await api.call(token, 'PUT /api/profile', { body: { bio: 'x' } })).status).toBe(402);
    // Whoever comes back begins anew.
    expect(
      (await pay(api, await anOpenPayment(api, { ...business, admin: { ...business.admin, token } }))).status,
    ).toBe(200);
    expect(await readOnly()).toBe(false);
    expect((await info()).subscription?.current_period_start).toBe(Math.floor(clock.now().getTime() / 1000));
  });

  test('can be taken back as long as the period lasts', async () => {
    const before = await info();
    await act('cancel');
    expect((await act('reactivate')).body).toEqual(before);
    const end = moment(before.subscription?.current_period_end);
    await act('cancel');
    await travelTo(new Date(end.getTime() + 1000));
    const late = await act('reactivate');
    expect([late.status, late.error?.code]).toEqual([409, 'no_subscription']);
  });

  test('is in the audit log with who did it, and open pages hear of it', async () => {
    const manager = await aPerson(api, business, { role: 'manager' });
    const heard: string[][] = [];
    const unlisten = api.server.services.events.tap(({ businessId, topics }) => {
      if (businessId === business.id) heard.push(topics);
    });
    await act('cancel', manager.token);
    await act('reactivate', manager.token);
    unlisten();
    expect(heard).toEqual([
      ['subscription', 'business'],
      ['subscription', 'business'],
    ]);
    const rows = await api.sql(
      `select action, actor_id, details->>'cancelAtPeriodEnd' as canceling from audit_log
       where business_id = $1 and object = 'subscription' order by seq desc limit 2`,
      [business.id],
    );
    expect(rows).toEqual([
      { action: 'reactivated', actor_id: manager.id, canceling: 'false' },
      { action: 'canceled', actor_id: manager.id, canceling: 'true' },
    ]);
  });
});

describe('renewals', () => {
  test('a paid period is followed by the next, on the same day, when somebody looks', async () => {
    const before = (await info()).subscription;
    await travelTo(new Date(moment(before?.current_period_end).getTime() + DAY_MS));
    const after = (await info()).subscription;
    expect(after).toMatchObject({ status: 'active', current_period_start: before?.current_period_end });
    const [row] = await api.sql<{ anchor: Date }>(
      'select anchor from sandbox_subscriptions where business_id = $1',
      [business.id],
    );
    const end = row && monthsAfter(row.anchor, 2).getTime() / 1000;
    expect(after?.current_period_end).toBe(Math.floor(end ?? 0));
    expect(await readOnly()).toBe(false);
  });

  test('and when nobody looks', async () => {
    const { current_period_end: end } = (await info()).subscription ?? {};
    await lookAfterSubscriptions(api.server.services, new Date(moment(end).getTime() + 1000));
    const [row] = await api.sql<{ end: Date }>(
      'select period_end as end from subscriptions where business_id = $1',
      [business.id],
    );
    expect(row?.end.getTime()).toBeGreaterThan(moment(end).getTime() + 27 * DAY_MS);
  });

  test('housekeeping that changes nothing writes nothing into the audit log', async () => {
    const rows = () => api.sql('select 1 from audit_log where business_id = $1', [business.id]);
    const before = await rows();
    await lookAfterSubscriptions(api.server.services, new Date());
    expect(await rows()).toEqual(before);
  });

  test('a card that is declined leaves two weeks; another card pays what is due', async () => {
    await saveCard({ cardNumber: '4000000000000341' });
    const end = moment((await info()).subscription?.current_period_end);
    await travelTo(new Date(end.getTime() + DAY_MS));
    expect((await info()).subscription?.status).toBe('past_due');
    expect(await readOnly()).toBe(false);
    await travelTo(new Date(end.getTime() + 15 * DAY_MS));
    expect(await readOnly()).toBe(true);
    const declined = await saveCard({ cardNumber: '4000000000000341' });
    expect([declined.status, declined.error?.code]).toEqual([402, 'card_declined']);
    const { body } = await saveCard();
    expect(body.subscription?.status).toBe('active');
    expect(await readOnly()).toBe(false);
  });

  test('one business that cannot be asked about keeps none of the others waiting', async () => {
    const broken = await aPayingBusiness(api);
    await api.sql('delete from sandbox_subscriptions where business_id = $1', [broken.id]);
    await api.sql(`update businesses set subscription_look_at = '2020-01-01' where id = $1`, [broken.id]);
    const end = moment((await info()).subscription?.current_period_end);
    const later = new Date(end.getTime() + 1000);
    await expect(lookAfterSubscriptions(api.server.services, later)).rejects.toThrow('does not exist');
    // Nor does it stay the longest due, so that hundreds of its kind would keep everybody else out.
    const due = await api.sql('select 1 from businesses where id = $1 and subscription_look_at <= $2', [
      broken.id,
      later.toISOString(),
    ]);
    expect(due).toEqual([]);
    await api.sql('update businesses set subscription_look_at = null where id = $1', [broken.id]);
    const [row] = await api.sql<{ end: Date }>(
      'select period_end as end from subscriptions where business_id = $1',
      [business.id],
    );
    expect(row?.end.getTime()).toBeGreaterThan(later.getTime());
  });
});

describe('another payment method', () => {
  test('is entered on a page of ours', async () => {
    const { url } = await api.ok(token, 'POST /api/subscription/update-payment-method');
    expect(url).toBe('/subscription-management?payment-method=update');
  });

  test.each([
    ['4000000000000002', 402, 'card_declined'],
    ['4000000000000069', 402, 'expired_card'],
    ['4242424242424241', 400, 'invalid'],
  ])('%s is not saved', async (cardNumber, status, code) => {
    const before = await rowsOf(api, business.id);
    const answer = await saveCard({ cardNumber });
    expect([answer.status, answer.error?.code]).toEqual([status, code]);
    const { subscriptions: _, ...untouched } = before;
    expect(await rowsOf(api, business.id)).toMatchObject(untouched);
  });
});

describe('changing the plan', () => {
  test('counts at once, with its price and its limits', async () => {
    const { status, body } = await changePlan('professional');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      planType: 'professional',
      subscription: { status: 'active', plan: { nickname: 'Professional', amount: 7900 } },
      usage: { employees: { used: 0, limit: null }, clients: { used: 0, limit: 150 } },
    });
    expect((await api.ok(token, 'GET /api/business')).planType).toBe('professional');
    for (let number = 0; number < 9; number += 1) await aPerson(api, business);
    const refused = await changePlan('premium');
    expect([refused.status, refused.error?.code]).toEqual([409, 'plan_limit_reached']);
    expect(refused.error?.message).toBe('The Premium plan allows up to 8 employees, and there are 9.');
    expect((await info()).planType).toBe('professional');
  });

  test('admins and inactive people take no place', async () => {
    await changePlan('professional');
    for (let number = 0; number < 8; number += 1) await aPerson(api, business);
    await aPerson(api, business, { role: 'admin' });
    const { id } = await aPerson(api, business);
    await api.ok(token, 'PUT /api/users/:id/profile', { params: { id }, body: { status: 'inactive' } });
    expect((await changePlan('premium')).status).toBe(200);
    const back = await api.call(token, 'PUT /api/users/:id/profile', {
      params: { id },
      body: { status: 'active' },
    });
    expect(back.error?.code).toBe('plan_limit_reached');
  });

  test('to the plan that it is already is refused', async () => {
    const answer = await changePlan('premium');
    expect([answer.status, answer.error?.code]).toEqual([409, 'plan_unchanged']);
  });

  test('is refused while the subscription is canceled', async () => {
    await act('cancel');
    expect((await changePlan('professional')).error?.code).toBe('subscription_canceling');
    expect((await act('cancel')).error?.code).toBe('subscription_canceling');
  });

  test('knows two plans', async () => {
    const answer = await changePlan('free');
    expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, 'planType']);
  });
});

describe('every action', () => {
  const ACTIONS: [Name, object?][] = [
    ['POST /api/subscription/cancel'],
    ['POST /api/subscription/reactivate'],
    ['POST /api/subscription/update-payment-method'],
    ['POST /api/subscription/change-plan', { planType: 'professional' }],
    ['POST /api/payments/sandbox/card', CARD],
  ];

  test.each(ACTIONS)('%s is for managers of the business alone', async (name, body) => {
    const employee = await aPerson(api, business);
    const parts = body ? { body } : {};
    const before = await rowsOf(api, business.id);
    expect((await api.call(null, name, parts)).status).toBe(401);
    expect((await api.call(employee.token, name, parts)).status).toBe(403);
    const stranger = (await aBusiness(api, { unpaid: true })).admin.token;
    const answer = await api.call(stranger, name, parts);
    expect([answer.status, answer.error?.code]).toEqual([409, 'no_subscription']);
    expect((await api.call(creator.admin.token, name, parts)).error?.code).toBe('creator_business');
    expect(await rowsOf(api, business.id)).toEqual(before);
  });

  test.each(ACTIONS.filter(([name]) => !name.endsWith('reactivate')))(
    '%s is possible while the business is read-only for what it owes',
    async (name, body) => {
      await api.sql(
        `update businesses set subscription_period_end = now() - interval '20 days' where id = $1`,
        [business.id],
      );
      expect(await readOnly()).toBe(true);
      expect((await api.call(token, name, body ? { body } : {})).status).toBe(200);
    },
  );

  test('sent again with its key is done once', async () => {
    const headers = { 'idempotency-key': 'cancel-once' };
    const first = await api.call(token, 'POST /api/subscription/cancel', { headers });
    await act('reactivate');
    const again = await api.call(token, 'POST /api/subscription/cancel', { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await info()).subscription?.cancel_at_period_end).toBe(false);
  });
});

test('where Stripe takes the payments from now on, a sandbox subscription ends with its period', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'wh' };
  const { settings } = api.server.services;
  const stripe = {
    secretKey: keys.STRIPE_SECRET_KEY,
    publishableKey: 'pk',
    webhookSecret: 'wh',
    apiBase: null,
  };
  const services = { ...api.server.services, settings: { ...settings, payments: 'stripe' as const, stripe } };
  const end = moment((await info()).subscription?.current_period_end);
  await lookAfterSubscriptions(services, new Date(end.getTime() + 1000));
  expect((await api.ok(token, 'GET /api/business')).subscriptionStatus).toBe('canceled');
});
