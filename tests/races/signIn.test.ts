/** Sign-ins that overlap with changes of the person or with other sign-ins. */

import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, type Account, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { countOutcomes, repeatConcurrently } from '#tests/support/helpers/concurrency.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';

const api = useApi();
let business: TestBusiness;
beforeAll(async () => {
  business = await createBusiness(api, { plan: 'professional' });
});

const wrongCredentials = () => ({ username: uniqueName('any'), password: 'wrong password' });
const signIn = (from: string, { username, password }: Pick<Account, 'username' | 'password'>) =>
  api.call(null, 'POST /api/auth/login', { body: { username, password }, from });

test.each([
  ['made inactive', `status = 'inactive'`],
  ['assigned another password', `password_hash = 'another'`],
])('a sign-in answers 401 when the person is %s during the password check', async (_, change) => {
  const person = await createPerson(api, business);
  const sessions = () => api.sql('select id from sessions where user_id = $1', [person.id]);
  const before = await sessions();
  const commit = await holdLock(api, `update users set ${change} where business_id = $1 and id = $2`, [
    business.id,
    person.id,
  ]);
  const { username, password } = person;
  const signingIn = api.call(null, 'POST /api/auth/login', { body: { username, password } });
  // The password was correct, and the sign-in is about to create the session.
  await waitForLocks(api, 1);
  await commit();
  expectError(await signingIn, 401, 'invalid_credentials');
  expect(await sessions()).toEqual(before);
});

test('the slower of two concurrent password changes answers 409', async () => {
  const person = await createPerson(api, business);
  const commit = await holdLock(
    api,
    `update users set password_hash = 'another' where business_id = $1 and id = $2`,
    [business.id, person.id],
  );
  const changing = api.call(person.token, 'POST /api/auth/change-password', {
    body: { currentPassword: person.password, newPassword: 'chosen too late' },
  });
  // The current password was correct, and the change is about to store the new one.
  await waitForLocks(api, 1);
  await commit();
  expectError(await changing, 409, 'password_changed');
  const users = await api.sql('select password_hash as hash from users where id = $1', [person.id]);
  expect(users).toEqual([{ hash: 'another' }]);
});

test('of 50 concurrent guesses from one address at different usernames 10 are checked', async () => {
  const from = '10.40.0.1';
  const answers = await repeatConcurrently(50, () => signIn(from, wrongCredentials()));
  expect(countOutcomes(answers)).toEqual({ invalid_credentials: 10, too_many: 40 });
});

test('15 successful sign-ins from one address are not limited', async () => {
  const from = '10.40.0.2';
  const person = await createPerson(api, business);
  for (let index = 0; index < 15; index += 1) expect((await signIn(from, person)).status).toBe(200);
  const attempts = await api.sql(
    'select sum(failures)::int as failures from attempts where subject like $1',
    [`login:address:${from}%`],
  );
  expect(attempts).toEqual([{ failures: 0 }]);
});

describe('concurrent sign-ins from one address', () => {
  const createPeople = (count: number) => repeatConcurrently(count, () => createPerson(api, business));

  test('succeed for all of thirty people', async () => {
    const people = await createPeople(30);
    const answers = await Promise.all(people.map((person) => signIn('10.40.0.3', person)));
    expect(countOutcomes(answers)).toEqual({ 200: 30 });
  });

  test('succeed after nine wrong attempts, which still count [T6]', async () => {
    const people = await createPeople(6);
    const from = '10.40.0.4';
    for (let attempt = 0; attempt < 9; attempt += 1)
      expect((await signIn(from, wrongCredentials())).status).toBe(401);
    const answers = await Promise.all(people.map((person) => signIn(from, person)));
    expect(countOutcomes(answers)).toEqual({ 200: 6 });
    const guesses = await repeatConcurrently(3, () => signIn(from, wrongCredentials()));
    expect(countOutcomes(guesses)).toEqual({ invalid_credentials: 1, too_many: 2 });
  });
});
