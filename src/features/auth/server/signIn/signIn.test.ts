import { describe, expect, test, vi } from 'vitest';
import { createBusiness, setSubscriptionStatus } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi, type RequestOptions } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const employee = setUpEach(() => createPerson(api, business));

const signIn = (username: string, password: string, parts: RequestOptions = {}) =>
  api.call(null, 'POST /api/auth/login', { body: { username, password }, ...parts });

describe('POST /api/auth/login', () => {
  test('returns the token and the user, without any secret [7.auth.2 10.1.20 10.2.1,13 S-23]', async () => {
    const { status, body } = await signIn(employee.username, employee.password);
    expect(status).toBe(200);
    expect(body.token).toMatch(/^\d+-[\w-]{43}$/);
    expect(body.user).toEqual({
      id: employee.id,
      businessId: business.id,
      businessName: business.name,
      username: employee.username,
      role: 'employee',
      firstName: 'Eve',
      lastName: 'Worker',
      email: 'eve@example.com',
      phone: null,
      department: 'Field',
      position: 'Carer',
      status: 'active',
      profilePicture: null,
      timeZone: 'America/Chicago',
      timeZones: [],
      paperSize: 'letter',
      weekStarts: [],
      lockedThrough: null,
      passwordIssued: true,
    });
  });

  test('stores only the hash of the token [10.2.2 T20]', async () => {
    const token = await startSession(api, employee);
    const statement = 'select t::text as row from sessions t where user_id = $1';
    const rows = await api.sql<{ row: string }>(statement, [employee.id]);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('sets a cookie that is HttpOnly and SameSite=Strict [10.2.4 S-12]', async () => {
    const { cookies, body } = await signIn(employee.username, employee.password);
    expect(cookies).toEqual([
      {
        name: 'quarterhour_read',
        value: body.token,
        httpOnly: true,
        sameSite: 'Strict',
        path: '/api',
        maxAge: 30 * 24 * 60 * 60,
      },
    ]);
  });

  test.each([
    ['capitals', (name: string) => name.toUpperCase()],
    ['full-width letters', (name: string) => name.replace('p', 'ｐ')],
    ['spaces around', (name: string) => `  ${name} `],
  ])('accepts the username in %s', async (_, written) => {
    expect((await signIn(written(employee.username), employee.password)).status).toBe(200);
  });

  test('gives the same 401 response for a wrong password, an unknown username and an inactive person [8.auth.1 10.2.14 T5 S-14]', async () => {
    const inactive = await createPerson(api, business);
    await api.ok(business.admin.token, 'PUT /api/users/:id/profile', {
      params: { id: inactive.id },
      body: { status: 'inactive' },
    });
    const answers = [
      await signIn(employee.username, 'wrong password'),
      await signIn(uniqueName('unknown'), 'wrong password'),
      await signIn(inactive.username, inactive.password),
    ];
    for (const { status, error, cookies } of answers) {
      expect({ status, error, cookies }).toEqual({
        status: 401,
        error: {
          code: 'invalid_credentials',
          message: 'Invalid username or password',
          requestId: expect.any(String),
        },
        cookies: [],
      });
    }
  });

  test('also checks a password for unknown usernames, which takes the same time [10.2.18 S-14]', async () => {
    const matches = vi.spyOn(api.server.services.passwords, 'matches');
    await signIn(employee.username, 'wrong password');
    await signIn(uniqueName('unknown'), 'wrong password');
    expect(matches.mock.calls.map(([hash, password]) => [hash === null, password])).toEqual([
      [false, 'wrong password'],
      [true, 'wrong password'],
    ]);
  });

  test.each([
    ['username', { username: '', password: 'x' }, 'Username is required'],
    ['username', { password: 'x' }, 'Username is required'],
    ['password', { username: 'x', password: '' }, 'Password is required'],
    ['password', { username: 'x' }, 'Password is required'],
  ])('answers 400 without a %s', async (path, body, message) => {
    expectIssue(await api.call(null, 'POST /api/auth/login', { body }), { path, message });
  });

  test('reports a temporary password until the user changes it [P-4]', async () => {
    const { token, password } = employee;
    const body = { currentPassword: password, newPassword: 'my own password' };
    expect((await api.call(token, 'POST /api/auth/change-password', { body })).status).toBe(204);
    expect((await api.ok(token, 'GET /api/auth/validate')).user.passwordIssued).toBe(false);
  });

  test('works without a subscription, as does ending sessions [10.3.10]', async () => {
    const unpaid = await createBusiness(api);
    const eve = await createPerson(api, unpaid);
    await setSubscriptionStatus(api, unpaid.id, 'canceled');
    const token = await startSession(api, eve);
    const [first] = await api.ok(token, 'GET /api/auth/sessions');
    expect((await api.call(token, 'PUT /api/profile', { body: { bio: 'x' } })).status).toBe(402);
    const params = { id: first?.id ?? 0 };
    expect((await api.call(token, 'DELETE /api/auth/sessions/:id', { params })).status).toBe(204);
  });
});

describe('the read cookie', () => {
  const cookies = () => ({ quarterhour_read: employee.token });

  test('authorizes GET and HEAD [10.2.5]', async () => {
    expect((await api.call(null, 'GET /api/profile', { cookies: cookies() })).body.id).toBe(employee.id);
    const head = { method: 'HEAD', url: '/api/profile' } as const;
    const answers = [
      await api.server.app.inject({ ...head, cookies: cookies() }),
      await api.server.app.inject(head),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401]);
  });

  test('authorizes no change except a logout [10.2.5 S-12]', async () => {
    const answer = await api.call(null, 'PUT /api/profile', { cookies: cookies(), body: { bio: 'forged' } });
    expect(answer.status).toBe(401);
    expect((await api.ok(employee.token, 'GET /api/profile')).bio).toBe(null);
    await api.call(null, 'POST /api/auth/logout', { cookies: cookies() });
    expect((await api.call(employee.token, 'GET /api/profile')).status).toBe(401);
  });

  test('is ignored while the cookie of a pending logout is present [10.2.39 S-12]', async () => {
    const loggedOut = { ...cookies(), quarterhour_logout: '1' };
    expect((await api.call(null, 'GET /api/profile', { cookies: loggedOut })).status).toBe(401);
    expect((await api.call(employee.token, 'GET /api/profile', { cookies: loggedOut })).status).toBe(200);
  });

  test('is ignored beside an invalid header', async () => {
    const answer = await api.call('wrong-token-wrong-token-wrong', 'GET /api/profile', {
      cookies: cookies(),
    });
    expect(answer.status).toBe(401);
  });
});

describe('POST /api/auth/logout', () => {
  test('ends the session immediately and clears the cookie [7.auth.1 10.1.20 10.2.8]', async () => {
    const other = await startSession(api, employee);
    const answer = await api.call(employee.token, 'POST /api/auth/logout');
    expect(answer.status).toBe(204);
    expect(answer.cookies).toMatchObject([
      { name: 'quarterhour_read', value: '', path: '/api', httpOnly: true },
    ]);
    expect((await api.call(employee.token, 'GET /api/auth/validate')).status).toBe(401);
    expect((await api.call(other, 'GET /api/auth/validate')).status).toBe(200);
  });

  test('without a token, ends the session of the cookie and clears it [10.2.38 S-9]', async () => {
    const other = await startSession(api, employee);
    const cookies = { quarterhour_read: employee.token };
    const answer = await api.call(null, 'POST /api/auth/logout', { cookies });
    expect(answer.status).toBe(204);
    expect(answer.cookies).toMatchObject([{ name: 'quarterhour_read', value: '', path: '/api' }]);
    expect((await api.call(employee.token, 'GET /api/auth/validate')).status).toBe(401);
    expect((await api.call(other, 'GET /api/auth/validate')).status).toBe(200);
  });

  test('is recorded once when token and cookie are of the same session [S-32]', async () => {
    const cookies = { quarterhour_read: employee.token };
    await api.ok(employee.token, 'POST /api/auth/logout', { cookies });
    const query = { object: 'person', objectId: employee.id };
    const log = await api.ok(business.admin.token, 'GET /api/audit', { query });
    expect(log.filter(({ action }) => action === 'signed_out')).toHaveLength(1);
  });

  test('answers 204 without a session [7.auth.3]', async () => {
    expect((await api.call(null, 'POST /api/auth/logout')).status).toBe(204);
    expect((await api.call('x'.repeat(43), 'POST /api/auth/logout')).status).toBe(204);
  });
});

describe('GET and DELETE /api/auth/sessions', () => {
  test('lists the sessions, newest first, and marks the current one [10.8.8 S-11]', async () => {
    const headers = { 'user-agent': 'Second browser' };
    const { username, password } = employee;
    const { body } = await api.call(null, 'POST /api/auth/login', { body: { username, password }, headers });
    const rows = await api.ok(body.token, 'GET /api/auth/sessions');
    expect(rows.map(({ current, userAgent }) => ({ current, userAgent }))).toEqual([
      { current: true, userAgent: 'Second browser' },
      { current: false, userAgent: 'lightMyRequest' },
    ]);
    expect(JSON.stringify(rows)).not.toContain(body.token);
  });

  test('ends one session and no other [10.8.8 S-11]', async () => {
    const second = await startSession(api, employee);
    const [, first] = await api.ok(second, 'GET /api/auth/sessions');
    const params = { id: first?.id ?? 0 };
    expect((await api.call(second, 'DELETE /api/auth/sessions/:id', { params })).status).toBe(204);
    expect((await api.call(employee.token, 'GET /api/auth/validate')).status).toBe(401);
    expect((await api.call(second, 'GET /api/auth/validate')).status).toBe(200);
    expect((await api.call(second, 'DELETE /api/auth/sessions/:id', { params })).status).toBe(404);
  });

  test("answers 404 for a colleague's session, even to an admin", async () => {
    const [row] = await api.ok(employee.token, 'GET /api/auth/sessions');
    const params = { id: row?.id ?? 0 };
    const answer = await api.call(business.admin.token, 'DELETE /api/auth/sessions/:id', { params });
    expect(answer.status).toBe(404);
    expect((await api.call(employee.token, 'GET /api/auth/validate')).status).toBe(200);
  });
});

test('the audit log contains logins, failures and logouts [S-32]', async () => {
  await signIn(employee.username, 'wrong password', { from: '10.10.0.1' });
  await api.call(employee.token, 'POST /api/auth/logout', { from: '10.10.0.2' });
  const actions = () =>
    api.sql<{ action: string }>(
      `select action, actor_id, ip from audit_log where business_id = $1 and object_id = $2 order by action`,
      [business.id, employee.id],
    );
  // A failure is recorded after the response, which must not take longer for a known username.
  await expect.poll(actions).toHaveLength(4);
  expect(await actions()).toEqual([
    { action: 'added', actor_id: business.admin.id, ip: '127.0.0.1' },
    { action: 'sign_in_failed', actor_id: null, ip: '10.10.0.1' },
    { action: 'signed_in', actor_id: employee.id, ip: '127.0.0.1' },
    { action: 'signed_out', actor_id: employee.id, ip: '10.10.0.2' },
  ]);
});
