/** Beginning a subscription and paying for it, with the sandbox. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi } from '../../../../tests/world/api.ts';
import type { Api, Parts } from '../../../../tests/world/api.ts';
import { aBusiness, registrationForm, theCreator } from '../../../../tests/world/business.ts';
import type { TestBusiness } from '../../../../tests/world/business.ts';
import { anOpenPayment, aPayingBusiness, CARD, pay } from '../../../../tests/world/payments.ts';
import { aPerson } from '../../../../tests/world/people.ts';
import { rowsOf } from '../../../../tests/world/rows.ts';
import { outputOf } from '../../../../tests/world/log.ts';
import { unique } from '../../../../tests/world/unique.ts';
import { lookAfterSubscriptions } from './service.ts';

let api: Api;
let creator: TestBusiness;
let business: TestBusiness;
beforeAll(async () => {
  api = await startApi();
  creator = await theCreator(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  business = await aBusiness(api, { unpaid: true });
});

const create = (token: string | null, body: object, parts: Parts = {}) =>
  api.call(token, 'POST /api/create-subscription', { body, ...parts });
const wish = (fields: object = {}) => ({ businessId: business.id, planType: 'premium', ...fields });
const infoOf = (token: string) => api.ok(token, 'GET /api/subscription/info');

/** A business without an admin, with the claim of its registration. */
async function registered() {
  const email = `${unique('owner')}@agency.example`;
  const body = { name: unique('Agency'), email, phone: '555 0100', address: '1 Main Street' };
  const answer = await api.call(null, 'POST /api/auth/register-business', { body });
  return { id: answer.body.business.id, claim: String(answer.cookies[0]?.value) };
}

describe('GET /api/config', () => {
  test('tells a browser who takes the payments', async () => {
    const { count } = await api.ok(null, 'GET /api/businesses/count');
    expect(await api.ok(null, 'GET /api/config')).toEqual({
      productName: 'Quarterhour',
      payments: 'sandbox',
      stripePublishableKey: null,
      businessCount: count,
    });
  });
});

describe('POST /api/create-subscription', () => {
  test('answers the same open payment as long as it is awaited', async () => {
    const first = await create(business.admin.token, wish());
    expect(first.status).toBe(200);
    expect(first.body.clientSecret).toMatch(/^sandbox_\d+_\d+_secret_[\w-]{43}$/);
    expect((await create(business.admin.token, wish())).body).toEqual(first.body);
    expect(await infoOf(business.admin.token)).toMatchObject({
      subscription: null,
      planType: 'premium',
      can: { subscribe: true, cancel: false, changePlan: false },
    });
    expect(await api.ok(business.admin.token, 'GET /api/business')).toMatchObject({ readOnly: true });
  });

  test('the holder of the claim pays before there is an admin, and goes on afterwards', async () => {
    const { id, claim } = await registered();
    const cookies = { cookies: { quarterhour_claim: claim } };
    const { body } = await create(null, { businessId: id, planType: 'professional' }, cookies);
    // The mailed link works in a browser without the cookie.
    const again = await create(null, { businessId: id, planType: 'professional', claim });
    expect(again.body).toEqual(body);
    await api.sql(
      `update business_claims set expires_at = now() + interval '1 hour' where business_id = $1`,
      [id],
    );
    expect((await pay(api, body.clientSecret)).body).toEqual({ status: 'succeeded' });
    const kept = () =>
      api.sql(
        `select c.expires_at - b.subscription_period_end = interval '7 days' as kept, b.subscription_period_end as end
         from business_claims c join businesses b on b.id = c.business_id where b.id = $1`,
        [id],
      );
    const [paid] = await kept();
    expect(paid).toMatchObject({ kept: true });
    // The card is charged again although nobody came: whoever comes now must still get in.
    await lookAfterSubscriptions(api.server.services, new Date(Number(paid?.['end']) + 1000));
    const [renewed] = await kept();
    expect(renewed).toMatchObject({ kept: true });
    expect(Number(renewed?.['end'])).toBeGreaterThan(Number(paid?.['end']));
    const admin = { ...registrationForm(), businessId: id };
    const { token } = await api.ok(null, 'POST /api/auth/create-admin-for-business', {
      body: admin,
      ...cookies,
    });
    expect(await api.ok(token, 'GET /api/business')).toMatchObject({
      readOnly: false,
      planType: 'professional',
      subscriptionStatus: 'active',
    });
    expect((await api.call(token, 'PUT /api/profile', { body: { bio: 'Paid' } })).status).toBe(200);
    expect((await create(null, { businessId: id, planType: 'premium' }, cookies)).status).toBe(401);
  });

  test('a payment for another plan gives up the first one', async () => {
    const premium = await anOpenPayment(api, business);
    const professional = await anOpenPayment(api, business, 'professional');
    expect(professional).not.toBe(premium);
    const late = await pay(api, premium);
    expect([late.status, late.error?.code]).toEqual([409, 'payment_over']);
    expect((await pay(api, professional)).status).toBe(200);
    expect(await infoOf(business.admin.token)).toMatchObject({
      subscription: { status: 'active', plan: { nickname: 'Professional', amount: 7900 } },
      planType: 'professional',
    });
  });

  test('is 404 to everybody who may not pay, whether the business is there or not', async () => {
    const other = await registered();
    const stranger = (await aBusiness(api)).admin.token;
    const cookies = { cookies: { quarterhour_claim: other.claim } };
    const answers = [
      await create(null, wish()),
      await create(null, wish({ claim: 'guess' })),
      await create(null, wish(), cookies),
      await create(stranger, wish()),
      await create(stranger, wish({ businessId: 999_999 })),
      await create('x'.repeat(43), wish()),
    ];
    for (const { status, error } of answers) {
      expect([status, error?.message]).toEqual([404, 'This business does not exist.']);
    }
    expect(await api.sql('select 1 from subscriptions where business_id = $1', [business.id])).toEqual([]);
  });

  test('is not for employees', async () => {
    const paid = await aBusiness(api);
    const { token } = await aPerson(api, paid);
    expect((await create(token, wish({ businessId: paid.id }))).status).toBe(403);
  });

  test('a business that pays already is refused', async () => {
    await pay(api, await anOpenPayment(api, business));
    const answer = await create(business.admin.token, wish());
    expect([answer.status, answer.error?.code]).toEqual([409, 'subscription_running']);
  });

  test('the creator business pays nothing', async () => {
    const answer = await create(creator.admin.token, wish({ businessId: creator.id }));
    expect([answer.status, answer.error?.code]).toEqual([409, 'creator_business']);
  });

  test('a plan without room for what is there is refused', async () => {
    await api.sql(
      `insert into clients (business_id, company_name, contact_name)
       select $1, 'C-' || n, 'Cleo' from generate_series(1, 81) n`,
      [business.id],
    );
    const answer = await create(business.admin.token, wish());
    expect([answer.status, answer.error?.code]).toEqual([409, 'plan_limit_reached']);
    expect(answer.error?.message).toBe('The Premium plan allows up to 80 active clients, and there are 81.');
    expect((await create(business.admin.token, wish({ planType: 'professional' }))).status).toBe(200);
  });

  test('20 tries from one address, and the next has to wait', async () => {
    const from = '10.43.0.1';
    const tries = () => create(null, wish({ claim: 'guess' }), { from });
    for (let number = 0; number < 20; number += 1) expect((await tries()).status).toBe(404);
    expect((await tries()).status).toBe(429);
    expect((await create(business.admin.token, wish())).status).toBe(200);
  });

  test.each([
    ['businessId', { businessId: 0 }],
    ['planType', { planType: 'free' }],
    ['planType', { planType: undefined }],
  ])('refuses a wrong %s', async (path, fields) => {
    const answer = await create(business.admin.token, wish(fields));
    expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, path]);
  });
});

describe('POST /api/payments/sandbox/confirm', () => {
  test('pays, once however often it is confirmed', async () => {
    const secret = await anOpenPayment(api, business);
    const before = Date.now();
    const paid = await pay(api, secret);
    expect([paid.status, paid.body]).toEqual([200, { status: 'succeeded' }]);
    const { subscription, usage, can } = await infoOf(business.admin.token);
    expect(subscription).toEqual({
      id: expect.stringMatching(/^sandbox_sub_\d+$/),
      status: 'active',
      cancel_at_period_end: false,
      current_period_start: expect.any(Number),
      current_period_end: expect.any(Number),
      plan: { nickname: 'Premium', amount: 4999, currency: 'usd', interval: 'month' },
      customer: { email: (await api.ok(business.admin.token, 'GET /api/business')).email },
    });
    expect(subscription?.current_period_start).toBeGreaterThanOrEqual(Math.floor(before / 1000));
    expect(usage).toEqual({ employees: { used: 0, limit: 8 }, clients: { used: 0, limit: 80 } });
    expect(can).toEqual({
      subscribe: false,
      cancel: true,
      reactivate: false,
      updatePaymentMethod: true,
      changePlan: true,
    });
    const rows = await rowsOf(api, business.id);
    expect((await pay(api, secret)).body).toEqual({ status: 'succeeded' });
    expect((await infoOf(business.admin.token)).subscription).toEqual(subscription);
    const { subscriptions: _, ...untouched } = rows;
    expect(await rowsOf(api, business.id)).toMatchObject(untouched);
  });

  test('lets the business write from the next call on', async () => {
    const write = async () =>
      (await api.call(business.admin.token, 'PUT /api/profile', { body: { bio: 'x' } })).status;
    expect(await write()).toBe(402);
    await pay(api, await anOpenPayment(api, business));
    expect(await write()).toBe(200);
    expect((await api.ok(business.admin.token, 'GET /api/business')).readOnly).toBe(false);
  });

  test.each([
    ['4000 0000 0000 0002', 'card_declined', 'Your card was declined.'],
    ['4000000000009995', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', 'Your card has expired.'],
    // A card that is real, for all the sandbox knows.
    ['4111111111111111', 'card_declined', /only test cards are taken/],
  ])('the card %s is declined', async (cardNumber, code, message) => {
    const secret = await anOpenPayment(api, business);
    const answer = await pay(api, secret, { cardNumber });
    expect([answer.status, answer.error?.code]).toEqual([402, code]);
    expect(answer.error?.message).toMatch(message);
    expect((await infoOf(business.admin.token)).subscription).toBe(null);
    // Another card pays the same payment.
    expect((await pay(api, secret)).status).toBe(200);
  });

  test.each([
    ['cardNumber', { cardNumber: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    ['cardNumber', { cardNumber: '' }, 'Your card number is invalid.'],
    ['cardNumber', { cardNumber: undefined }, 'Card number is required'],
    ['expiry', { expiry: '10/26' }, "Your card's expiration date is in the past."],
    ['expiry', { expiry: '13/30' }, "Your card's expiration date is incomplete."],
    ['cvc', { cvc: '12' }, "Your card's security code is incomplete."],
    ['cvc', { cvc: '12345' }, "Your card's security code is incomplete."],
    ['clientSecret', { clientSecret: '' }, 'The payment is not complete. Please start again.'],
  ])('refuses a wrong %s', async (path, fields, message) => {
    const answer = await pay(api, await anOpenPayment(api, business), fields);
    expect([answer.status, answer.error?.issues]).toEqual([400, [{ path, message }]]);
    expect((await infoOf(business.admin.token)).subscription).toBe(null);
  });

  test('a wrong secret is 404, however close', async () => {
    const secret = await anOpenPayment(api, business);
    const [head] = secret.split('_secret_');
    for (const wrong of [`${head}_secret_${'x'.repeat(43)}`, `sandbox_0_1_secret_${'x'.repeat(43)}`, 'x']) {
      const { status, error } = await pay(api, wrong);
      expect([status, error?.message]).toEqual([404, 'This payment does not exist. Please start again.']);
    }
  });

  test('a payment that nobody made is over after a day', async () => {
    const secret = await anOpenPayment(api, business);
    await api.sql(
      `update sandbox_subscriptions set created_at = created_at - interval '23 hours' where business_id = $1`,
      [business.id],
    );
    expect((await pay(api, secret)).error?.code).toBe('payment_over');
    const next = await anOpenPayment(api, business);
    expect(next).not.toBe(secret);
    expect((await pay(api, next)).status).toBe(200);
  });

  test('what was done is in the audit log, with who did it', async () => {
    const { id, admin } = await aPayingBusiness(api, 'professional');
    const rows = await api.sql(
      `select action, actor_id, details from audit_log where business_id = $1 and object = 'subscription' order by seq`,
      [id],
    );
    const details = { planType: 'professional', cancelAtPeriodEnd: false };
    expect(rows).toEqual([
      { action: 'began', actor_id: admin.id, details: { ...details, status: 'incomplete', periodEnd: null } },
      {
        action: 'changed',
        actor_id: null,
        details: { ...details, status: 'active', periodEnd: expect.any(String) },
      },
    ]);
  });
});

describe('without the sandbox', () => {
  let closed: Api;
  beforeAll(async () => {
    closed = await startApi({ PAYMENTS: 'none' });
  });
  afterAll(() => closed.stop());

  test('nobody can pay, and is told so', async () => {
    const { id, admin } = await aBusiness(closed, { unpaid: true });
    const body = { businessId: id, planType: 'premium' };
    const answer = await closed.call(admin.token, 'POST /api/create-subscription', { body });
    expect([answer.status, answer.error?.code]).toEqual([503, 'payments_unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await closed.ok(null, 'GET /api/config')).payments).toBe('none');
    expect(await closed.ok(admin.token, 'GET /api/subscription/info')).toMatchObject({ subscription: null });
  });

  test('there is no sandbox', async () => {
    const { admin } = await aBusiness(closed, { unpaid: true });
    expect((await pay(closed, `sandbox_1_1_secret_${'x'.repeat(43)}`)).status).toBe(404);
    const card = await closed.call(admin.token, 'POST /api/payments/sandbox/card', { body: CARD });
    expect(card.status).toBe(404);
    expect((await closed.send(null, { method: 'POST', url: '/api/webhooks/stripe', body: {} })).status).toBe(
      404,
    );
  });
});

test('card numbers are stored nowhere and logged nowhere, at no level', async () => {
  const secrets: string[] = [];
  const log = await outputOf(async () => {
    const loud = await startApi({ LOG_LEVEL: 'trace' });
    try {
      const { id, admin } = await aBusiness(loud, { unpaid: true });
      const clientSecret = await anOpenPayment(loud, { id, admin });
      for (const cardNumber of ['4000000000000002', '4242 4242 4242 4241', '5555-5555-5555-4444']) {
        await pay(loud, clientSecret, { cardNumber, cvc: '9173' });
      }
      const headers = { 'idempotency-key': 'card-1' };
      await loud.ok(admin.token, 'POST /api/payments/sandbox/card', { body: CARD, headers });
      secrets.push('4000000000000002', '424242424242424', '4242 4242', '5555555555554444', '5555-5555');
      const tables = await loud.sql<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = 'public'`,
      );
      const rows = [];
      for (const { name } of tables) rows.push(await loud.sql(`select t::text from "${name}" t`));
      const kept = JSON.stringify(rows);
      expect(kept).toContain('sandbox');
      for (const secret of secrets) expect(kept).not.toContain(secret);
      secrets.push(clientSecret, clientSecret.split('_secret_')[1] ?? 'no secret');
    } finally {
      await loud.stop();
    }
  });
  expect(log).toContain('/api/payments/sandbox/confirm');
  for (const secret of [...secrets, '9173']) expect(log).not.toContain(secret);
});
