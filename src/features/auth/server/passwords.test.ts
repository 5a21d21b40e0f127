import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { waitForMails } from '#tests/support/fakes/smtpServer.ts';
import { startApi, useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';

const NEUTRAL =
  "If an account with those credentials exists, we've sent a password reset link to your email.";

const api = useApi({ PUBLIC_URL: 'https://agency.example/' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
let employee: Account & { email: string };
let addresses = 0;
beforeEach(async () => {
  const email = `${uniqueName('eve')}@example.com`;
  employee = { ...(await createPerson(api, business, { form: { email } })), email };
});

const validate = async (token: string) => (await api.call(token, 'GET /api/auth/validate')).status;
const signIn = (password: string) =>
  api.call(null, 'POST /api/auth/login', { body: { username: employee.username, password } });
/** Sends each request from a different address, because of the limit per address. */
const forgot = (body: object, on = api) => {
  addresses += 1;
  return on.call(null, 'POST /api/auth/forgot-password', { body, from: `10.20.0.${addresses}` });
};
const reset = (token: string | null, password: string) =>
  api.call(null, 'POST /api/auth/reset-password', { body: { token, password } });
const accountRow = async () => {
  const [row] = await api.sql(
    `select password_hash, issued_password_at, sealed as issued_password from users
     left join temporary_passwords i on i.business_id = users.business_id and i.user_id = users.id where users.id = $1`,
    [employee.id],
  );
  return row;
};

async function requestLink(): Promise<string> {
  const { username, email } = employee;
  const { body } = await forgot({ username, email });
  return new URL(body.resetUrl ?? '').searchParams.get('token') ?? '';
}

describe('POST /api/auth/change-password', () => {
  const change = (body: object, token = employee.token) =>
    api.call(token, 'POST /api/auth/change-password', { body });

  test('stores the new password, deletes the temporary one, and ends all other sessions [10.2.9 10.8.7 P-5]', async () => {
    const other = await startSession(api, employee);
    const body = { currentPassword: employee.password, newPassword: 'my own password' };
    expect((await change(body)).status).toBe(204);
    expect([await validate(employee.token), await validate(other)]).toEqual([200, 401]);
    expect([(await signIn(employee.password)).status, (await signIn('my own password')).status]).toEqual([
      401, 200,
    ]);
    expect(await accountRow()).toMatchObject({ issued_password: null, issued_password_at: null });
  });

  test('answers 400 when the current password is wrong [10.2.26]', async () => {
    const before = await accountRow();
    const answer = await change({ currentPassword: 'wrong', newPassword: 'my own password' });
    const issues = [{ path: 'currentPassword', message: 'The current password is not correct' }];
    expect([answer.status, answer.error?.issues]).toEqual([400, issues]);
    expect(await accountRow()).toEqual(before);
  });

  test.each([
    ['currentPassword', { newPassword: 'long enough' }, undefined],
    ['currentPassword', { currentPassword: '', newPassword: 'long enough' }, 'Current password is required'],
    ['newPassword', { currentPassword: 'x' }, 'Password must be at least 6 characters'],
    ['newPassword', { currentPassword: 'x', newPassword: '12345' }, 'Password must be at least 6 characters'],
  ])('answers 400 without a valid %s [5.other.10 S-18]', async (path, body, message) => {
    const answer = await change(body);
    expect(answer.status).toBe(400);
    expect(answer.error?.issues?.[0]).toMatchObject({ path, ...(message ? { message } : {}) });
  });

  test('runs once, and a second request with the same key replays the response', async () => {
    const parts = {
      body: { currentPassword: employee.password, newPassword: 'my own password' },
      headers: { 'idempotency-key': uniqueName('key') },
    };
    const send = () => api.call(employee.token, 'POST /api/auth/change-password', parts);
    expect((await send()).status).toBe(204);
    const again = await send();
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([204, 'true']);
    const other = { ...parts, body: { ...parts.body, newPassword: 'another password' } };
    const reused = await api.call(employee.token, 'POST /api/auth/change-password', other);
    expectError(reused, 409, 'idempotency_key_reused');
    expect((await signIn('my own password')).status).toBe(200);
  });

  test('answers 400 when the new password is the current one', async () => {
    const answer = await change({ currentPassword: employee.password, newPassword: employee.password });
    const issues = [{ path: 'newPassword', message: 'The new password must differ from the current one' }];
    expect([answer.status, answer.error?.issues]).toEqual([400, issues]);
    expect((await api.ok(employee.token, 'GET /api/auth/validate')).user.passwordIssued).toBe(true);
  });

  test('answers 429 after 10 wrong passwords', async () => {
    for (let index = 0; index < 10; index += 1) {
      expect(
        (await change({ currentPassword: `guess ${index}`, newPassword: 'my own password' })).status,
      ).toBe(400);
    }
    const right = { currentPassword: employee.password, newPassword: 'my own password' };
    expect((await change(right)).status).toBe(429);
  });
});

describe('POST /api/auth/forgot-password', () => {
  test('returns the same response whether the account exists or not, and changes nothing [7.auth.4,5 8.auth.7 10.2.20,24,25 T7 P-7]', async () => {
    const { username, email } = employee;
    const before = await accountRow();
    for (const body of [
      { username: uniqueName('unknown'), email },
      { username, email: 'other@example.com' },
    ]) {
      const answer = await forgot(body);
      expect([answer.status, answer.body]).toEqual([200, { message: NEUTRAL }]);
    }
    const { status, body } = await forgot({ username: username.toUpperCase(), email: email.toUpperCase() });
    expect([status, body]).toEqual([
      200,
      {
        message: NEUTRAL,
        resetUrl: expect.stringMatching(/^https:\/\/agency\.example\/reset-password\?token=\d+-[\w-]{43}$/),
      },
    ]);
    expect(await accountRow()).toEqual(before);
    expect(await validate(employee.token)).toBe(200);
  });

  test('sends the link to the address of the account, and stores only its hash [10.2.20 T7]', async () => {
    const token = await requestLink();
    await waitForMails(api);
    const folder = join(api.database.settings.DATA_DIR, 'mail');
    const mails = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const mine = mails.filter((mail) => mail.includes(token));
    expect(mine).toHaveLength(1);
    expect(mine[0]).toContain(`To: ${employee.email}\n`);
    const rows = await api.sql('select r::text as row from password_resets r where user_id = $1', [
      employee.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('sends no link to an inactive person', async () => {
    const params = { id: employee.id };
    await api.ok(business.admin.token, 'PUT /api/users/:id/profile', {
      params,
      body: { status: 'inactive' },
    });
    expect((await forgot({ username: employee.username, email: employee.email })).body).toEqual({
      message: NEUTRAL,
    });
  });

  test('sends at most three links in 15 minutes, with the same response afterwards [S-15]', async () => {
    const body = { username: employee.username, email: employee.email };
    for (let index = 0; index < 3; index += 1) expect((await forgot(body)).body.resetUrl).toBeDefined();
    const fourth = await forgot(body);
    expect([fourth.status, fourth.body]).toEqual([200, { message: NEUTRAL }]);
  });

  test('answers 429 after 20 requests from an address', async () => {
    const ask = () =>
      api.call(null, 'POST /api/auth/forgot-password', {
        body: { username: uniqueName('any'), email: 'any@example.com' },
        from: '10.21.0.1',
      });
    for (let index = 0; index < 20; index += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  test('returns no link in production [7.auth.5 10.2.25 T7 P-7]', async () => {
    const live = await startApi({ NODE_ENV: 'production', PASSWORD_HASHING: 'full' });
    const { admin } = await createBusiness(live);
    const [row] = await live.sql<{ email: string }>('select email from users where id = $1', [admin.id]);
    const { body } = await forgot({ username: admin.username, email: row?.email }, live);
    expect(body).toEqual({ message: NEUTRAL });
    // It is sent after the response.
    const folder = join(live.database.settings.DATA_DIR, 'mail');
    await expect.poll(() => readdir(folder).catch(() => [])).toHaveLength(1);
    await live.stop();
  });

  test.each([
    ['username', { email: 'a@example.com' }, 'Username is required'],
    ['email', { username: 'a', email: 'a' }, 'Valid email is required'],
  ])('answers 400 without a valid %s [5.other.10 S-18]', async (path, body, message) => {
    expectIssue(await forgot(body), { path, message });
  });
});

describe('POST /api/auth/reset-password', () => {
  const issues = [
    { path: 'token', message: 'This link has expired or was already used. Please ask for a new one.' },
  ];

  test('sets the password once, ends every session and deletes the temporary password [10.2.22 10.8.7 P-7]', async () => {
    const token = await requestLink();
    expect((await reset(token, 'my own password')).status).toBe(204);
    expect(await validate(employee.token)).toBe(401);
    expect([(await signIn(employee.password)).status, (await signIn('my own password')).status]).toEqual([
      401, 200,
    ]);
    expect(await accountRow()).toMatchObject({ issued_password: null, issued_password_at: null });
    const again = await reset(token, 'another password');
    expect([again.status, again.error?.issues]).toEqual([400, issues]);
    expect((await signIn('my own password')).status).toBe(200);
  });

  test('answers 400 after another link was used, and after the password was changed', async () => {
    const [first, second] = [await requestLink(), await requestLink()];
    expect((await reset(second, 'my own password')).status).toBe(204);
    expect((await reset(first, 'another password')).status).toBe(400);
    const third = await requestLink();
    const token = await startSession(api, { ...employee, password: 'my own password' });
    const body = { currentPassword: 'my own password', newPassword: 'another password' };
    expect((await api.call(token, 'POST /api/auth/change-password', { body })).status).toBe(204);
    expect((await reset(third, 'a third password')).status).toBe(400);
  });

  test('answers 400 after 30 minutes [10.2.21 P-7]', async () => {
    const token = await requestLink();
    const age = (minutes: number) =>
      api.sql(
        `update password_resets set expires_at = ${subtractInterval('expires_at', '$2::interval')} where user_id = $1`,
        [employee.id, `${minutes} minutes`],
      );
    const [row] = await api.sql<{ minutes: number }>(
      `select (extract(epoch from expires_at - created_at) / 60)::int as minutes from password_resets where user_id = $1`,
      [employee.id],
    );
    expect(row?.minutes).toBe(30);
    await age(30);
    expect((await reset(token, 'my own password')).error?.issues).toEqual(issues);
  });

  test('answers 400 for an inactive person', async () => {
    const token = await requestLink();
    const params = { id: employee.id };
    await api.ok(business.admin.token, 'PUT /api/users/:id/profile', {
      params,
      body: { status: 'inactive' },
    });
    expect((await reset(token, 'my own password')).error?.issues).toEqual(issues);
  });

  test.each([
    ['token', { password: 'long enough' }, 'This link is incomplete'],
    ['password', { token: 'x', password: '12345' }, 'Password must be at least 6 characters'],
  ])('answers 400 without a valid %s [5.other.10 S-18]', async (path, body, message) => {
    expectIssue(await api.call(null, 'POST /api/auth/reset-password', { body }), { path, message });
  });
});
