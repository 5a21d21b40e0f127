import { beforeEach, describe, expect, test } from 'vitest';
import { deleteOldTemporaryPasswords } from '#features/people/server/actions.ts';
import { createBusiness, setSubscriptionStatus, type Account } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { generateTotp, enableTwoFactor } from '#tests/support/factories/twoFactor.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const employee = setUpEach(() => createPerson(api, business));
let manager: Account;
beforeEach(async () => {
  const form = { firstName: 'Mia', lastName: 'Lead' };
  manager = await createPerson(api, business, { role: 'manager', form });
});

type Target = { id: number };
const reveal = (token: string | null, { id }: Target = employee) =>
  api.call(token, 'GET /api/users/:id/password', { params: { id } });
const reset = (token: string | null, { id }: Target = employee) =>
  api.call(token, 'POST /api/users/:id/reset-password', { params: { id } });
const readTwoFactor = (token: string | null, { id }: Target = employee) =>
  api.call(token, 'GET /api/users/:id/totp', { params: { id } });
const disableTwoFactor = (token: string | null, { id }: Target = employee) =>
  api.call(token, 'DELETE /api/users/:id/totp', { params: { id } });
const readSessions = (token: string | null, { id }: Target = employee) =>
  api.call(token, 'GET /api/users/:id/sessions', { params: { id } });
const endSessions = (token: string | null, { id }: Target = employee) =>
  api.call(token, 'DELETE /api/users/:id/sessions', { params: { id } });

const signIn = ({ username, password }: Account, totp?: string) =>
  api.call(null, 'POST /api/auth/login', { body: { username, password, totp } });
const validate = async (token: string) => (await api.call(token, 'GET /api/auth/validate')).status;
const readInbox = async (token = employee.token) =>
  (await api.ok(token, 'GET /api/messages/inbox')) as unknown as {
    subject: string;
    content: string;
    senderId: number;
  }[];
const lastAudit = async () => {
  const [row] = await api.sql<{ action: string; actor_id: number; object_id: number }>(
    'select action, actor_id, object_id from audit_log where business_id = $1 order by seq desc limit 1',
    [business.id],
  );
  return [row?.action, Number(row?.actor_id), Number(row?.object_id)];
};
const countPasswords = async () =>
  (await api.sql('select 1 from temporary_passwords where user_id = $1', [employee.id])).length;

describe('GET /api/users/:id/password', () => {
  test('returns a temporary password, notifies its owner who viewed it, and adds an audit log entry [7.people.11 10.2.29,31 T16 P-3]', async () => {
    const { status, body } = await reveal(manager.token);
    expect([status, body.password]).toEqual([200, employee.password]);
    expect(Date.now() - Date.parse(body.issuedAt)).toBeLessThan(60_000);
    const [message] = await readInbox();
    expect(message).toMatchObject({ subject: 'Your temporary password was viewed', senderId: manager.id });
    expect(message?.content).toContain('Mia Lead viewed your temporary password');
    expect(message?.content).not.toContain(employee.password);
    expect(await lastAudit()).toEqual(['password_revealed', manager.id, employee.id]);
  });

  test('answers 409 for a password that its owner chose [10.2.27,30 T16 P-2]', async () => {
    const body = { currentPassword: employee.password, newPassword: 'my own password' };
    await api.ok(employee.token, 'POST /api/auth/change-password', { body });
    const answer = await reveal(manager.token);
    expect([answer.status, answer.error?.code, answer.error?.message]).toEqual([
      409,
      'password_is_private',
      'This person chose their own password. Reset it to issue a new one.',
    ]);
    expect(await readInbox()).toEqual([]);
    expect(await countPasswords()).toBe(0);
  });

  test('answers 409 after 7 days, when the encrypted copy is deleted; the password stays valid [10.2.33 P-4]', async () => {
    const setAge = (age: string) =>
      api.sql('update temporary_passwords set issued_at = now() - $2::interval where user_id = $1', [
        employee.id,
        age,
      ]);
    await setAge('6 days 23 hours');
    await deleteOldTemporaryPasswords(api.server.services, new Date());
    expect((await reveal(manager.token)).status).toBe(200);
    await setAge('7 days 1 minute');
    const answer = await reveal(manager.token);
    expectError(answer, 409, 'password_is_private');
    expect(answer.error?.message).toContain('set more than 7 days ago');
    await deleteOldTemporaryPasswords(api.server.services, new Date());
    expect(await countPasswords()).toBe(0);
    const { user } = await api.ok(await startSession(api, employee), 'GET /api/auth/validate');
    expect(user.passwordIssued).toBe(true);
  });
});

describe('POST /api/users/:id/reset-password', () => {
  test('sets a temporary password, ends all sessions and notifies the owner [7.people.10 10.2.10,31 P-3]', async () => {
    const { status, body } = await reset(manager.token);
    expect([status, Object.keys(body)]).toEqual([200, ['tempPassword']]);
    expect(body.tempPassword).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(await lastAudit()).toEqual(['password_issued', manager.id, employee.id]);
    expect(await validate(employee.token)).toBe(401);
    expect((await signIn(employee)).status).toBe(401);
    const token = await startSession(api, { ...employee, password: body.tempPassword });
    expect((await api.ok(token, 'GET /api/auth/validate')).user.passwordIssued).toBe(true);
    const [message] = await readInbox(token);
    expect(message?.content).toContain('Mia Lead reset your password to a temporary one');
    expect(message?.content).not.toContain(body.tempPassword);
    expect((await reveal(manager.token)).body.password).toBe(body.tempPassword);
  });

  test('ends the links of a forgotten password', async () => {
    const forgotten = { username: employee.username, email: 'eve@example.com' };
    const { resetUrl } = await api.ok(null, 'POST /api/auth/forgot-password', { body: forgotten });
    await reset(manager.token);
    const token = new URL(resetUrl ?? '').searchParams.get('token');
    const body = { token, password: 'a stolen account' };
    expect((await api.call(null, 'POST /api/auth/reset-password', { body })).status).toBe(400);
  });

  test('answers 409 for an inactive person', async () => {
    const params = { id: employee.id };
    await api.ok(manager.token, 'PUT /api/users/:id/profile', { params, body: { status: 'inactive' } });
    expectError(await reset(manager.token), 409, 'person_inactive');
  });
});

describe('DELETE /api/users/:id/totp', () => {
  test('turns two-factor authentication off, ends all sessions and notifies the person', async () => {
    expect((await readTwoFactor(manager.token)).body.enabled).toBe(false);
    const { secret, recoveryCodes } = await enableTwoFactor(api, employee.token);
    expect((await readTwoFactor(manager.token)).body.enabled).toBe(true);
    expect((await signIn(employee)).error?.code).toBe('totp_required');

    expect((await disableTwoFactor(manager.token)).status).toBe(204);
    expect(await lastAudit()).toEqual(['two_step_removed', manager.id, employee.id]);
    expect((await readTwoFactor(manager.token)).body.enabled).toBe(false);
    expect(await validate(employee.token)).toBe(401);
    const { token } = (await signIn(employee)).body;
    const [message] = await readInbox(token);
    expect(message).toMatchObject({
      senderId: manager.id,
      subject: 'Two-factor authentication was turned off for you',
      content: expect.stringMatching(/^Mia Lead turned off your two-factor authentication\./),
    });

    // The lost secret stays invalid, even after another one is set up.
    const fresh = await enableTwoFactor(api, token);
    for (const old of [generateTotp(secret, 30), recoveryCodes[0]]) {
      expect((await signIn(employee, old)).error?.code).toBe('totp_invalid');
    }
    expect((await signIn(employee, generateTotp(fresh.secret, 30))).status).toBe(200);
  });

  test('answers 409 when it is off, and ends no session', async () => {
    await api.ok(employee.token, 'POST /api/auth/totp/setup');
    expectError(await disableTwoFactor(manager.token), 409, 'totp_not_enabled');
    expect(await readInbox()).toEqual([]);
  });
});

describe.each([
  ['GET /api/users/:id/password', reveal, "Only an admin can view or reset an admin's password."],
  ['POST /api/users/:id/reset-password', reset, "Only an admin can view or reset an admin's password."],
  [
    'GET /api/users/:id/totp',
    readTwoFactor,
    "Only an admin can turn off an admin's two-factor authentication.",
  ],
  [
    'DELETE /api/users/:id/totp',
    disableTwoFactor,
    "Only an admin can turn off an admin's two-factor authentication.",
  ],
  ['GET /api/users/:id/sessions', readSessions, "Only an admin can end an admin's sessions."],
  ['DELETE /api/users/:id/sessions', endSessions, "Only an admin can end an admin's sessions."],
])('%s', (name, call, message) => {
  test('answers 403 to employees, 401 without a session, 404 for an unknown person [2.profile.30 6.capability.22]', async () => {
    expect((await call(employee.token, manager)).status).toBe(403);
    expect((await call(null)).status).toBe(401);
    expect((await call(manager.token, { id: 999_999 })).status).toBe(404);
    const other = await createBusiness(api);
    expect((await call(other.admin.token)).status).toBe(404);
    expect(await validate(employee.token)).toBe(200);
  });

  test('answers 403 to managers for an admin, and accepts an admin [10.2.35 P-2 S-11]', async () => {
    const admin = await createPerson(api, business, { role: 'admin' });
    await enableTwoFactor(api, admin.token);
    const refused = await call(manager.token, admin);
    expect([refused.status, refused.error?.message]).toEqual([403, message]);
    expect(await validate(admin.token)).toBe(200);
    expect([200, 204]).toContain((await call(business.admin.token, admin)).status);
  });

  test("answers 403 for the caller's own account [10.2.35 P-2]", async () => {
    for (const caller of [manager, business.admin]) {
      expectError(await call(caller.token, caller), 403, 'forbidden');
    }
  });

  test('answers 429 after 10 changes or views in 15 minutes [P-2]', async () => {
    const statuses = [];
    for (let index = 0; index < 11; index += 1) statuses.push((await call(manager.token)).status);
    // Two of the endpoints only read.
    const isLimited = !/^GET .*(totp|sessions)$/.test(name);
    expect(statuses.filter((status) => status === 429)).toHaveLength(isLimited ? 1 : 0);
    expect((await (call === reset ? reveal : reset)(manager.token)).status).toBe(200);
  });

  test('works in a business without a subscription', async () => {
    const unpaid = await createBusiness(api);
    const person = await createPerson(api, unpaid);
    await enableTwoFactor(api, person.token);
    await setSubscriptionStatus(api, unpaid.id, 'canceled');
    expect([200, 204]).toContain((await call(unpaid.admin.token, person)).status);
  });
});
