import { describe, expect, test } from 'vitest';
import {
  createBusiness,
  buildRegistrationForm,
  setSubscriptionStatus,
  type Account,
  type TestBusiness,
} from '#tests/support/factories/businesses.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi, type RequestOptions } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { deleteOldClaims } from './actions.ts';

const api = useApi();
let business: TestBusiness;
let employee: Account;

const form = (fields: object = {}) => ({
  name: 'Helping Hands',
  email: `${uniqueName('owner')}@hands.example`,
  phone: '555 0100',
  address: '1 Main Street',
  ...fields,
});
const register = (fields: object = {}) =>
  api.call(null, 'POST /api/auth/register-business', { body: form(fields) });

describe('on an empty database', () => {
  test('the first business becomes the creator [7.auth.6 10.3.3 10.8.17]', async () => {
    expect(await api.ok(null, 'GET /api/businesses/count')).toEqual({ count: 0 });
    const fields = { planType: 'professional', description: '', timeZone: 'Europe/Paris' };
    const first = await register({ ...fields, email: 'owner@hands.example' });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      business: {
        id: expect.any(Number),
        name: 'Helping Hands',
        email: 'owner@hands.example',
        isCreatorBusiness: true,
        planType: 'professional',
      },
      message: 'Business registered. It is the creator business with unlimited access.',
    });
    const second = await register();
    expect(second.body).toMatchObject({
      business: { isCreatorBusiness: false, planType: 'premium' },
      message: 'Business registered. Please complete the payment.',
    });
    expect(await api.ok(null, 'GET /api/businesses/count')).toEqual({ count: 2 });
    business = await createBusiness(api);
    employee = await createPerson(api, business);
  });
});

describe('POST /api/auth/register-business', () => {
  test.each([
    ['name', { name: ' ' }, 'Business name is required'],
    ['name', { name: 'x'.repeat(256) }, 'At most 255 characters'],
    ['email', { email: 'owner' }, 'Valid email is required'],
    ['phone', { phone: '' }, 'Phone number is required'],
    ['address', { address: undefined }, 'Address is required'],
    ['timeZone', { timeZone: 'Nowhere' }, 'Unknown time zone'],
    ['timeZone', { timeZone: '+05:30' }, 'Unknown time zone'],
  ])('answers 400 for an invalid %s [5.business.1 9.texts.4]', async (path, fields, message) => {
    const { count } = await api.ok(null, 'GET /api/businesses/count');
    expectIssue(await register(fields), { path, message });
    expect(await api.ok(null, 'GET /api/businesses/count')).toEqual({ count });
  });

  test('sends the claim in an HttpOnly cookie only, and stores its hash [10.3.3]', async () => {
    const { body, cookies } = await register();
    expect(cookies).toEqual([
      {
        name: 'quarterhour_claim',
        value: expect.stringMatching(/^[\w-]{43}$/),
        httpOnly: true,
        sameSite: 'Strict',
        path: '/api',
        maxAge: 7 * 24 * 60 * 60,
      },
    ]);
    const claim = String(cookies[0]?.value);
    expect(JSON.stringify(body)).not.toContain(claim);
    const rows = await api.sql('select c::text from business_claims c');
    expect(JSON.stringify(rows)).not.toContain(claim);
  });

  test('answers 429 after 20 from one address [S-15]', async () => {
    const from = '10.40.0.1';
    const send = (body: object) => api.call(null, 'POST /api/auth/register-business', { body, from });
    for (let number = 0; number < 20; number += 1) expect((await send(form())).status).toBe(201);
    const refused = await send(form());
    expectError(refused, 429, 'too_many');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await register()).status).toBe(201);
  });

  test('answers 429 after 5 emails to one mailbox, from any address', async () => {
    const mailbox = uniqueName('victim');
    const { count } = await api.ok(null, 'GET /api/businesses/count');
    const answers = [];
    for (let number = 0; number < 7; number += 1) {
      const email = `${number % 2 ? mailbox : mailbox.toUpperCase()}@hands.example`;
      answers.push((await register({ email })).status);
    }
    expect(answers).toEqual([201, 201, 201, 201, 201, 429, 429]);
    expect(await api.ok(null, 'GET /api/businesses/count')).toEqual({ count: count + 5 });
  });

  test('creates a claim that the scheduled job deletes after 7 days', async () => {
    const { id } = (await register()).body.business;
    const claims = () => api.sql('select 1 from business_claims where business_id = $1', [id]);
    await deleteOldClaims(api.server.services, new Date(Date.now() + 6 * 24 * 60 * 60 * 1000));
    expect(await claims()).toHaveLength(1);
    await deleteOldClaims(api.server.services, new Date(Date.now() + 8 * 24 * 60 * 60 * 1000));
    expect(await claims()).toEqual([]);
  });
});

describe('GET /api/businesses/:id', () => {
  const read = (id: number, token: string | null, parts: RequestOptions = {}) =>
    api.call(token, 'GET /api/businesses/:id', { params: { id }, ...parts });

  test('returns a business to its members [7.auth.10 10.3.7]', async () => {
    const { status, body } = await read(business.id, employee.token);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(
      ['id', 'name', 'email', 'phone', 'address', 'isCreatorBusiness', 'planType', 'readOnly'].toSorted(),
    );
  });

  test('returns a business to the holder of its claim until it has an admin [10.3.7 T4]', async () => {
    const { body, cookies } = await register({ name: 'Fresh' });
    const { id } = body.business;
    const claim = { cookies: { quarterhour_claim: String(cookies[0]?.value) } };
    expect((await read(id, null, claim)).body).toMatchObject({ name: 'Fresh', readOnly: true });
    expect((await read(business.id, null, claim)).status).toBe(404);
    // Another browser has the claim from the emailed link.
    const query = { claim: claim.cookies.quarterhour_claim };
    expect((await read(id, null, { query })).body.name).toBe('Fresh');
    expect((await read(id, null, { query: { claim: 'guess' } })).status).toBe(404);
    const admin = { ...buildRegistrationForm(), businessId: id };
    await api.ok(null, 'POST /api/auth/create-admin-for-business', { body: admin, ...claim });
    expect((await read(id, null, claim)).status).toBe(404);
  });

  test('answers 404 to all others [10.3.7 T4]', async () => {
    for (const token of [null, 'x'.repeat(43)]) expect((await read(business.id, token)).status).toBe(404);
    const other = await createBusiness(api);
    expect((await read(business.id, other.admin.token)).status).toBe(404);
    expect((await read(999_999, other.admin.token)).status).toBe(404);
  });
});

describe('GET and PUT /api/business', () => {
  const change = (token: string, body: object) => api.call(token, 'PUT /api/business', { body });

  test('return the business to its members, without the ids of the payment provider [3.businesses.4 S-30]', async () => {
    await api.sql(`update businesses set stripe_customer_id = 'cus_canary' where id = $1`, [business.id]);
    const body = await api.ok(employee.token, 'GET /api/business');
    expect(body).toMatchObject({ id: business.id, name: business.name, subscriptionStatus: 'active' });
    expect(JSON.stringify(body)).not.toContain('cus_canary');
  });

  test('have the defaults active, Premium and no description [5.business.5 9.defaults.7]', async () => {
    const { body } = await register();
    const [row] = await api.sql(
      'select status, plan_type, description, is_creator_business from businesses where id = $1',
      [body.business.id],
    );
    const usual = { status: 'active', plan_type: 'premium', description: null, is_creator_business: false };
    expect(row).toEqual(usual);
  });

  test('change only the fields of the settings that are sent [6.rules.5 10.8.6]', async () => {
    const { token } = business.admin;
    const before = await api.ok(token, 'GET /api/business');
    const changes = { phone: '555 0199', timeZone: 'America/New_York', overusePolicy: 'block' };
    const { status, body } = await change(token, changes);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...changes, updatedAt: expect.any(String) });
    const forged = {
      planType: 'professional',
      isCreatorBusiness: true,
      subscriptionStatus: 'trialing',
      id: 1,
    };
    expect((await change(token, forged)).body).toEqual({ ...body, updatedAt: expect.any(String) });
  });

  test('change the time zone of open sessions', async () => {
    await change(business.admin.token, { timeZone: 'Asia/Tokyo' });
    expect((await api.ok(employee.token, 'GET /api/auth/validate')).user.timeZone).toBe('Asia/Tokyo');
  });

  test('answer 403 to employees who change it [10.8.6]', async () => {
    expect((await change(employee.token, { name: 'Mine' })).status).toBe(403);
    expect((await api.ok(employee.token, 'GET /api/business')).name).toBe(business.name);
  });

  test.each([
    ['name', { name: '' }, 'Business name is required'],
    ['email', { email: '' }, 'Valid email is required'],
    ['timeZone', { timeZone: '' }, 'Unknown time zone'],
  ])('answer 400 for an invalid %s', async (path, body, message) => {
    expectIssue(await change(business.admin.token, body), { path, message });
  });

  test('answer 400 for an unknown overuse policy [10.8.6]', async () => {
    const answer = await change(business.admin.token, { overusePolicy: 'ignore' });
    expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, 'overusePolicy']);
  });
});

describe('PUT /api/profile', () => {
  const write = async (token: string) =>
    (await api.call(token, 'PUT /api/profile', { body: { bio: 'x' } })).status;

  test.each([
    ['active', null, 200],
    ['past_due', 13, 200],
    ['past_due', 15, 402],
    ['canceled', null, 402],
  ])(
    'for a subscription that is %s, %s days after its period, answers %i [4.subscription.3 10.3.9]',
    async (status, days, expected) => {
      const { id, admin } = await createBusiness(api);
      await setSubscriptionStatus(api, id, status);
      if (days !== null) {
        const ended = `update businesses set subscription_period_end = now() - $2::interval where id = $1`;
        await api.sql(ended, [id, `${days} days`]);
      }
      expect(await write(admin.token)).toBe(expected);
      expect((await api.call(admin.token, 'GET /api/profile')).status).toBe(200);
    },
  );

  test('answers 402 with the reason without a subscription', async () => {
    const { admin } = await createBusiness(api, { unpaid: true });
    const answer = await api.call(admin.token, 'PUT /api/business', { body: { name: 'Renamed' } });
    expectError(answer, 402, 'subscription_required');
    expect((await api.ok(admin.token, 'GET /api/business')).subscriptionStatus).toBe(null);
  });
});
