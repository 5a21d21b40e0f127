import { describe, expect, test } from 'vitest';
import {
  buildRegistrationForm,
  createBusiness,
  createCreatorBusiness,
} from '#tests/support/factories/businesses.ts';
import { openPayment, payWithCard } from '#tests/support/factories/payments.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi, type RequestOptions } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';
import { refreshSubscriptions } from './actions.ts';

const api = useApi();
const creator = setUpOnce(() => createCreatorBusiness(api));
const business = setUpEach(() => createBusiness(api, { unpaid: true }));

const create = (token: string | null, body: object, parts: RequestOptions = {}) =>
  api.call(token, 'POST /api/create-subscription', { body, ...parts });
const buildRequest = (fields: object = {}) => ({ businessId: business.id, planType: 'premium', ...fields });
const infoOf = (token: string) => api.ok(token, 'GET /api/subscription/info');

/** Registers a business without an admin, and returns its claim. */
async function registerBusiness() {
  const email = `${uniqueName('owner')}@agency.example`;
  const body = { name: uniqueName('Agency'), email, phone: '555 0100', address: '1 Main Street' };
  const answer = await api.call(null, 'POST /api/auth/register-business', { body });
  return { id: answer.body.business.id, claim: String(answer.cookies[0]?.value) };
}

describe('GET /api/config', () => {
  test('returns the payment provider [10.7.11]', async () => {
    const { count } = await api.ok(null, 'GET /api/businesses/count');
    expect(await api.ok(null, 'GET /api/config')).toEqual({
      productName: 'Quarterhour',
      payments: 'sandbox',
      stripePublishableKey: null,
      businessCount: count,
      sealingKey: expect.any(String),
      sealingKeyId: expect.any(String),
    });
  });
});

describe('POST /api/create-subscription', () => {
  test('returns the same payment while it is open [7.subscription.1 10.7.12]', async () => {
    const first = await create(business.admin.token, buildRequest());
    expect(first.status).toBe(200);
    expect(first.body.clientSecret).toMatch(/^sandbox_\d+_\d+_secret_[\w-]{43}$/);
    expect((await create(business.admin.token, buildRequest())).body).toEqual(first.body);
    expect(await infoOf(business.admin.token)).toMatchObject({
      subscription: null,
      planType: 'premium',
      can: { subscribe: true, cancel: false, changePlan: false },
    });
    expect(await api.ok(business.admin.token, 'GET /api/business')).toMatchObject({ readOnly: true });
  });

  test('accepts the holder of the claim, and extends the claim beyond the paid period', async () => {
    const { id, claim } = await registerBusiness();
    const cookies = { cookies: { quarterhour_claim: claim } };
    const { body } = await create(null, { businessId: id, planType: 'professional' }, cookies);
    // The emailed link works in a browser without the cookie.
    const again = await create(null, { businessId: id, planType: 'professional', claim });
    expect(again.body).toEqual(body);
    await api.sql(
      `update business_claims set expires_at = now() + interval '1 hour' where business_id = $1`,
      [id],
    );
    expect((await payWithCard(api, body.clientSecret)).body).toEqual({ status: 'succeeded' });
    const readClaim = () =>
      api.sql(
        `select c.expires_at - b.subscription_period_end = interval '7 days' as lasts, b.subscription_period_end as end
         from business_claims c join businesses b on b.id = c.business_id where b.id = $1`,
        [id],
      );
    const [paid] = await readClaim();
    expect(paid).toMatchObject({ lasts: true });
    // The card is charged again, so the claim must be extended as well.
    await refreshSubscriptions(api.server.services, new Date(Number(paid?.['end']) + 1000));
    const [renewed] = await readClaim();
    expect(renewed).toMatchObject({ lasts: true });
    expect(Number(renewed?.['end'])).toBeGreaterThan(Number(paid?.['end']));
    const admin = { ...buildRegistrationForm(), businessId: id };
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

  test('cancels the open payment for another plan', async () => {
    const premium = await openPayment(api, business);
    const professional = await openPayment(api, business, 'professional');
    expect(professional).not.toBe(premium);
    expectError(await payWithCard(api, premium), 409, 'payment_over');
    expect((await payWithCard(api, professional)).status).toBe(200);
    expect(await infoOf(business.admin.token)).toMatchObject({
      subscription: { status: 'active', plan: { nickname: 'Professional', amount: 7900 } },
      planType: 'professional',
    });
  });

  test('answers 404 to callers who cannot pay, whether the business exists or not', async () => {
    const other = await registerBusiness();
    const otherAdmin = (await createBusiness(api)).admin.token;
    const cookies = { cookies: { quarterhour_claim: other.claim } };
    const answers = [
      await create(null, buildRequest()),
      await create(null, buildRequest({ claim: 'guess' })),
      await create(null, buildRequest(), cookies),
      await create(otherAdmin, buildRequest()),
      await create(otherAdmin, buildRequest({ businessId: 999_999 })),
      await create('x'.repeat(43), buildRequest()),
    ];
    for (const { status, error } of answers) {
      expect([status, error?.message]).toEqual([404, 'This business does not exist.']);
    }
    expect(await api.sql('select 1 from subscriptions where business_id = $1', [business.id])).toEqual([]);
  });

  test('answers 403 to employees', async () => {
    const paid = await createBusiness(api);
    const { token } = await createPerson(api, paid);
    expect((await create(token, buildRequest({ businessId: paid.id }))).status).toBe(403);
  });

  test('answers 409 for a business with a subscription', async () => {
    await payWithCard(api, await openPayment(api, business));
    expectError(await create(business.admin.token, buildRequest()), 409, 'subscription_running');
  });

  test('answers 409 for the creator business', async () => {
    const answer = await create(creator.admin.token, buildRequest({ businessId: creator.id }));
    expectError(answer, 409, 'creator_business');
  });

  test('answers 409 for a plan whose limits are exceeded [7.subscription.1]', async () => {
    await api.sql(
      `insert into clients (business_id, company_name, contact_name)
       select $1, 'C-' || n, 'Cleo' from generate_series(1, 81) n`,
      [business.id],
    );
    const answer = await create(business.admin.token, buildRequest());
    expectError(answer, 409, 'plan_limit_reached');
    expect(answer.error?.message).toBe('The Premium plan allows up to 80 active clients, and there are 81.');
    expect((await create(business.admin.token, buildRequest({ planType: 'professional' }))).status).toBe(200);
  });

  test('answers 429 after 20 attempts from one address', async () => {
    const from = '10.43.0.1';
    const tries = () => create(null, buildRequest({ claim: 'guess' }), { from });
    for (let number = 0; number < 20; number += 1) expect((await tries()).status).toBe(404);
    expect((await tries()).status).toBe(429);
    expect((await create(business.admin.token, buildRequest())).status).toBe(200);
  });

  test.each([
    ['businessId', { businessId: 0 }],
    ['planType', { planType: 'free' }],
    ['planType', { planType: undefined }],
  ])('answers 400 for an invalid %s: %j', async (path, fields) => {
    const answer = await create(business.admin.token, buildRequest(fields));
    expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, path]);
  });
});
