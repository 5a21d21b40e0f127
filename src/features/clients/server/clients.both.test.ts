import { beforeEach, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment, buildClientForm } from '#tests/support/factories/clients.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
const employee = setUpEach(() => createPerson(api, business));
let admin: string;

beforeEach(async () => {
  admin = business.admin.token;
});

describe('POST /api/clients', () => {
  test('returns the client with its units, rate, code and permissions [6.rules.6 7.clients.2 9.units.7 10.1.6,17]', async () => {
    const body = {
      companyName: ' C-7 ',
      contactName: 'Cleo',
      totalTimeUnits: '40.5',
      signatureCode: 'abcdef',
    };
    const { status, body: client } = await api.call(admin, 'POST /api/clients', { body });
    expect(status).toBe(201);
    expect(client).toMatchObject({
      companyName: 'C-7',
      contactName: 'Cleo',
      email: null,
      totalTimeUnits: '40.50',
      usedTimeUnits: '0.00',
      availableTimeUnits: '40.50',
      unitRate: '15.00',
      hasSignatureCode: true,
      signatureCode: 'abcdef',
      status: 'active',
      can: { edit: true, remove: true, submitNote: true },
    });
    expect(await api.ok(admin, 'GET /api/clients/:id', { params: { id: client.id } })).toEqual(client);
  });

  test('stores the code encrypted [T20]', async () => {
    const client = await createClient(api, business, { signatureCode: 'canary42' });
    const [row] = await api.sql<{ row: string }>('select c::text as row from clients c where id = $1', [
      client.id,
    ]);
    expect(row?.row).toContain(client.companyName);
    expect(row?.row).not.toContain('canary42');
    expect(row?.row).not.toContain(Buffer.from('canary42').toString('hex'));
    const details = await api.sql('select details from audit_log where details::text like $1', [
      '%canary42%',
    ]);
    expect(details).toEqual([]);
  });

  test.each([
    ['companyName', '', 'Client ID is required'],
    ['companyName', undefined, 'Client ID is required'],
    ['companyName', 'x'.repeat(256), 'At most 255 characters'],
    ['contactName', '  ', 'Contact name is required'],
    ['email', 'no address', 'Invalid email address'],
    ['totalTimeUnits', -0.25, 'Must be at least 0'],
    ['totalTimeUnits', 'many', 'Must be a number'],
    ['totalTimeUnits', 1_000_000, 'Must be at most 999999.99'],
    ['unitRate', -1, 'Must be at least 0'],
    ['signatureCode', 'abc', 'Signature code must be at least 4 characters'],
    ['signatureCode', 'x'.repeat(21), 'At most 20 characters'],
  ])('answers 400 to %s %j: %s [5.client.1,3,4 9.texts.6]', async (path, value, message) => {
    const { status, error } = await api.call(admin, 'POST /api/clients', {
      body: buildClientForm({ [path]: value }),
    });
    expect(status).toBe(400);
    expect(error?.issues).toContainEqual({ path, message });
    expect(await api.ok(admin, 'GET /api/clients')).toEqual([]);
  });

  test('accepts two clients with the same Client ID', async () => {
    const first = await createClient(api, business, { companyName: 'Smith' });
    const second = await createClient(api, business, { companyName: 'Smith' });
    expect(second.id).not.toBe(first.id);
  });

  test('answers 403 to employees and 402 without a subscription', async () => {
    const body = buildClientForm();
    expect((await api.call(employee.token, 'POST /api/clients', { body })).status).toBe(403);
    expect((await api.call(null, 'POST /api/clients', { body })).status).toBe(401);
    const unpaid = await createBusiness(api, { unpaid: true });
    expect((await api.call(unpaid.admin.token, 'POST /api/clients', { body })).status).toBe(402);
  });
});

describe('GET /api/clients', () => {
  test('returns all clients to managers, newest first, and assigned ones without rate to employees, all without codes [6.capability.10,17 7.clients.1 10.5.5 11.services.3 T10]', async () => {
    const [first, second] = [
      await createClient(api, business),
      await createClient(api, business, { status: 'inactive' }),
    ];
    await createAssignment(api, business, { clientId: first.id, employeeId: employee.id });
    const all = await api.ok(admin, 'GET /api/clients');
    expect(all).toMatchObject(
      [second, first].map(({ id }) => ({ id, hasSignatureCode: true, signatureCode: null })),
    );
    const query = { status: 'inactive' };
    expect((await api.ok(admin, 'GET /api/clients', { query })).map(({ id }) => id)).toEqual([second.id]);
    const { unitRate: _rate, ...withoutRate } = first;
    const visible = {
      ...withoutRate,
      accounts: [
        { serviceKey: null, available: '100.00', level: 'enough', inForce: { from: null, to: null } },
      ],
      signatureCode: null,
      can: { edit: false, remove: false, submitNote: true },
    };
    expect(await api.ok(employee.token, 'GET /api/clients')).toStrictEqual([visible]);
    const params = { id: first.id };
    expect(await api.ok(employee.token, 'GET /api/clients/:id', { params })).toStrictEqual(visible);
  });

  test('hides clients of an inactive assignment [3.assignments.3 7.clients.18]', async () => {
    const client = await createClient(api, business);
    await createAssignment(api, business, {
      clientId: client.id,
      employeeId: employee.id,
      status: 'inactive',
    });
    expect(await api.ok(employee.token, 'GET /api/clients')).toEqual([]);
    const params = { id: client.id };
    expect((await api.call(employee.token, 'GET /api/clients/:id', { params })).status).toBe(404);
  });

  test('returns that notes cannot be submitted for an inactive client [4.status.1]', async () => {
    const client = await createClient(api, business, { status: 'inactive' });
    expect(client.can).toEqual({ edit: true, remove: true, submitNote: false });
  });

  test('answers the same 404 for unknown, unassigned and other businesses’ clients [T10]', async () => {
    const client = await createClient(api, business);
    const otherBusiness = await createBusiness(api);
    const answers = await Promise.all([
      api.call(employee.token, 'GET /api/clients/:id', { params: { id: client.id } }),
      api.call(otherBusiness.admin.token, 'GET /api/clients/:id', { params: { id: client.id } }),
      api.call(admin, 'GET /api/clients/:id', { params: { id: client.id + 100_000 } }),
    ]);
    const [first, ...others] = answers.map(({ status, error }) => ({ status, ...error, requestId: '' }));
    expect(first?.status).toBe(404);
    expect(others).toEqual([first, first]);
  });
});

describe('PUT /api/clients/:id', () => {
  test('changes only the fields that are sent [1.managers.3 7.clients.3]', async () => {
    const client = await createClient(api, business);
    const params = { id: client.id };
    const changed = await api.ok(admin, 'PUT /api/clients/:id', {
      params,
      body: { phone: '', unitRate: 20 },
    });
    expect(changed).toEqual({ ...client, phone: null, unitRate: '20.00', updatedAt: changed.updatedAt });
    const body = { signatureCode: '' };
    const without = await api.ok(admin, 'PUT /api/clients/:id', { params, body });
    expect(without).toMatchObject({ hasSignatureCode: false, signatureCode: null });
  });

  test('stores intake information [7.clients.4]', async () => {
    const client = await createClient(api, business);
    const params = { id: client.id };
    const intakeInformation = 'Prefers mornings. Two cats.';
    await api.ok(admin, 'PUT /api/clients/:id', { params, body: { intakeInformation } });
    expect(await api.ok(admin, 'GET /api/clients/:id', { params })).toMatchObject({ intakeInformation });
  });

  test('records a new total of units as an adjustment [1.managers.4]', async () => {
    const client = await createClient(api, business, { totalTimeUnits: 10 });
    const params = { id: client.id };
    const changed = await api.ok(admin, 'PUT /api/clients/:id', { params, body: { totalTimeUnits: '7.25' } });
    expect(changed).toMatchObject({ totalTimeUnits: '7.25', availableTimeUnits: '7.25' });
    const [newest] = await api.ok(admin, 'GET /api/clients/:id/ledger', { params });
    expect(newest).toMatchObject({ kind: 'adjustment', delta: '-2.75', balanceAfter: '7.25' });
  });

  test.each([
    ['companyName', '', 'Client ID is required'],
    ['contactName', null, 'Contact name is required'],
    ['email', 'x@', 'Invalid email address'],
    ['signatureCode', '123', 'Signature code must be at least 4 characters'],
    ['totalTimeUnits', -1, 'Must be at least 0'],
  ])('answers 400 to %s %j: %s [5.client.1,3,4 9.texts.6]', async (path, value, message) => {
    const client = await createClient(api, business);
    const params = { id: client.id };
    const answer = await api.call(admin, 'PUT /api/clients/:id', { params, body: { [path]: value } });
    expect(answer.status).toBe(400);
    expect(answer.error?.issues).toEqual([{ path, message }]);
    expect(await api.ok(admin, 'GET /api/clients/:id', { params })).toEqual(client);
  });

  test('answers 403 to employees and 404 to other businesses [6.capability.19]', async () => {
    const client = await createClient(api, business);
    const otherBusiness = await createBusiness(api);
    const parts = { params: { id: client.id }, body: { contactName: 'Mallory', totalTimeUnits: 1 } };
    expect((await api.call(employee.token, 'PUT /api/clients/:id', parts)).status).toBe(403);
    expect((await api.call(otherBusiness.admin.token, 'PUT /api/clients/:id', parts)).status).toBe(404);
    expect(await api.ok(admin, 'GET /api/clients/:id', parts)).toEqual(client);
  });
});

describe('DELETE /api/clients/:id', () => {
  test('removes a client and its assignments from all lists, and keeps the ledger [7.clients.5 10.1.19]', async () => {
    const client = await createClient(api, business);
    await createAssignment(api, business, { clientId: client.id, employeeId: employee.id });
    const params = { id: client.id };
    const { status, body } = await api.call(admin, 'DELETE /api/clients/:id', { params });
    expect([status, body]).toEqual([204, undefined]);
    expect(await api.ok(admin, 'GET /api/clients')).toEqual([]);
    expect(await api.ok(employee.token, 'GET /api/clients')).toEqual([]);
    expect(await api.ok(admin, 'GET /api/client-assignments')).toEqual([]);
    expect(await api.ok(admin, 'GET /api/clients/:id/ledger', { params })).toHaveLength(1);
    const answers = await Promise.all([
      api.call(admin, 'GET /api/clients/:id', { params }),
      api.call(admin, 'DELETE /api/clients/:id', { params }),
      api.call(admin, 'PUT /api/clients/:id', { params, body: { phone: '1' } }),
      api.call(admin, 'PUT /api/clients/:id/time-units', { params, body: { totalTimeUnits: 1 } }),
      api.call(admin, 'POST /api/clients/:id/verify-code', { params, body: { code: '4711ab' } }),
      api.call(admin, 'GET /api/clients/:id/services', { params }),
      api.call(admin, 'GET /api/clients/:id/assignments', { params }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  });

  test('answers 403 to employees and 404 to other businesses [6.capability.19]', async () => {
    const client = await createClient(api, business);
    const otherBusiness = await createBusiness(api);
    const params = { id: client.id };
    expect((await api.call(employee.token, 'DELETE /api/clients/:id', { params })).status).toBe(403);
    expect((await api.call(otherBusiness.admin.token, 'DELETE /api/clients/:id', { params })).status).toBe(
      404,
    );
    expect(await api.ok(admin, 'GET /api/clients')).toHaveLength(1);
  });
});

describe('The plan', () => {
  test('limits active clients: 80 on Premium, even when an inactive one becomes active [9.plans.3 10.1.29 10.3.14,15]', async () => {
    await fillWith(79);
    const sleeping = await createClient(api, business, { status: 'inactive' });
    const last = await createClient(api, business);
    const refused = await api.call(admin, 'POST /api/clients', { body: buildClientForm() });
    expect(refused.status).toBe(409);
    expect(refused.error).toMatchObject({
      code: 'plan_limit_reached',
      message: 'The Premium plan allows up to 80 active clients. Change the plan to add more.',
    });
    const wake = { params: { id: sleeping.id }, body: { status: 'active' } };
    expect((await api.call(admin, 'PUT /api/clients/:id', wake)).status).toBe(409);
    await api.ok(admin, 'PUT /api/clients/:id', {
      params: { id: last.id },
      body: { status: 'active', phone: '1' },
    });
    await api.ok(admin, 'DELETE /api/clients/:id', { params: { id: last.id } });
    await api.ok(admin, 'PUT /api/clients/:id', wake);
  });

  async function fillWith(count: number): Promise<void> {
    await api.sql(
      `insert into clients (business_id, company_name, contact_name)
       select $1, 'C-' || n, 'Cleo' from generate_series(1, $2::int) n`,
      [business.id, count],
    );
  }
});
