/** The devices of a person, as a manager sees and ends them. */

import { beforeEach, describe, expect, test } from 'vitest';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const employee = setUpEach(() => createPerson(api, business));
let manager: Account;
beforeEach(async () => {
  const form = { firstName: 'Mia', lastName: 'Lead' };
  manager = await createPerson(api, business, { role: 'manager', form });
});

const readSessions = () =>
  api.ok(manager.token, 'GET /api/users/:id/sessions', { params: { id: employee.id } });
const endSession = (id: number, { token } = manager) =>
  api.call(token, 'DELETE /api/sessions/:id', { params: { id } });
const validate = async (token: string) => (await api.call(token, 'GET /api/auth/validate')).status;
const readInbox = async (token: string) =>
  (await api.ok(token, 'GET /api/messages/inbox')) as unknown as { subject: string }[];
const lastAudit = () =>
  api.sql(
    `select action, actor_id::int as actor, object_id::int as object from audit_log
     where business_id = $1 order by seq desc limit 1`,
    [business.id],
  );

describe('GET /api/users/:id/sessions', () => {
  const setLastUse = (column: 'last_used_at' | 'expires_at', age: string) =>
    api.sql(
      `update sessions set ${column} = ${subtractInterval('now()', '$2::interval')} where user_id = $1`,
      [employee.id, age],
    );

  test('lists a device that was logged out after 12 hours without use, with its last contact', async () => {
    await setLastUse('last_used_at', '20 hours');
    const [device, ...others] = await readSessions();
    expect(others).toEqual([]);
    const hoursAgo = (iso: string | null | undefined) =>
      Math.round((Date.now() - Date.parse(iso ?? '')) / 3_600_000);
    expect([hoursAgo(device?.lastUsedAt), hoursAgo(device?.endedAt)]).toEqual([20, 8]);
    const phone = await startSession(api, employee);
    const sessions = await readSessions();
    expect(sessions.map(({ endedAt }) => endedAt === null)).toEqual([true, false]);
    const own = await api.ok(phone, 'GET /api/auth/sessions');
    expect(own.map(({ current }) => current)).toEqual([true]);
  });

  test('lists a session that is too old as ended, although it was used', async () => {
    await setLastUse('expires_at', '1 hour');
    const sessions = await readSessions();
    expect(sessions.map(({ endedAt }) => endedAt === null)).toEqual([false]);
  });

  test('a session that has ended can no longer be ended, which sends no message', async () => {
    await setLastUse('last_used_at', '20 hours');
    const [device] = await readSessions();
    expectError(await endSession(device?.id ?? 0), 404, 'not_found');
    expect(await readInbox(await startSession(api, employee))).toEqual([]);
  });
});

describe('DELETE /api/users/:id/sessions', () => {
  test('ends one session of a person for a manager, and notifies the person [S-11]', async () => {
    const phone = await startSession(api, employee);
    const id = (await readSessions())[0]?.id ?? 0;
    expectError(await endSession(id, employee), 403, 'forbidden');
    expect((await endSession(id)).status).toBe(204);
    expect(await lastAudit()).toEqual([
      { action: 'signed_out_on_device', actor: manager.id, object: employee.id },
    ]);
    expect([await validate(phone), await validate(employee.token)]).toEqual([401, 200]);
    expect((await readInbox(employee.token))[0]).toMatchObject({
      subject: 'You were logged out on a device',
    });
    expectError(await endSession(id), 404, 'not_found');
    const [own] = await api.ok(manager.token, 'GET /api/auth/sessions');
    expectError(await endSession(own?.id ?? 0), 403, 'forbidden');
    const [admins] = await api.ok(business.admin.token, 'GET /api/auth/sessions');
    expectError(await endSession(admins?.id ?? 0), 403, 'forbidden');
    const other = await createBusiness(api);
    const [foreign] = await api.ok(other.admin.token, 'GET /api/auth/sessions');
    expectError(await endSession(foreign?.id ?? 0), 404, 'not_found');
  });

  test('ends the sessions that a manager sees, and notifies the person [S-11]', async () => {
    const phone = await startSession(api, employee);
    const sessions = await readSessions();
    expect(sessions).toHaveLength(2);
    expect(JSON.stringify(sessions)).not.toContain(phone);

    const params = { id: employee.id };
    await api.ok(manager.token, 'DELETE /api/users/:id/sessions', { params });
    expect(await lastAudit()).toEqual([
      { action: 'signed_out_everywhere', actor: manager.id, object: employee.id },
    ]);
    expect([await validate(employee.token), await validate(phone)]).toEqual([401, 401]);
    expect(await readSessions()).toEqual([]);
    const [message] = await readInbox(await startSession(api, employee));
    expect(message).toMatchObject({
      senderId: manager.id,
      subject: 'You were logged out everywhere',
      content: expect.stringMatching(/^Mia Lead logged you out of all your sessions\./),
    });
  });
});
