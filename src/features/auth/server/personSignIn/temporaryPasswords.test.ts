/** What managers do about passwords: look an issued one up, issue another. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import type { Account, TestBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { deleteOldTemporaryPasswords } from '#features/people/server/actions.ts';

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

const reveal = (token: string, { id }: { id: number } = employee) =>
  api.call(token, 'GET /api/users/:id/password', { params: { id } });
const reset = (token: string, { id }: { id: number } = employee) =>
  api.call(token, 'POST /api/users/:id/reset-password', { params: { id } });
const inbox = async () => (await api.ok(employee.token, 'GET /api/messages/inbox')) as unknown as Letter[];
interface Letter {
  subject: string;
  content: string;
  senderId: number;
}
const lastAudit = async () => {
  const [row] = await api.sql<{ action: string; actor_id: number; object_id: number }>(
    'select action, actor_id, object_id from audit_log where business_id = $1 order by seq desc limit 1',
    [business.id],
  );
  return [row?.action, Number(row?.actor_id), Number(row?.object_id)];
};
const issuedAgo = (interval: string) =>
  api.sql(`update temporary_passwords set issued_at = now() - $2::interval where user_id = $1`, [
    employee.id,
    interval,
  ]);
const sealedRows = async () =>
  (await api.sql('select 1 from temporary_passwords where user_id = $1', [employee.id])).length;

describe('GET /api/users/:id/password', () => {
  test('shows a temporary password, notifies its owner of who viewed it, and is in the audit log [7.people.11 10.2.29,31 T16 P-3]', async () => {
    const { status, body } = await reveal(manager.token);
    expect([status, body.password]).toEqual([200, employee.password]);
    expect(Date.now() - Date.parse(body.issuedAt)).toBeLessThan(60_000);
    const [letter] = await inbox();
    expect(letter).toMatchObject({ subject: 'Your temporary password was viewed', senderId: manager.id });
    expect(letter?.content).toContain('Mia Lead viewed your temporary password');
    expect(letter?.content).not.toContain(employee.password);
    expect(await lastAudit()).toEqual(['password_revealed', manager.id, employee.id]);
  });

  test('a password that its owner chose is private [10.2.27,30 T16 P-2]', async () => {
    const body = { currentPassword: employee.password, newPassword: 'my own password' };
    await api.ok(employee.token, 'POST /api/auth/change-password', { body });
    const answer = await reveal(manager.token);
    expect([answer.status, answer.error?.code, answer.error?.message]).toEqual([
      409,
      'password_is_private',
      'This person chose their own password. Reset it to get a temporary one.',
    ]);
    expect(await inbox()).toEqual([]);
    expect(await sealedRows()).toBe(0);
  });

  test('after 7 days it is not shown, and the sealed copy is erased; signing in goes on [10.2.33 P-4]', async () => {
    await issuedAgo('6 days 23 hours');
    await deleteOldTemporaryPasswords(api.server.services, new Date());
    expect((await reveal(manager.token)).status).toBe(200);
    await issuedAgo('7 days 1 minute');
    const answer = await reveal(manager.token);
    expect([answer.status, answer.error?.code]).toEqual([409, 'password_is_private']);
    expect(answer.error?.message).toContain('set more than 7 days ago');
    await deleteOldTemporaryPasswords(api.server.services, new Date());
    expect(await sealedRows()).toBe(0);
    const { user } = await api.ok(await startSession(api, employee), 'GET /api/auth/validate');
    expect(user.passwordIssued).toBe(true);
  });

  test('is limited [P-2]', async () => {
    for (let index = 0; index < 10; index += 1) expect((await reveal(manager.token)).status).toBe(200);
    expect((await reveal(manager.token)).status).toBe(429);
    expect((await reset(manager.token)).status).toBe(200);
  });
});

describe('POST /api/users/:id/reset-password', () => {
  test('sets a temporary password: sessions end, the old one is gone, its owner is notified [7.people.10 10.2.10,31 P-3]', async () => {
    const { status, body } = await reset(manager.token);
    expect([status, Object.keys(body)]).toEqual([200, ['tempPassword']]);
    expect(body.tempPassword).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(await lastAudit()).toEqual(['password_issued', manager.id, employee.id]);
    expect((await api.call(employee.token, 'GET /api/auth/validate')).status).toBe(401);
    const old = await api.call(null, 'POST /api/auth/login', {
      body: { username: employee.username, password: employee.password },
    });
    expect(old.status).toBe(401);
    employee.token = await startSession(api, { ...employee, password: body.tempPassword });
    const { user } = await api.ok(employee.token, 'GET /api/auth/validate');
    expect(user.passwordIssued).toBe(true);
    const [letter] = await inbox();
    expect(letter?.content).toContain('Mia Lead reset your password to a temporary one');
    expect(letter?.content).not.toContain(body.tempPassword);
    expect((await reveal(manager.token)).body.password).toBe(body.tempPassword);
  });

  test('ends links of a forgotten password', async () => {
    const { username } = employee;
    const { body } = await api.call(null, 'POST /api/auth/forgot-password', {
      body: { username, email: 'eve@example.com' },
    });
    await reset(manager.token);
    const token = new URL(body.resetUrl ?? '').searchParams.get('token');
    const late = { token, password: 'taken over' };
    expect((await api.call(null, 'POST /api/auth/reset-password', { body: late })).status).toBe(400);
  });

  test('is 409 for an inactive person', async () => {
    const params = { id: employee.id };
    await api.ok(manager.token, 'PUT /api/users/:id/profile', { params, body: { status: 'inactive' } });
    const answer = await reset(manager.token);
    expect([answer.status, answer.error?.code]).toEqual([409, 'person_inactive']);
  });

  test('is limited [P-2]', async () => {
    for (let index = 0; index < 10; index += 1) expect((await reset(manager.token)).status).toBe(200);
    expect((await reset(manager.token)).status).toBe(429);
  });
});

describe.each([
  ['GET /api/users/:id/password', reveal],
  ['POST /api/users/:id/reset-password', reset],
])('%s is refused', (_, call) => {
  test('to employees, without a session, and for an unknown person [2.profile.30 6.capability.22]', async () => {
    expect((await call(employee.token, manager)).status).toBe(403);
    expect((await call('none-none-none-none-none')).status).toBe(401);
    expect((await call(manager.token, { id: 999_999 })).status).toBe(404);
    const other = await createBusiness(api);
    expect((await call(manager.token, other.admin)).status).toBe(404);
  });

  test('to managers for an admin; an admin may [10.2.35 P-2]', async () => {
    const admin = await createPerson(api, business, { role: 'admin' });
    const answer = await call(manager.token, admin);
    expect([answer.status, answer.error?.message]).toEqual([
      403,
      "Only an admin can view or reset an admin's password.",
    ]);
    expect((await call(business.admin.token, admin)).status).toBe(200);
  });

  test('to every user for their own [10.2.35 P-2]', async () => {
    for (const one of [manager, business.admin]) {
      const answer = await call(one.token, one);
      expect([answer.status, answer.error?.code]).toEqual([403, 'forbidden']);
    }
  });
});
