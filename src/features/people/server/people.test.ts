import { describe, expect, test } from 'vitest';
import { createBusiness, createCreatorBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson, buildEmployeeForm, startSession } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { startApi, useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { temporaryPasswordPurpose } from './tables.ts';

const api = useApi();
const creator = setUpOnce(() => createCreatorBusiness(api));
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const manager = setUpOnce(() => createPerson(api, business, { role: 'manager' }));
const employee = setUpOnce(() => createPerson(api, business));

const add = (token: string, body: Record<string, unknown>) =>
  api.call(token, 'POST /api/employees', { body });

describe('POST /api/employees', () => {
  test('adds a person who can log in with the temporary password [3.users.4 6.capability.14 6.rules.6 7.people.2]', async () => {
    const form = buildEmployeeForm({ phone: '555 0101', email: '' });
    const { status, body } = await add(manager.token, form);
    expect(status).toBe(201);
    const { password, email: _, ...fields } = form;
    expect(body).toMatchObject({
      ...fields,
      email: null,
      status: 'active',
      skills: [],
      businessId: business.id,
      businessName: business.name,
      can: { edit: true, changeStatus: true },
    });
    expect(JSON.stringify(body)).not.toContain(String(password));
    const token = await startSession(api, { username: body.username, password: String(password) });
    const { user } = await api.ok(token, 'GET /api/auth/validate');
    expect(user).toMatchObject({ id: body.id, role: 'employee', passwordIssued: true });
  });

  test.each([
    ['an accent sent apart from its letter', 'Rene\u0301', 'René'],
    ['full-width letters', 'ｒｅｎｅ', 'rene'],
  ])('normalizes a username with %s, and accepts it in any form at login', async (_, typed, read) => {
    const tail = uniqueName('');
    const form = buildEmployeeForm({ username: typed + tail });
    const { status, body } = await add(manager.token, form);
    expect([status, body.username]).toEqual([201, read + tail]);
    for (const username of [typed + tail, (read + tail).toUpperCase()]) {
      expect(await startSession(api, { username, password: String(form['password']) })).toMatch(/\w/);
    }
    expect((await add(manager.token, buildEmployeeForm({ username: read + tail }))).error?.code).toBe(
      'username_taken',
    );
  });

  test('stores the password as an argon2id hash, and encrypted for this person only [3.users.4 10.2.28 T20 P-1]', async () => {
    const form = buildEmployeeForm({ password: 'a canary password' });
    const { body } = await add(manager.token, form);
    const [row] = await api.sql<{ password_hash: string; sealed: Buffer }>(
      `select password_hash, sealed from users join temporary_passwords using (business_id)
        where business_id = $1 and users.id = $2 and user_id = users.id`,
      [business.id, body.id],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$/);
    expect(row?.sealed.toString('latin1')).not.toContain('canary');
    const { secrets } = api.server.services;
    const key = { businessId: business.id, userId: body.id };
    const encrypted = row?.sealed ?? Buffer.alloc(0);
    expect(secrets.decrypt(temporaryPasswordPurpose(key), encrypted)).toBe('a canary password');
    expect(() => secrets.decrypt(temporaryPasswordPurpose({ ...key, userId: 1 }), encrypted)).toThrow();
  });

  test.each([
    ['username', { username: 'ab' }, 'Username must be at least 3 characters'],
    ['username', { username: undefined }, 'Username must be at least 3 characters'],
    ['username', { username: 'two words' }, 'Letters, digits and . _ - @ only'],
    ['username', { username: 'x'.repeat(65) }, 'At most 64 characters'],
    ['password', { password: '12345' }, 'Password must be at least 6 characters'],
    ['password', { password: 'ä'.repeat(513) }, 'At most 1024 bytes'],
    ['firstName', { firstName: '  ' }, 'First name is required'],
    ['lastName', { lastName: undefined }, 'Last name is required'],
    ['email', { email: 'no address' }, 'Invalid email address'],
  ])('answers 400 for an invalid %s: %j [5.user.1,4 S-18]', async (path, fields, message) => {
    const answer = await add(manager.token, buildEmployeeForm(fields));
    expect(answer.status).toBe(400);
    expect(answer.error?.issues).toEqual([{ path, message }]);
  });

  test('assigns the role employee by default [5.user.6 9.defaults.4]', async () => {
    const { body } = await add(manager.token, buildEmployeeForm({ role: undefined }));
    expect(body.role).toBe('employee');
    expect((await add(manager.token, buildEmployeeForm({ role: 'owner' }))).error?.issues?.[0]?.path).toBe(
      'role',
    );
  });

  test('hashes every byte of passwords in any script, up to 1024 bytes [S-13]', async () => {
    const password = 'ä'.repeat(512);
    const { body } = await add(manager.token, buildEmployeeForm({ password }));
    await expect(startSession(api, { username: body.username, password })).resolves.toMatch(
      /^\d+-[\w-]{43}$/,
    );
    const shorter = { username: body.username, password: password.slice(1) };
    expect((await api.call(null, 'POST /api/auth/login', { body: shorter })).status).toBe(401);
  });

  test.each([
    ['the same', (name: string) => name],
    ['other letters', (name: string) => name.toUpperCase()],
    ['full-width letters', (name: string) => name.replace('e', 'ｅ')],
  ])(
    'answers 409 for a username that exists in any business: %s [3.users.3 10.1.27 10.2.19 D-6]',
    async (_, written) => {
      const other = await createBusiness(api);
      const answer = await add(
        other.admin.token,
        buildEmployeeForm({ username: written(employee.username) }),
      );
      expectError(answer, 409, 'username_taken');
      expect(answer.error?.issues).toEqual([{ path: 'username', message: 'This username is already taken' }]);
      expect(await api.ok(other.admin.token, 'GET /api/employees')).toHaveLength(1);
    },
  );

  test('answers 403 to managers who add an admin [6.rules.8]', async () => {
    const refused = await add(manager.token, buildEmployeeForm({ role: 'admin' }));
    expect([refused.status, refused.error?.message]).toEqual([
      403,
      'Only an admin can make someone an admin.',
    ]);
    expect((await add(business.admin.token, buildEmployeeForm({ role: 'admin' }))).body.role).toBe('admin');
    expect((await add(manager.token, buildEmployeeForm({ role: 'manager' }))).body.role).toBe('manager');
  });

  test('answers 402 without a subscription [T3]', async () => {
    const unpaid = await createBusiness(api, { unpaid: true });
    expectError(await add(unpaid.admin.token, buildEmployeeForm()), 402, 'subscription_required');
    expect(await api.ok(unpaid.admin.token, 'GET /api/employees')).toHaveLength(1);
  });
});

describe('the plan', () => {
  const names = (count: number) => Array.from({ length: count }, () => uniqueName('person'));

  test('Premium allows 8 people, without admins and inactive people [9.plans.2 10.1.29 10.3.13,15]', async () => {
    const premium = await createBusiness(api, { plan: 'premium' });
    const { token } = premium.admin;
    const added = [];
    for (const username of names(8)) added.push((await add(token, buildEmployeeForm({ username }))).body);
    const refused = await add(token, buildEmployeeForm());
    expectError(refused, 409, 'plan_limit_reached');
    expect(refused.error?.message).toBe(
      'The Premium plan allows up to 8 employees. Change the plan to add more.',
    );
    expect((await add(token, buildEmployeeForm({ role: 'admin' }))).status).toBe(201);
    const change = (id: number, body: object) =>
      api.call(token, 'PUT /api/users/:id/profile', { params: { id }, body });
    const [first] = added;
    expect((await change(first?.id ?? 0, { status: 'inactive' })).status).toBe(200);
    expect((await add(token, buildEmployeeForm())).status).toBe(201);
    expectError(await change(first?.id ?? 0, { status: 'active' }), 409, 'plan_limit_reached');
    const { body } = await api.call(token, 'GET /api/users/:id', { params: { id: first?.id ?? 0 } });
    expect(body.status).toBe('inactive');
  });

  test.each(['professional', 'creator'])(
    '%s allows more than 8 people [6.rules.10 9.plans.5 10.3.1]',
    async (kind) => {
      const unlimited = kind === 'creator' ? creator : await createBusiness(api, { plan: 'professional' });
      for (const username of names(10)) {
        expect((await add(unlimited.admin.token, buildEmployeeForm({ username }))).status).toBe(201);
      }
    },
  );
});

describe('GET /api/users and GET /api/employees', () => {
  test('return the directory to every user, newest first, without private fields [3.users.8 7.people.3 10.1.7 10.8.18 S-30]', async () => {
    const own = await createBusiness(api);
    const zoe = await createPerson(api, own, { form: { lastName: 'Zander', firstName: 'Zoe' } });
    await createPerson(api, own, { form: { lastName: 'Abel', firstName: 'Bea' } });
    await createPerson(api, own, { form: { lastName: 'Abel', firstName: 'Abe', phone: '555 0102' } });
    const rows = await api.ok(zoe.token, 'GET /api/users');
    expect(rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
      'Abe Abel',
      'Bea Abel',
      'Zoe Zander',
      'Ada Owner',
    ]);
    const employees = await api.ok(own.admin.token, 'GET /api/employees');
    expect(employees.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(
      [
        'businessName',
        'department',
        'email',
        'firstName',
        'id',
        'lastName',
        'phone',
        'position',
        'role',
        'status',
        'username',
      ].toSorted(),
    );
  });

  const NONE = { edit: false, changeStatus: false, handlePassword: false, allowSending: false };

  test('return whole profiles to managers, with their permissions [7.people.1 10.8.18]', async () => {
    const rows = await api.ok(manager.token, 'GET /api/employees');
    const canOf = (id: number) => rows.find((row) => row.id === id)?.can;
    expect(canOf(employee.id)).toEqual({ ...NONE, edit: true, changeStatus: true, handlePassword: true });
    expect(canOf(manager.id)).toEqual({ ...NONE, edit: true });
    expect(canOf(business.admin.id)).toEqual(NONE);
    expect((await api.call(employee.token, 'GET /api/employees')).status).toBe(403);
  });

  test('return a profile to its owner and to managers [6.capability.8,21 7.people.4]', async () => {
    const read = (token: string, id: number) => api.call(token, 'GET /api/users/:id', { params: { id } });
    expect((await read(employee.token, employee.id)).body.can).toEqual({ ...NONE, edit: true });
    expect((await read(manager.token, employee.id)).body.username).toBe(employee.username);
    expectError(await read(employee.token, manager.id), 403, 'forbidden');
    const foreign = await read(employee.token, creator.admin.id);
    expect([foreign.status, foreign.error?.message]).toEqual([404, 'This person does not exist.']);
    expect((await api.ok(employee.token, 'GET /api/profile')).id).toBe(employee.id);
  });

  test.each(['0', '-1', '1.5', 'me', '99999999999999999999'])(
    'answer 400 for the id %s [10.1.2 D-5]',
    async (id) => {
      expect((await api.call(manager.token, 'GET /api/users/:id', { params: { id } })).status).toBe(400);
    },
  );
});

test('passwords are hashed with the full cost by default', async () => {
  const full = await startApi({ PASSWORD_HASHING: 'full' });
  await createCreatorBusiness(full);
  const [row] = await full.sql<{ password_hash: string }>('select password_hash from users');
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await full.stop();
});
