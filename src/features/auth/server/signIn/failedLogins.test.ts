import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { startApi, useApi, type RequestOptions } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const employee = setUpEach(() => createPerson(api, business));

const signIn = (username: string, password: string, parts: RequestOptions = {}) =>
  api.call(null, 'POST /api/auth/login', { body: { username, password }, ...parts });

describe('POST /api/auth/login after failures', () => {
  const guess = (username: string, from: string) => signIn(username, 'wrong password', { from });

  test('answers 429 after 10 for a username, from any address [10.1.33 10.2.16 T5,6 S-15]', async () => {
    for (let index = 0; index < 10; index += 1) {
      expect((await guess(employee.username, `10.3.0.${index}`)).status).toBe(401);
    }
    const refused = await signIn(employee.username.toUpperCase(), employee.password, { from: '10.3.1.1' });
    expectError(refused, 429, 'too_many');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    // The open session is still valid.
    expect((await api.call(employee.token, 'GET /api/auth/validate')).status).toBe(200);
  });

  test('also answers 429 after 10 for an unknown username [T5]', async () => {
    const name = uniqueName('unknown');
    for (let index = 0; index < 10; index += 1) await guess(name, `10.4.0.${index}`);
    expect((await guess(name, '10.4.1.1')).status).toBe(429);
  });

  test('answers 429 after 10 from an address, for any username [10.2.17 T5]', async () => {
    const from = '10.5.0.1';
    for (let index = 0; index < 10; index += 1)
      expect((await guess(uniqueName('any'), from)).status).toBe(401);
    expect((await signIn(employee.username, employee.password, { from })).status).toBe(429);
    expect((await signIn(employee.username, employee.password, { from: '10.5.0.2' })).status).toBe(200);
  });

  test('counts an IPv6 network as one address [S-15]', async () => {
    for (let index = 0; index < 10; index += 1) await guess(uniqueName('any'), `2001:db8:0:7::${index + 1}`);
    expect((await guess(uniqueName('any'), '2001:db8:0:7:ffff::9')).status).toBe(429);
    expect((await guess(uniqueName('any'), '2001:db8:0:8::1')).status).toBe(401);
  });

  test('ignores a forwarded address unless a proxy is trusted [10.7.7 S-16]', async () => {
    const from = '10.6.0.1';
    for (let index = 0; index < 10; index += 1) {
      const headers = { 'x-forwarded-for': `10.7.0.${index}`, forwarded: `for=10.7.0.${index}` };
      await signIn(uniqueName('any'), 'wrong password', { from, headers });
    }
    const headers = { 'x-forwarded-for': '10.7.1.1' };
    expect((await signIn(uniqueName('any'), 'wrong password', { from, headers })).status).toBe(429);
  });

  test('resets the count of the username after a login [T6]', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 9; index += 1) await guess(employee.username, `10.8.${round}.${index}`);
      expect((await signIn(employee.username, employee.password, { from: '10.8.9.9' })).status).toBe(200);
    }
  });

  test('ignores failures older than 15 minutes [10.2.16]', async () => {
    for (let index = 0; index < 10; index += 1) await guess(employee.username, `10.9.0.${index}`);
    await api.sql(
      `update attempts set window_start = window_start - interval '16 minutes' where subject like $1`,
      [`login:name:${employee.username}`],
    );
    expect((await signIn(employee.username, employee.password, { from: '10.9.1.1' })).status).toBe(200);
  });

  test('is not limited with RATE_LIMITS=off [10.7.8]', async () => {
    const open = await startApi({ RATE_LIMITS: 'off' });
    const body = { username: 'unknown', password: 'wrong password' };
    for (let index = 0; index < 12; index += 1) {
      expect((await open.call(null, 'POST /api/auth/login', { body })).status).toBe(401);
    }
    expect(await open.sql('select * from attempts')).toEqual([]);
    await open.stop();
  });
});
