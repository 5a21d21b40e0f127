/** A manager helps a person who lost the phone, or the recovery codes as well. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness, setSubscriptionStatus } from '#tests/support/factories/businesses.ts';
import type { Account, TestBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { generateTotp, enableTwoFactor } from '#tests/support/factories/twoFactor.ts';

const api = useApi();
let business: TestBusiness;
let manager: Account;
let employee: Account;
beforeAll(async () => {
  business = await createBusiness(api, { plan: 'professional' });
});
beforeEach(async () => {
  manager = await createPerson(api, business, {
    role: 'manager',
    form: { firstName: 'Mia', lastName: 'Lead' },
  });
  employee = await createPerson(api, business);
});

const switchOff = (token: string | null, { id }: { id: number } = employee) =>
  api.call(token, 'DELETE /api/users/:id/totp', { params: { id } });
const isOn = async (token: string, { id }: { id: number } = employee) =>
  (await api.ok(token, 'GET /api/users/:id/totp', { params: { id } })).enabled;
const signIn = ({ username, password }: Account, totp?: string) =>
  api.call(null, 'POST /api/auth/login', { body: { username, password, totp } });

test('password alone signs in again, every session has ended, and the person is notified of who did it', async () => {
  expect(await isOn(manager.token)).toBe(false);
  const { secret, recoveryCodes } = await enableTwoFactor(api, employee.token);
  expect(await isOn(manager.token)).toBe(true);
  expect((await signIn(employee)).error?.code).toBe('totp_required');

  expect((await switchOff(manager.token)).status).toBe(204);
  expect(await isOn(manager.token)).toBe(false);
  expect((await api.call(employee.token, 'GET /api/auth/validate')).status).toBe(401);
  const { status, body } = await signIn(employee);
  expect(status).toBe(200);
  const [letter] = await api.ok(body.token, 'GET /api/messages/inbox');
  expect(letter).toMatchObject({
    senderId: manager.id,
    subject: 'Two-factor authentication was turned off for you',
    content: expect.stringMatching(/^Mia Lead turned off your two-factor authentication\./),
  });
  const audited = await api.sql(
    `select actor_id::int, object_id::int from audit_log where business_id = $1 and action = 'two_step_removed'`,
    [business.id],
  );
  expect(audited).toEqual([{ actor_id: manager.id, object_id: employee.id }]);

  // The lost secret is not valid, also after another one is set up.
  const fresh = await enableTwoFactor(api, body.token);
  for (const old of [generateTotp(secret, 30), recoveryCodes[0]]) {
    expect((await signIn(employee, old)).error?.code).toBe('totp_invalid');
  }
  expect((await signIn(employee, generateTotp(fresh.secret, 30))).status).toBe(200);
});

test('is 409 where it is off, and sessions stay', async () => {
  await api.ok(employee.token, 'POST /api/auth/totp/setup');
  const answer = await switchOff(manager.token);
  expect([answer.status, answer.error?.code]).toEqual([409, 'totp_not_enabled']);
  expect(await api.ok(employee.token, 'GET /api/messages/inbox')).toEqual([]);
});

test('it stays possible for a business that has not paid', async () => {
  const unpaid = await createBusiness(api);
  const eve = await createPerson(api, unpaid);
  await enableTwoFactor(api, eve.token);
  await setSubscriptionStatus(api, unpaid.id, 'canceled');
  expect((await switchOff(unpaid.admin.token, eve)).status).toBe(204);
});

test('is limited', async () => {
  for (let index = 0; index < 10; index += 1) expect((await switchOff(manager.token)).status).toBe(409);
  expect((await switchOff(manager.token)).status).toBe(429);
});

describe('is refused', () => {
  beforeEach(async () => {
    await enableTwoFactor(api, employee.token);
  });

  test('to employees, without a session, and for an unknown person', async () => {
    const colleague = await createPerson(api, business);
    expect((await switchOff(colleague.token)).status).toBe(403);
    expect((await switchOff(null)).status).toBe(401);
    expect((await switchOff(manager.token, { id: 999_999 })).status).toBe(404);
    const other = await createBusiness(api);
    expect((await switchOff(other.admin.token)).status).toBe(404);
    expect(await isOn(manager.token)).toBe(true);
  });

  test('to managers for an admin; an admin may', async () => {
    const admin = await createPerson(api, business, { role: 'admin' });
    await enableTwoFactor(api, admin.token);
    for (const name of ['DELETE /api/users/:id/totp', 'GET /api/users/:id/totp'] as const) {
      const answer = await api.call(manager.token, name, { params: { id: admin.id } });
      expect([answer.status, answer.error?.message]).toEqual([
        403,
        "Only an admin can turn off an admin's two-factor authentication.",
      ]);
    }
    expect((await switchOff(business.admin.token, admin)).status).toBe(204);
  });

  test('to every user for their own', async () => {
    await enableTwoFactor(api, manager.token);
    for (const one of [manager, business.admin]) expect((await switchOff(one.token, one)).status).toBe(403);
    expect((await signIn(manager)).error?.code).toBe('totp_required');
  });
});

describe('the sessions of a person', () => {
  const sessionsOf = (token: string, { id }: { id: number } = employee) =>
    api.call(token, 'GET /api/users/:id/sessions', { params: { id } });
  const endAll = (token: string | null, { id }: { id: number } = employee) =>
    api.call(token, 'DELETE /api/users/:id/sessions', { params: { id } });

  test('are seen and ended by a manager, and the person is notified of who did it [S-11]', async () => {
    const phone = (await signIn(employee)).body.token;
    const { body } = await sessionsOf(manager.token);
    expect(body).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain(phone);

    expect((await endAll(manager.token)).status).toBe(204);
    for (const token of [employee.token, phone])
      expect((await api.call(token, 'GET /api/auth/validate')).status).toBe(401);
    expect((await sessionsOf(manager.token)).body).toEqual([]);
    const again = await signIn(employee);
    expect(again.status).toBe(200);
    const [letter] = await api.ok(again.body.token, 'GET /api/messages/inbox');
    expect(letter).toMatchObject({
      senderId: manager.id,
      subject: 'You were logged out everywhere',
      content: expect.stringMatching(/^Mia Lead logged you out of all your sessions\./),
    });
    const audited = await api.sql(
      `select actor_id::int, object_id::int from audit_log where business_id = $1 and action = 'signed_out_everywhere'`,
      [business.id],
    );
    expect(audited).toContainEqual({ actor_id: manager.id, object_id: employee.id });
  });

  test('can be ended while the business has not paid', async () => {
    const unpaid = await createBusiness(api);
    const eve = await createPerson(api, unpaid);
    await setSubscriptionStatus(api, unpaid.id, 'canceled');
    expect((await endAll(unpaid.admin.token, eve)).status).toBe(204);
  });

  test('are not for employees, unauthenticated requests, other businesses, and an admin is for admins [S-11]', async () => {
    const colleague = await createPerson(api, business);
    const admin = await createPerson(api, business, { role: 'admin' });
    const other = await createBusiness(api);
    expect((await endAll(colleague.token)).status).toBe(403);
    expect((await endAll(null)).status).toBe(401);
    expect((await endAll(other.admin.token)).status).toBe(404);
    expect((await sessionsOf(other.admin.token)).status).toBe(404);
    for (const answer of [await endAll(manager.token, admin), await sessionsOf(manager.token, admin)])
      expect([answer.status, answer.error?.message]).toEqual([
        403,
        "Only an admin can end an admin's sessions.",
      ]);
    expect((await endAll(manager.token, manager)).error?.message).toMatch(
      /^Your own sessions are in your profile/,
    );
    for (const { token } of [employee, admin, manager])
      expect((await api.call(token, 'GET /api/auth/validate')).status).toBe(200);
    expect((await endAll(business.admin.token, admin)).status).toBe(204);
  });
});
