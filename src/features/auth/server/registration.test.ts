import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createBusiness,
  buildRegistrationForm,
  createCreatorBusiness,
} from '#tests/support/factories/businesses.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { waitForMails } from '#tests/support/fakes/smtpServer.ts';
import { startApi, useApi, type RequestOptions } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { captureLog } from '#tests/support/helpers/logOutput.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const creator = setUpOnce(() => createCreatorBusiness(api));

const businessForm = (fields: object = {}) => ({
  name: uniqueName('Agency'),
  email: `${uniqueName('owner')}@agency.example`,
  phone: '555 0100',
  address: '1 Main Street',
  ...fields,
});

/** Registers a business without an admin, and returns it with the claim from its cookie. */
async function registerBusiness(): Promise<{ id: number; email: string; claim: string }> {
  const answer = await api.call(null, 'POST /api/auth/register-business', { body: businessForm() });
  const claim = answer.cookies.find(({ name }) => name === 'quarterhour_claim')?.value ?? '';
  return { ...answer.body.business, claim };
}

const createAdmin = (body: object, parts: RequestOptions = {}) =>
  api.call(null, 'POST /api/auth/create-admin-for-business', {
    body: { ...buildRegistrationForm(), ...body },
    ...parts,
  });

describe('POST /api/auth/register-admin', () => {
  const register = (fields: object) =>
    api.call(null, 'POST /api/auth/register-admin', { body: { ...buildRegistrationForm(), ...fields } });

  test('creates a business and its admin, and logs them in [5.admin.8 7.auth.7 10.3.8,16 10.8.17]', async () => {
    const form = buildRegistrationForm({
      businessAddress: '1 Main Street',
      businessCity: 'Springfield',
      businessState: 'IL',
      businessZipCode: '62701',
      industry: 'healthcare',
      timeZone: 'Europe/Berlin',
    });
    const { status, body, cookies } = await register(form);
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      username: form['username'],
      businessName: form['businessName'],
      role: 'admin',
      status: 'active',
      timeZone: 'Europe/Berlin',
      passwordIssued: false,
    });
    expect(body.message).toBe('Business and administrator registered. Please complete the payment.');
    expect(cookies).toMatchObject([{ name: 'quarterhour_read', httpOnly: true, sameSite: 'Strict' }]);
    const business = await api.ok(body.token, 'GET /api/business');
    expect(business).toMatchObject({
      name: form['businessName'],
      email: form['businessEmail'],
      address: '1 Main Street, Springfield, IL 62701',
      isCreatorBusiness: false,
      planType: 'premium',
      timeZone: 'Europe/Berlin',
      overusePolicy: 'allow',
    });
  });

  test('takes empty strings for optional fields as absent [5.admin.8]', async () => {
    const fields = ['businessPhone', 'businessAddress', 'businessCity', 'businessState', 'businessZipCode'];
    const more = ['businessWebsite', 'industry', 'timeZone', 'phone'];
    const { status, body } = await register(
      Object.fromEntries([...fields, ...more].map((name) => [name, ''])),
    );
    expect(status).toBe(201);
    const business = await api.ok(body.token, 'GET /api/business');
    expect(business).toMatchObject({ address: '', timeZone: 'America/Chicago' });
    const [row] = await api.sql('select industry, website from businesses where id = $1', [business.id]);
    expect(row).toEqual({ industry: null, website: null });
  });

  test('makes the first business the creator, which can write without a subscription [1.businesses.3 6.rules.10 10.3.1]', async () => {
    const { token } = creator.admin;
    expect((await api.ok(token, 'GET /api/business')).isCreatorBusiness).toBe(true);
    expect((await api.call(token, 'PUT /api/profile', { body: { bio: 'Founder' } })).status).toBe(200);
  });

  test.each([
    ['username', { username: 'ab' }, 'Username must be at least 3 characters'],
    ['password', { password: '12345' }, 'Password must be at least 6 characters'],
    ['email', { email: 'a' }, 'Valid email is required'],
    ['firstName', { firstName: '' }, 'First name is required'],
    ['lastName', { lastName: undefined }, 'Last name is required'],
    ['position', { position: '' }, 'Position is required'],
    ['department', { department: '' }, 'Department is required'],
    ['businessName', { businessName: '' }, 'Business name is required'],
    ['businessEmail', { businessEmail: 'x' }, 'Valid business email is required'],
    ['employeeCount', { employeeCount: undefined }, 'Employee count is required'],
    ['industry', { industry: 'farming' }, 'Select an industry'],
    ['timeZone', { timeZone: 'Mars/Olympus' }, 'Unknown time zone'],
  ])('answers 400 for an invalid %s [5.admin.1,4]', async (path, fields, message) => {
    const { count } = await api.ok(null, 'GET /api/businesses/count');
    expectIssue(await register(fields), { path, message });
    expect(await api.ok(null, 'GET /api/businesses/count')).toEqual({ count });
  });

  test('answers 429 after 20 from one address', async () => {
    const from = '10.42.0.1';
    const send = (fields: Record<string, unknown>) =>
      api.call(null, 'POST /api/auth/register-admin', { body: buildRegistrationForm(fields), from });
    // Invalid forms are not counted.
    for (let number = 0; number < 3; number += 1) expect((await send({ username: 'ad' })).status).toBe(400);
    const sendExisting = () => send({ username: creator.admin.username });
    for (let number = 0; number < 20; number += 1) expect((await sendExisting()).status).toBe(409);
    expect((await sendExisting()).status).toBe(429);
  });

  test('answers 409 for an existing username, and creates no business', async () => {
    const { count } = await api.ok(null, 'GET /api/businesses/count');
    const answer = await register({ username: creator.admin.username.toUpperCase() });
    expectError(answer, 409, 'username_taken');
    expect(answer.error?.issues?.[0]?.path).toBe('username');
    expect(await api.ok(null, 'GET /api/businesses/count')).toEqual({ count });
  });
});

describe('POST /api/auth/create-admin-for-business', () => {
  test('accepts the cookie of the registration [7.auth.8]', async () => {
    const { id, claim } = await registerBusiness();
    const { status, body } = await createAdmin({ businessId: id }, { cookies: { quarterhour_claim: claim } });
    expect([status, body.user.businessId, body.user.role]).toEqual([201, id, 'admin']);
    expect((await api.call(body.token, 'GET /api/auth/validate')).status).toBe(200);
  });

  test('accepts the link that was emailed to the business [10.3.4 10.7.4]', async () => {
    const { id, email } = await registerBusiness();
    await waitForMails(api);
    const folder = join(api.database.settings.DATA_DIR, 'mail');
    const mails = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const mail = mails.find((one) => one.includes(`To: ${email}\n`)) ?? '';
    const link = new URL(/http\S+/.exec(mail)?.[0] ?? '');
    expect(link.pathname).toBe('/register-admin');
    const { businessId, claim } = Object.fromEntries(link.searchParams);
    expect(businessId).toBe(String(id));
    expect((await createAdmin({ businessId, claim })).status).toBe(201);
  });

  test('answers 429 after 20 attempts from one address', async () => {
    const { id, claim } = await registerBusiness();
    const body = { ...buildRegistrationForm({ username: creator.admin.username }), businessId: id, claim };
    const sendExisting = () =>
      api.call(null, 'POST /api/auth/create-admin-for-business', { body, from: '10.42.0.2' });
    for (let number = 0; number < 20; number += 1) expect((await sendExisting()).status).toBe(409);
    expect((await sendExisting()).status).toBe(429);
    expect((await createAdmin({ businessId: id, claim })).status).toBe(201);
  });

  test('answers 409 once there is an admin [6.rules.9 10.3.6 T1]', async () => {
    const { id, claim } = await registerBusiness();
    expect((await createAdmin({ businessId: id, claim })).status).toBe(201);
    const again = await createAdmin({ businessId: id, claim });
    expectError(again, 409, 'admin_exists');
    expect(again.error?.message).toBe('This business already has an administrator.');
    expect(await api.sql('select id from users where business_id = $1', [id])).toHaveLength(1);
  });

  test('answers 404 without the claim of the business, whether it exists or not [10.3.5 T1]', async () => {
    const [one, other] = [await registerBusiness(), await registerBusiness()];
    const answers = [
      await createAdmin({ businessId: one.id }),
      await createAdmin({ businessId: one.id, claim: other.claim }),
      await createAdmin({ businessId: one.id, claim: 'guess' }),
      await createAdmin({ businessId: creator.id, claim: other.claim }),
      await createAdmin({ businessId: 999_999, claim: other.claim }),
    ];
    for (const { status, error } of answers) {
      expect([status, error?.message]).toEqual([404, 'This registration link is not valid.']);
    }
    expect(await api.sql('select id from users where business_id = $1', [one.id])).toEqual([]);
  });

  test.each([0, -1, 1.5, 'first'])('answers 400 for the business id %j [5.user.3]', async (businessId) => {
    const { error, status } = await createAdmin({ businessId });
    expect([status, error?.issues?.[0]?.path]).toEqual([400, 'businessId']);
  });

  test('answers 404 after seven days [T1]', async () => {
    const { id, claim } = await registerBusiness();
    await api.sql(`update business_claims set expires_at = now() where business_id = $1`, [id]);
    expect((await createAdmin({ businessId: id, claim })).status).toBe(404);
  });

  test('answers 409 for an existing username, and keeps the claim', async () => {
    const { id, claim } = await registerBusiness();
    const refused = await createAdmin({ businessId: id, claim, username: creator.admin.username });
    expectError(refused, 409, 'username_taken');
    expect((await createAdmin({ businessId: id, claim })).status).toBe(201);
  });
});

test('the log contains no secrets, at any level [S-31]', async () => {
  const secrets: string[] = [];
  const log = await captureLog(async () => {
    const loud = await startApi({ LOG_LEVEL: 'trace' });
    try {
      const { admin } = await createBusiness(loud, { form: { password: 'canary-password' } });
      const [row] = await loud.sql<{ email: string }>('select email from users where id = $1', [admin.id]);
      const body = { username: admin.username, email: row?.email };
      const { resetUrl } = await loud.ok(null, 'POST /api/auth/forgot-password', { body });
      const answer = await loud.call(null, 'POST /api/auth/register-business', { body: businessForm() });
      await loud.call(null, 'POST /api/auth/login', {
        body: { username: 'unknown', password: 'canary-guess' },
      });
      secrets.push('canary-password', 'canary-guess', admin.token, String(answer.cookies[0]?.value));
      secrets.push(new URL(resetUrl ?? '').searchParams.get('token') ?? 'no token');
    } finally {
      await loud.stop();
    }
  });
  expect(log).toContain('/api/auth/forgot-password');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(log).not.toContain(secret);
  }
});
