import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { openPayment, createPayingBusiness, CARD, payWithCard } from '#tests/support/factories/payments.ts';
import { startApi, useApi, type Api } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { captureLog } from '#tests/support/helpers/logOutput.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api, { unpaid: true }));

const infoOf = (token: string) => api.ok(token, 'GET /api/subscription/info');

describe('POST /api/payments/sandbox/confirm', () => {
  test('pays once, even when it is sent again [1.businesses.4 3.subscription.1,2 7.subscription.2 9.plans.7,8 10.6.22 10.7.13]', async () => {
    const secret = await openPayment(api, business);
    const before = Date.now();
    const paid = await payWithCard(api, secret);
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
    const rows = await checksumRows(api, business.id);
    expect((await payWithCard(api, secret)).body).toEqual({ status: 'succeeded' });
    expect((await infoOf(business.admin.token)).subscription).toEqual(subscription);
    const { subscriptions: _, ...untouched } = rows;
    expect(await checksumRows(api, business.id)).toMatchObject(untouched);
  });

  test('ends the read-only access of the business', async () => {
    const write = async () =>
      (await api.call(business.admin.token, 'PUT /api/profile', { body: { bio: 'x' } })).status;
    expect(await write()).toBe(402);
    await payWithCard(api, await openPayment(api, business));
    expect(await write()).toBe(200);
    expect((await api.ok(business.admin.token, 'GET /api/business')).readOnly).toBe(false);
  });

  test.each([
    ['4000 0000 0000 0002', 'card_declined', 'Your card was declined.'],
    ['4000000000009995', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', 'Your card has expired.'],
    // Not a test card.
    ['4111111111111111', 'card_declined', /only test cards are accepted/],
  ])(
    'answers 402 for the card %s with %s [8.registration.7 10.6.22 10.7.14]',
    async (cardNumber, code, message) => {
      const secret = await openPayment(api, business);
      const answer = await payWithCard(api, secret, { cardNumber });
      expectError(answer, 402, code);
      expect(answer.error?.message).toMatch(message);
      expect((await infoOf(business.admin.token)).subscription).toBe(null);
      // The same payment accepts another card.
      expect((await payWithCard(api, secret)).status).toBe(200);
    },
  );

  test.each([
    ['cardNumber', { cardNumber: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    ['cardNumber', { cardNumber: '' }, 'Your card number is invalid.'],
    ['cardNumber', { cardNumber: undefined }, 'Card number is required'],
    ['expiry', { expiry: '10/26' }, "Your card's expiration date is in the past."],
    ['expiry', { expiry: '13/30' }, "Your card's expiration date is incomplete."],
    ['cvc', { cvc: '12' }, "Your card's security code is incomplete."],
    ['cvc', { cvc: '12345' }, "Your card's security code is incomplete."],
    ['clientSecret', { clientSecret: '' }, 'The payment is not complete. Please start again.'],
  ])('answers 400 for an invalid %s: %j', async (path, fields, message) => {
    expectIssue(await payWithCard(api, await openPayment(api, business), fields), { path, message });
    expect((await infoOf(business.admin.token)).subscription).toBe(null);
  });

  test('answers 404 for a wrong secret', async () => {
    const secret = await openPayment(api, business);
    const [head] = secret.split('_secret_');
    for (const wrong of [`${head}_secret_${'x'.repeat(43)}`, `sandbox_0_1_secret_${'x'.repeat(43)}`, 'x']) {
      const { status, error } = await payWithCard(api, wrong);
      expect([status, error?.message]).toEqual([404, 'This payment does not exist. Please start again.']);
    }
  });

  test('answers 409 after a day', async () => {
    const secret = await openPayment(api, business);
    await api.sql(
      `update sandbox_subscriptions set created_at = ${subtractInterval('created_at', `interval '23 hours'`)} where business_id = $1`,
      [business.id],
    );
    expect((await payWithCard(api, secret)).error?.code).toBe('payment_over');
    const next = await openPayment(api, business);
    expect(next).not.toBe(secret);
    expect((await payWithCard(api, next)).status).toBe(200);
  });

  test('the audit log contains the payment and the user who started it', async () => {
    const { id, admin } = await createPayingBusiness(api, 'professional');
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

  test('POST /api/create-subscription answers 503 [8.registration.6]', async () => {
    const { id, admin } = await createBusiness(closed, { unpaid: true });
    const body = { businessId: id, planType: 'premium' };
    const answer = await closed.call(admin.token, 'POST /api/create-subscription', { body });
    expectError(answer, 503, 'payments_unavailable');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await closed.ok(null, 'GET /api/config')).payments).toBe('none');
    expect(await closed.ok(admin.token, 'GET /api/subscription/info')).toMatchObject({ subscription: null });
  });

  test('the endpoints of the sandbox and of Stripe answer 404', async () => {
    const { admin } = await createBusiness(closed, { unpaid: true });
    expect((await payWithCard(closed, `sandbox_1_1_secret_${'x'.repeat(43)}`)).status).toBe(404);
    const card = await closed.call(admin.token, 'POST /api/payments/sandbox/card', { body: CARD });
    expect(card.status).toBe(404);
    expect((await closed.send(null, { method: 'POST', url: '/api/webhooks/stripe', body: {} })).status).toBe(
      404,
    );
  });
});

test('card numbers are neither stored nor logged, at any level [S-31]', async () => {
  const secrets: string[] = [];
  const log = await captureLog(async () => {
    const loud = await startApi({ LOG_LEVEL: 'trace' });
    try {
      const { id, admin } = await createBusiness(loud, { unpaid: true });
      const clientSecret = await openPayment(loud, { id, admin });
      for (const cardNumber of ['4000000000000002', '4242 4242 4242 4241', '5555-5555-5555-4444']) {
        await payWithCard(loud, clientSecret, { cardNumber, cvc: '9173' });
      }
      const headers = { 'idempotency-key': 'card-1' };
      await loud.ok(admin.token, 'POST /api/payments/sandbox/card', { body: CARD, headers });
      secrets.push('4000000000000002', '424242424242424', '4242 4242', '5555555555554444', '5555-5555');
      const tables = await loud.sql<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = 'public'`,
      );
      const rows = [];
      for (const { name } of tables) rows.push(await loud.sql(`select t::text from "${name}" t`));
      const stored = JSON.stringify(rows);
      expect(stored).toContain('sandbox');
      for (const secret of secrets) expect(stored).not.toContain(secret);
      secrets.push(clientSecret, clientSecret.split('_secret_')[1] ?? 'no secret');
    } finally {
      await loud.stop();
    }
  });
  expect(log).toContain('/api/payments/sandbox/confirm');
  for (const secret of [...secrets, '9173']) expect(log).not.toContain(secret);
});
