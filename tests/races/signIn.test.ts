/** Sign-ins in the very moment in which something about the person changes, on a real PostgreSQL server. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import type { TestBusiness } from '#tests/support/factories/businesses.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

const api = useApi();
let business: TestBusiness;
beforeAll(async () => {
  business = await createBusiness(api, { plan: 'professional' });
});

test.each([
  ['made inactive', `status = 'inactive'`],
  ['given another password', `password_hash = 'another'`],
])('a person who is %s while the password is looked at gets no session', async (_, change) => {
  const person = await createPerson(api, business);
  const sessions = () => api.sql('select id from sessions where user_id = $1', [person.id]);
  const before = await sessions();
  const commit = await holdLock(api, `update users set ${change} where id = $1`, [person.id]);
  const { username, password } = person;
  const signingIn = api.call(null, 'POST /api/auth/login', { body: { username, password } });
  // The password was right: the sign-in has come to where it opens the session.
  await waitForLocks(api, 1);
  await commit();
  const { status, error } = await signingIn;
  expect([status, error?.code]).toEqual([401, 'invalid_credentials']);
  expect(await sessions()).toEqual(before);
});

test('of two password changes at once the slower one is refused', async () => {
  const person = await createPerson(api, business);
  const commit = await holdLock(api, `update users set password_hash = 'another' where id = $1`, [person.id]);
  const changing = api.call(person.token, 'POST /api/auth/change-password', {
    body: { currentPassword: person.password, newPassword: 'chosen too late' },
  });
  // The current one was right: the change has come to where it stores the new one.
  await waitForLocks(api, 1);
  await commit();
  const { status, error } = await changing;
  expect([status, error?.code]).toEqual([409, 'password_changed']);
  const kept = await api.sql('select password_hash as hash from users where id = $1', [person.id]);
  expect(kept).toEqual([{ hash: 'another' }]);
});

test('of 50 guesses at once from one address, each at another username, exactly 10 are looked at', async () => {
  const from = '10.40.0.1';
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => {
      const body = { username: uniqueName('any'), password: 'wrong password' };
      return api.call(null, 'POST /api/auth/login', { body, from });
    }),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
});

test('an office that signs in one after another from one address is not held up', async () => {
  const from = '10.40.0.2';
  const person = await createPerson(api, business);
  const { username, password } = person;
  for (let index = 0; index < 15; index += 1) {
    const { status } = await api.call(null, 'POST /api/auth/login', { body: { username, password }, from });
    expect(status).toBe(200);
  }
  const attempts = await api.sql(
    'select sum(failures)::int as failures from attempts where subject like $1',
    [`login:address:${from}%`],
  );
  expect(attempts).toEqual([{ failures: 0 }]);
});

describe('an office that comes at the same moment', () => {
  const signIn = (from: string) => async (body: { username: string; password: string }) => {
    const { status } = await api.call(null, 'POST /api/auth/login', { body, from });
    return status;
  };
  const wrong = () => ({ username: uniqueName('any'), password: 'wrong password' });
  const people = async (count: number) => {
    const all = await Promise.all(Array.from({ length: count }, () => createPerson(api, business)));
    return all.map(({ username, password }) => ({ username, password }));
  };

  test('gets in, all thirty, from one address', async () => {
    const office = await people(30);
    const answers = await Promise.all(office.map(signIn('10.40.0.3')));
    expect(answers).toEqual(Array(30).fill(200));
  });

  test('gets in although a colleague was wrong nine times before [T6]', async () => {
    const office = await people(6);
    const here = signIn('10.40.0.4');
    for (let tries = 0; tries < 9; tries += 1) expect(await here(wrong())).toBe(401);
    expect(await Promise.all(office.map(here))).toEqual(Array(6).fill(200));
    // The ninth is not forgotten over it: one more is looked at, and no other.
    const after = await Promise.all([wrong(), wrong(), wrong()].map(here));
    expect(after.filter((status) => status === 401)).toHaveLength(1);
    expect(after.filter((status) => status === 429)).toHaveLength(2);
  });
});
