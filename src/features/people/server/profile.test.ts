import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const manager = setUpOnce(() => createPerson(api, business, { role: 'manager' }));
const employee = setUpEach(() => createPerson(api, business));

const change = (token: string, id: number, body: object) =>
  api.call(token, 'PUT /api/users/:id/profile', { params: { id }, body });
const changeOwn = (token: string, body: object) => api.call(token, 'PUT /api/profile', { body });
const statusOf = async (token: string) => (await api.call(token, 'GET /api/auth/validate')).status;

describe('PUT /api/profile', () => {
  test('changes only the fields that are sent [7.people.5 10.1.18]', async () => {
    const before = await api.ok(employee.token, 'GET /api/profile');
    const { status, body } = await changeOwn(employee.token, { bio: ' Likes mornings. ', phone: '' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, bio: 'Likes mornings.', phone: null, updatedAt: body.updatedAt });
    expect(await api.ok(employee.token, 'GET /api/profile')).toEqual(body);
  });

  test('changes nothing without fields', async () => {
    const before = await api.ok(employee.token, 'GET /api/profile');
    expect((await changeOwn(employee.token, {})).body).toEqual({ ...before, updatedAt: expect.any(String) });
  });

  test.each([{ role: 'manager' }, { status: 'on_leave' }, { bio: 'and', role: 'admin' }])(
    "answers 403 for the caller's own role or status: %o [4.status.5 T13]",
    async (body) => {
      for (const { token } of [employee, manager]) {
        const before = await api.ok(token, 'GET /api/profile');
        const change = body.role === before.role ? { role: 'admin' } : body;
        const answer = await changeOwn(token, change);
        expect([answer.status, answer.error?.message]).toEqual([
          403,
          "You can't change your own role or status.",
        ]);
        expect(await api.ok(token, 'GET /api/profile')).toEqual(before);
      }
    },
  );

  test('accepts the current role and status', async () => {
    const body = { role: 'employee', status: 'active', position: 'Nurse' };
    expect((await changeOwn(employee.token, body)).body.position).toBe('Nurse');
  });

  test.each([
    ['firstName', { firstName: '' }, 'First name is required'],
    ['lastName', { lastName: ' ' }, 'Last name is required'],
    ['email', { email: 'x@' }, 'Invalid email address'],
    ['bio', { bio: 'x'.repeat(2001) }, 'At most 2000 characters'],
  ])('answers 400 for an invalid %s', async (path, body, message) => {
    expectIssue(await changeOwn(employee.token, body), { path, message });
  });

  test('ignores fields that are not in the form [T13]', async () => {
    const before = await api.ok(employee.token, 'GET /api/profile');
    const body = { businessId: 1, id: 1, username: 'other', passwordHash: 'x', createdAt: '2001-01-01' };
    expect((await changeOwn(employee.token, body)).body).toEqual({
      ...before,
      updatedAt: expect.any(String),
    });
  });
});

describe('PUT /api/users/:id/profile', () => {
  test('changes the own profile of employees, and answers 403 to them for another person [6.capability.21 6.rules.1 7.people.6]', async () => {
    const own = await change(employee.token, employee.id, { bio: 'Likes mornings.', status: 'active' });
    expect([own.status, own.body.bio]).toEqual([200, 'Likes mornings.']);
    for (const body of [{ role: 'manager' }, { status: 'on_leave' }]) {
      expect((await change(employee.token, employee.id, body)).status).toBe(403);
    }
    const colleague = await createPerson(api, business);
    for (const { id } of [manager, colleague]) {
      const { status, error } = await change(employee.token, id, { bio: 'x' });
      expect([status, error?.message]).toEqual([403, 'You can only change your own profile.']);
    }
    expect(await api.ok(employee.token, 'GET /api/profile')).toMatchObject({
      bio: 'Likes mornings.',
      role: 'employee',
      status: 'active',
    });
    const { body } = await change(manager.token, employee.id, { department: 'Night', status: 'on_leave' });
    expect(body).toMatchObject({ department: 'Night', status: 'on_leave' });
  });

  test('answers 403 to managers for an admin [6.rules.8 T13]', async () => {
    const admin = await createPerson(api, business, { role: 'admin' });
    const raise = await change(manager.token, employee.id, { role: 'admin' });
    expect([raise.status, raise.error?.message]).toEqual([403, 'Only an admin can make someone an admin.']);
    for (const body of [{ bio: 'x' }, { role: 'employee' }, { status: 'inactive' }]) {
      const answer = await change(manager.token, admin.id, body);
      expect([answer.status, answer.error?.message]).toEqual([
        403,
        "Only an admin can change an admin's profile.",
      ]);
    }
    expect((await change(business.admin.token, admin.id, { role: 'manager' })).body.role).toBe('manager');
    expect((await change(business.admin.token, employee.id, { role: 'admin' })).body.role).toBe('admin');
  });

  test("answers 403 for the caller's own role or status [4.status.5]", async () => {
    expect((await change(business.admin.token, business.admin.id, { status: 'inactive' })).status).toBe(403);
    expect((await change(manager.token, manager.id, { role: 'employee' })).status).toBe(403);
  });

  test('changes the role of open sessions [S-9]', async () => {
    expect((await api.call(employee.token, 'GET /api/employees')).status).toBe(403);
    await change(manager.token, employee.id, { role: 'manager' });
    expect((await api.call(employee.token, 'GET /api/employees')).status).toBe(200);
    await change(manager.token, employee.id, { role: 'employee' });
    expect((await api.call(employee.token, 'GET /api/employees')).status).toBe(403);
  });

  test('ends all sessions of a deactivated person, who cannot log in [10.2.11 S-9]', async () => {
    const second = await startSession(api, employee);
    await change(manager.token, employee.id, { status: 'inactive' });
    expect([await statusOf(employee.token), await statusOf(second)]).toEqual([401, 401]);
    const { username, password } = employee;
    const answer = await api.call(null, 'POST /api/auth/login', { body: { username, password } });
    expect([answer.status, answer.error?.message]).toEqual([401, 'Invalid username or password']);
    await change(manager.token, employee.id, { status: 'active' });
    expect(await statusOf(await startSession(api, employee))).toBe(200);
    expect(await statusOf(employee.token)).toBe(401);
  });

  test('keeps the sessions of a person on leave, who can log in [10.2.15]', async () => {
    await change(manager.token, employee.id, { status: 'on_leave' });
    expect(await statusOf(employee.token)).toBe(200);
    expect(await statusOf(await startSession(api, employee))).toBe(200);
  });

  test.each([
    ['role', { role: 'owner' }],
    ['status', { status: 'gone' }],
  ])('answers 400 for an unknown %s', async (path, body) => {
    const answer = await change(manager.token, employee.id, body);
    expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, path]);
  });

  test('answers 404 for an unknown person', async () => {
    expect((await change(manager.token, 999_999, { bio: 'x' })).status).toBe(404);
  });
});

test('the audit log contains each change and its actor, without free text [S-32]', async () => {
  await change(manager.token, employee.id, { bio: 'a canary', role: 'manager', department: 'Field' });
  const rows = await api.sql(
    `select action, actor_id, object, details, ip from audit_log
     where business_id = $1 and object_id = $2 and object = 'person' order by seq`,
    [business.id, employee.id],
  );
  expect(rows).toMatchObject([
    { action: 'added', actor_id: business.admin.id, details: { role: 'employee' }, ip: '127.0.0.1' },
    { action: 'signed_in', actor_id: employee.id },
    {
      action: 'changed',
      actor_id: manager.id,
      details: { changed: ['bio', 'role'], role: 'manager', roleBefore: 'employee' },
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain('canary');
});
