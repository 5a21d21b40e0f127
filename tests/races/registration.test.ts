/** Concurrent registrations, additions and guesses, each over its own connection. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRegistrationForm, createBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson, buildEmployeeForm } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import { countOutcomes, repeatConcurrently } from '#tests/support/helpers/concurrency.ts';
import { holdLock, listWriters, LOCK_BUSINESS, waitForLocks } from '#tests/support/helpers/locks.ts';
import { startParallelClients, type ParallelClients } from '#tests/support/helpers/parallelClients.ts';

const CONCURRENT = 50;

const api = useApi({ TRUST_PROXY: '127.0.0.1' });
let callers: ParallelClients;
beforeAll(async () => {
  callers = await startParallelClients(api, 60);
});
afterAll(async () => {
  callers.end();
});

let lastAddress = 0;
/** Another client address for each registration. */
const nextAddress = () => `10.5.${(lastAddress += 1) >> 8}.${lastAddress & 255}`;

const businessForm = () => ({
  name: uniqueName('Agency'),
  email: `${uniqueName('owner')}@agency.example`,
  phone: '555 0100',
  address: '1 Main Street',
});

test('of 50 concurrent first registrations of both kinds one becomes the creator [1.businesses.2 10.3.2 T2 R-22]', async () => {
  const forms = Array.from({ length: CONCURRENT }, (_, index) =>
    index % 2 === 0 ? buildRegistrationForm() : businessForm(),
  );
  const commit = await holdLock(api, 'lock table businesses in share mode', []);
  const sent = repeatConcurrently<ApiResponse<unknown>>(CONCURRENT, (index) => {
    const parts = { body: forms[index], from: nextAddress() };
    return index % 2 === 0
      ? callers.call(null, 'POST /api/auth/register-admin', parts)
      : callers.call(null, 'POST /api/auth/register-business', parts);
  });
  // Each has read that there is no business, and is about to insert the first.
  await waitForLocks(api, CONCURRENT);
  await commit();
  const answers = await sent;
  expect(countOutcomes(answers)).toEqual({ 201: CONCURRENT });
  const [row] = await api.sql(
    'select count(*) as all, count(*) filter (where is_creator_business) as creators from businesses',
  );
  expect(row).toEqual({ all: CONCURRENT, creators: 1 });
});

test('a person is stored before the username, because Citus then locks the table of usernames for all businesses until the commit', async () => {
  const { admin } = await createBusiness(api);
  const commit = await holdLock(api, 'lock table users in share mode', []);
  const adding = api.call(admin.token, 'POST /api/employees', { body: buildEmployeeForm() });
  await waitForLocks(api, 1);
  expect(await listWriters(api, 'usernames')).toEqual([]);
  await commit();
  expect((await adding).status).toBe(201);
});

test('of 50 concurrent registrations of one username, in any spelling, one succeeds [3.users.3 10.2.19 R-22 D-6]', async () => {
  const name = uniqueName('ada');
  const spellings = [name, name.toUpperCase(), name.replace('a', 'ａ'), ` ${name} `];
  const answers = await repeatConcurrently(CONCURRENT, (index) =>
    callers.call(null, 'POST /api/auth/register-admin', {
      body: buildRegistrationForm({
        username: spellings[index % spellings.length],
        businessName: `Of ${name}`,
      }),
      from: nextAddress(),
    }),
  );
  expect(countOutcomes(answers)).toEqual({ 201: 1, username_taken: CONCURRENT - 1 });
  // No business without an admin.
  const [row] = await api.sql('select count(*) as count from businesses where name = $1', [`Of ${name}`]);
  expect(row).toEqual({ count: 1 });
});

test('of 50 concurrent claims of one business one creates its admin [10.3.6 R-22]', async () => {
  const registered = await api.call(null, 'POST /api/auth/register-business', { body: businessForm() });
  const businessId = registered.body.business.id;
  const claim = registered.cookies.find(({ name }) => name === 'quarterhour_claim')?.value ?? '';
  const answers = await repeatConcurrently(CONCURRENT, (index) => {
    const body = { ...buildRegistrationForm(), businessId, claim };
    const from = `10.3.0.${index + 1}`;
    return callers.call(null, 'POST /api/auth/create-admin-for-business', { body, from });
  });
  expect(countOutcomes(answers)).toEqual({ 201: 1, admin_exists: CONCURRENT - 1 });
  const people = await api.sql('select role from users where business_id = $1', [businessId]);
  expect(people).toEqual([{ role: 'admin' }]);
});

test('of 20 employees added at once to a Premium business 8 succeed [10.3.12 T22 R-22]', async () => {
  const { id, admin } = await createBusiness(api, { plan: 'premium' });
  const answers = await repeatConcurrently(20, () =>
    callers.call(admin.token, 'POST /api/employees', { body: buildEmployeeForm() }),
  );
  expect(countOutcomes(answers)).toEqual({ 201: 8, plan_limit_reached: 12 });
  const [row] = await api.sql(
    `select count(*) as count from users where business_id = $1 and role <> 'admin'`,
    [id],
  );
  expect(row).toEqual({ count: 8 });
});

test('two admins who demote each other at the same time leave one admin, 20 times', async () => {
  for (let round = 0; round < 20; round += 1) {
    const business = await createBusiness(api);
    const ada = business.admin;
    const bob = await createPerson(api, business, { role: 'admin' });
    const demote = (token: string, id: number) =>
      callers.call(token, 'PUT /api/users/:id/profile', { params: { id }, body: { role: 'employee' } });
    const commit = await holdLock(api, LOCK_BUSINESS, [business.id]);
    const sent = Promise.all([demote(ada.token, bob.id), demote(bob.token, ada.id)]);
    // Both requests passed the authorization as admins.
    await waitForLocks(api, 2);
    await commit();
    expect(countOutcomes(await sent)).toEqual({ 200: 1, last_admin: 1 });
    const admins = await api.sql(`select id from users where business_id = $1 and role = 'admin'`, [
      business.id,
    ]);
    expect(admins).toHaveLength(1);
  }
});

test('of 50 concurrent wrong passwords 10 are checked, and the correct one answers 429 [S-15 D-15]', async () => {
  const { admin } = await createBusiness(api);
  const answers = await repeatConcurrently(CONCURRENT, (index) =>
    callers.call(null, 'POST /api/auth/login', {
      body: { username: admin.username, password: `guess ${index}` },
      from: `10.1.0.${index + 1}`,
    }),
  );
  expect(countOutcomes(answers)).toEqual({ invalid_credentials: 10, too_many: 40 });
  const { username, password } = admin;
  const right = await api.call(null, 'POST /api/auth/login', {
    body: { username, password },
    from: '10.2.0.1',
  });
  expect(right.status).toBe(429);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
});

test('ten concurrent uses of a one-time link set one password [10.2.22]', async () => {
  const { admin } = await createBusiness(api);
  const [row] = await api.sql<{ email: string }>('select email from users where id = $1', [admin.id]);
  const body = { username: admin.username, email: row?.email };
  const { resetUrl } = await api.ok(null, 'POST /api/auth/forgot-password', { body });
  const token = new URL(resetUrl ?? '').searchParams.get('token');
  const answers = await repeatConcurrently(10, (index) =>
    callers.call(null, 'POST /api/auth/reset-password', { body: { token, password: `chosen ${index}` } }),
  );
  expect(countOutcomes(answers)).toEqual({ 204: 1, invalid: 9 });
});

test('of 60 concurrent registrations from one address 20 succeed', async () => {
  const answers = await repeatConcurrently(60, () =>
    callers.call(null, 'POST /api/auth/register-business', { body: businessForm(), from: '10.41.0.1' }),
  );
  expect(countOutcomes(answers)).toEqual({ 201: 20, too_many: 40 });
});
