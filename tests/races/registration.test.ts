/**
 * Registrations and additions at the same moment: each over a connection of its own, with a session at a real
 * PostgreSQL server for each.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import type { ApiResponse } from '#tests/support/helpers/api.ts';
import { countOutcomes, repeatConcurrently } from '#tests/support/helpers/concurrency.ts';
import {
  createBusiness,
  buildRegistrationForm,
  createCreatorBusiness,
} from '#tests/support/factories/businesses.ts';
import { startParallelClients } from '#tests/support/helpers/parallelClients.ts';
import type { ParallelClients } from '#tests/support/helpers/parallelClients.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { createPerson, buildEmployeeForm } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

const AT_ONCE = 50;

const api = useApi({ TRUST_PROXY: '127.0.0.1' });
let callers: ParallelClients;
beforeAll(async () => {
  callers = await startParallelClients(api, 60);
});
afterAll(async () => {
  callers.end();
});

let addresses = 0;
/** Who registers comes from an address of their own. */
const anAddress = () => `10.5.${(addresses += 1) >> 8}.${addresses & 255}`;

const businessForm = () => ({
  name: uniqueName('Agency'),
  email: `${uniqueName('owner')}@agency.example`,
  phone: '555 0100',
  address: '1 Main Street',
});

test('of 50 first registrations at once, of both kinds, exactly one becomes the creator [1.businesses.2 10.3.2 T2 R-22]', async () => {
  const forms = Array.from({ length: AT_ONCE }, (_, index) =>
    index % 2 === 0 ? buildRegistrationForm() : businessForm(),
  );
  const commit = await holdLock(api, 'lock table businesses in share mode', []);
  const sent = repeatConcurrently<ApiResponse<unknown>>(AT_ONCE, (index) => {
    const parts = { body: forms[index], from: anAddress() };
    return index % 2 === 0
      ? callers.call(null, 'POST /api/auth/register-admin', parts)
      : callers.call(null, 'POST /api/auth/register-business', parts);
  });
  // Each has seen that there is no business yet, and is about to add the first.
  await waitForLocks(api, AT_ONCE);
  await commit();
  const answers = await sent;
  expect(countOutcomes(answers)).toEqual({ 201: AT_ONCE });
  const [row] = await api.sql(
    'select count(*) as all, count(*) filter (where is_creator_business) as creators from businesses',
  );
  expect(row).toEqual({ all: AT_ONCE, creators: 1 });
});

test('of 50 registrations of one username at once, however written, exactly one has it [3.users.3 10.2.19 R-22 D-6]', async () => {
  const name = uniqueName('ada');
  const spellings = [name, name.toUpperCase(), name.replace('a', 'ａ'), ` ${name} `];
  const answers = await repeatConcurrently(AT_ONCE, (index) =>
    callers.call(null, 'POST /api/auth/register-admin', {
      body: buildRegistrationForm({
        username: spellings[index % spellings.length],
        businessName: `Of ${name}`,
      }),
      from: anAddress(),
    }),
  );
  expect(countOutcomes(answers)).toEqual({ 201: 1, username_taken: AT_ONCE - 1 });
  // The others left nothing behind: no business without its admin.
  const [row] = await api.sql('select count(*) as count from businesses where name = $1', [`Of ${name}`]);
  expect(row).toEqual({ count: 1 });
});

test('of 50 claims of one business at once exactly one makes its admin [10.3.6 R-22]', async () => {
  const registered = await api.call(null, 'POST /api/auth/register-business', { body: businessForm() });
  const businessId = registered.body.business.id;
  const claim = registered.cookies.find(({ name }) => name === 'quarterhour_claim')?.value ?? '';
  const answers = await repeatConcurrently(AT_ONCE, (index) => {
    const body = { ...buildRegistrationForm(), businessId, claim };
    const from = `10.3.0.${index + 1}`;
    return callers.call(null, 'POST /api/auth/create-admin-for-business', { body, from });
  });
  expect(countOutcomes(answers)).toEqual({ 201: 1, admin_exists: AT_ONCE - 1 });
  const people = await api.sql('select role from users where business_id = $1', [businessId]);
  expect(people).toEqual([{ role: 'admin' }]);
});

test('20 employees added at once to a Premium business: exactly 8 come in [10.3.12 T22 R-22]', async () => {
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

test('two admins who demote each other at once leave one admin, 20 times', async () => {
  for (let round = 0; round < 20; round += 1) {
    const business = await createBusiness(api);
    const ada = business.admin;
    const bob = await createPerson(api, business, { role: 'admin' });
    const demote = (token: string, id: number) =>
      callers.call(token, 'PUT /api/users/:id/profile', { params: { id }, body: { role: 'employee' } });
    const commit = await holdLock(api, 'select from businesses where id = $1 for update', [business.id]);
    const sent = Promise.all([demote(ada.token, bob.id), demote(bob.token, ada.id)]);
    // The gate has let both in as admins.
    await waitForLocks(api, 2);
    await commit();
    expect(countOutcomes(await sent)).toEqual({ 200: 1, last_admin: 1 });
    const admins = await api.sql(`select id from users where business_id = $1 and role = 'admin'`, [
      business.id,
    ]);
    expect(admins).toHaveLength(1);
  }
});

test('50 wrong passwords at once: exactly 10 are looked at, and the right one has to wait too [S-15 D-15]', async () => {
  const { admin } = await createBusiness(api);
  const answers = await repeatConcurrently(AT_ONCE, (index) =>
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

test('a one-time link used 10 times at once sets one password [10.2.22]', async () => {
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

test('of 60 registrations from one address at once 20 are carried out', async () => {
  const answers = await repeatConcurrently(60, () =>
    callers.call(null, 'POST /api/auth/register-business', { body: businessForm(), from: '10.41.0.1' }),
  );
  expect(countOutcomes(answers)).toEqual({ 201: 20, too_many: 40 });
});

test('the creator is decided on an empty database alone', async () => {
  await expect(createCreatorBusiness(api)).rejects.toThrow('There is a business already');
});
