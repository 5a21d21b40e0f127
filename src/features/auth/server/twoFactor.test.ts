import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { generateTotp, enableTwoFactor } from '#tests/support/factories/twoFactor.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const employee = setUpEach(() => createPerson(api, business));

/** Logs in from a different address each time, because of the limit per address. */
let addresses = 0;
function signIn(totp?: string, password = employee.password) {
  addresses += 1;
  const body = { username: employee.username, password, totp };
  return api.call(null, 'POST /api/auth/login', { body, from: `10.30.0.${addresses}` });
}
const outcomeOf = async (totp?: string, password?: string) => {
  const { status, error } = await signIn(totp, password);
  return [status, error?.code];
};
const state = () => api.ok(employee.token, 'GET /api/auth/totp');
const setUp = () => api.call(employee.token, 'POST /api/auth/totp/setup');
const enable = (code: unknown) => api.call(employee.token, 'POST /api/auth/totp/enable', { body: { code } });
const disable = (password: unknown) =>
  api.call(employee.token, 'POST /api/auth/totp/disable', { body: { password } });
const wrong = (secret: string) => (generateTotp(secret) === '000000' ? '111111' : '000000');
const actions = async () =>
  (
    await api.sql<{ action: string }>(
      `select action from audit_log where business_id = $1 and object_id = $2 order by seq`,
      [business.id, employee.id],
    )
  ).map(({ action }) => action);

describe('POST /api/auth/totp/enable', () => {
  test('changes nothing until a code of the new secret is sent [10.8.9]', async () => {
    expect(await state()).toEqual({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 });
    const { status, body } = await setUp();
    expect(status).toBe(200);
    const uri = new URL(body.uri);
    expect([uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
      body.secret,
      'Quarterhour',
    ]);
    expect(decodeURIComponent(uri.pathname)).toContain(employee.username);
    expect((await signIn()).status).toBe(200);
    expect((await state()).enabled).toBe(false);
  });

  test('returns ten recovery codes, stored as hashes; the secret is stored encrypted [10.2.36 T20]', async () => {
    const { secret, recoveryCodes } = await enableTwoFactor(api, employee.token);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(await state()).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    const rows = await api.sql(
      `select sealed::text as one from two_factor_secrets union all select code_hash::text from recovery_codes`,
    );
    const text = Buffer.from(JSON.stringify(rows)).toString();
    for (const value of [secret, ...recoveryCodes]) {
      expect(text).not.toContain(Buffer.from(value).toString('hex'));
    }
    expect(await actions()).toEqual(expect.arrayContaining(['two_step_set_up', 'two_step_enabled']));
  });

  test('accepts only the latest secret, and answers 409 once it is enabled', async () => {
    const [first, second] = [(await setUp()).body.secret, (await setUp()).body.secret];
    expect((await enable(generateTotp(first))).status).toBe(400);
    expect((await enable(generateTotp(second))).status).toBe(200);
    expectError(await setUp(), 409, 'totp_enabled');
    expect((await enable(generateTotp(second, 30))).error?.code).toBe('totp_enabled');
  });

  test('answers 409 without a secret, and 400 without a correct code', async () => {
    expect((await enable('123456')).error?.code).toBe('totp_not_set_up');
    const { secret } = (await setUp()).body;
    expect((await enable('')).error?.issues).toEqual([
      { path: 'code', message: 'Enter the 6 digits of your authenticator app' },
    ]);
    expect((await enable(wrong(secret))).error?.issues).toEqual([
      { path: 'code', message: 'This code is not correct. Enter the one your app shows now.' },
    ]);
    expect((await state()).enabled).toBe(false);
  });

  test('answers 429 after 10 wrong codes', async () => {
    const { secret } = (await setUp()).body;
    for (let index = 0; index < 10; index += 1) expect((await enable(wrong(secret))).status).toBe(400);
    const answer = await enable(generateTotp(secret));
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  test('answers 409 to a repeated setup with the same key, because the secret is not stored', async () => {
    const headers = { 'idempotency-key': 'two-factor-1' };
    const setUpOnce = () => api.call(employee.token, 'POST /api/auth/totp/setup', { headers });
    expect((await setUpOnce()).status).toBe(200);
    expectError(await setUpOnce(), 409, 'secret_not_stored');
    const [row] = await api.sql('select answer from idempotency_keys where key = $1', ['two-factor-1']);
    expect(row).toEqual({ answer: null });
  });
});

describe('POST /api/auth/login with two-factor authentication', () => {
  test('asks for the second factor only after a correct password [10.2.37 S-19]', async () => {
    const { secret } = await enableTwoFactor(api, employee.token);
    expect(await outcomeOf()).toEqual([401, 'totp_required']);
    expect(await outcomeOf(undefined, 'wrong')).toEqual([401, 'invalid_credentials']);
    expect(await outcomeOf(generateTotp(secret, 30), 'wrong')).toEqual([401, 'invalid_credentials']);
    const { status, body } = await signIn(generateTotp(secret, 30));
    expect([status, body.user.id]).toEqual([200, employee.id]);
  });

  test('accepts a code once, even from two concurrent requests or right after enabling [S-19]', async () => {
    const { secret, used } = await enableTwoFactor(api, employee.token);
    expect(await outcomeOf(used)).toEqual([401, 'totp_invalid']);
    const code = generateTotp(secret, 30);
    const both = await Promise.all([signIn(code), signIn(code)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await outcomeOf(code)).toEqual([401, 'totp_invalid']);
  });

  test('accepts a recovery code once, in any spelling', async () => {
    const { recoveryCodes } = await enableTwoFactor(api, employee.token);
    const [code = '', other = ''] = recoveryCodes;
    expect(await outcomeOf(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toEqual([200, undefined]);
    expect(await outcomeOf(code)).toEqual([401, 'totp_invalid']);
    expect((await state()).recoveryCodesLeft).toBe(9);
    const both = await Promise.all([signIn(other), signIn(other)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  test("answers 401 for another person's codes", async () => {
    const other = await createPerson(api, business);
    const theirs = await enableTwoFactor(api, other.token);
    await enableTwoFactor(api, employee.token);
    expect(await outcomeOf(generateTotp(theirs.secret, 30))).toEqual([401, 'totp_invalid']);
    expect(await outcomeOf(theirs.recoveryCodes[0])).toEqual([401, 'totp_invalid']);
    expect((await api.ok(other.token, 'GET /api/auth/totp')).recoveryCodesLeft).toBe(10);
  });

  test('answers 429 after 10 wrong codes, which are in the audit log', async () => {
    const { secret } = await enableTwoFactor(api, employee.token);
    for (let index = 0; index < 10; index += 1) {
      expect(await outcomeOf(wrong(secret))).toEqual([401, 'totp_invalid']);
    }
    expect(await outcomeOf(generateTotp(secret, 30))).toEqual([429, 'too_many']);
    await expect
      .poll(async () => (await actions()).filter((action) => action === 'sign_in_failed').length)
      .toBe(10);
  });
});

describe('POST /api/auth/totp/disable', () => {
  test('answers 400 without the password; afterwards a login needs only the password', async () => {
    await enableTwoFactor(api, employee.token);
    expect((await disable('')).error?.issues?.[0]).toMatchObject({ path: 'password' });
    const answer = await disable('wrong');
    expect(answer.error?.issues).toEqual([
      { path: 'password', message: 'The current password is not correct' },
    ]);
    expect((await state()).enabled).toBe(true);
    expect((await disable(employee.password)).status).toBe(204);
    expect(await state()).toEqual({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 });
    expect((await signIn()).status).toBe(200);
    expect((await disable(employee.password)).error?.code).toBe('totp_not_enabled');
    expect(await actions()).toContain('two_step_disabled');
  });
});
