import { beforeEach, describe, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import type { Account, TestBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment, buildClientForm } from '#tests/support/factories/clients.ts';
import { createPerson } from '#tests/support/factories/people.ts';

const api = useApi();
let business: TestBusiness;
let employee: Account;
let admin: string;

beforeEach(async () => {
  business = await createBusiness(api);
  admin = business.admin.token;
  employee = await createPerson(api, business);
});

describe('adding a client', () => {
  test('answers the client with its units, rate, code and rights [6.rules.6 7.clients.2 9.units.7 10.1.6,17]', async () => {
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

  test('keeps the code sealed, so that the row alone does not give it away [T20]', async () => {
    const client = await createClient(api, business, { signatureCode: 'canary42' });
    const [row] = await api.sql<{ row: string }>('select c::text as row from clients c where id = $1', [
      client.id,
    ]);
    expect(row?.row).toContain(client.companyName);
    expect(row?.row).not.toContain('canary42');
    expect(row?.row).not.toContain(Buffer.from('canary42').toString('hex'));
    const seen = await api.sql('select details from audit_log where details::text like $1', ['%canary42%']);
    expect(seen).toEqual([]);
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
  ])('refuses %s %j: %s [5.client.1,3,4 9.texts.6]', async (path, value, message) => {
    const { status, error } = await api.call(admin, 'POST /api/clients', {
      body: buildClientForm({ [path]: value }),
    });
    expect(status).toBe(400);
    expect(error?.issues).toContainEqual({ path, message });
    expect(await api.ok(admin, 'GET /api/clients')).toEqual([]);
  });

  test('takes two clients with the same Client ID: the paper files of an agency decide about names', async () => {
    const first = await createClient(api, business, { companyName: 'Smith' });
    const second = await createClient(api, business, { companyName: 'Smith' });
    expect(second.id).not.toBe(first.id);
  });

  test('is for managers with a subscription', async () => {
    const body = buildClientForm();
    expect((await api.call(employee.token, 'POST /api/clients', { body })).status).toBe(403);
    expect((await api.call(null, 'POST /api/clients', { body })).status).toBe(401);
    const unpaid = await createBusiness(api, { unpaid: true });
    expect((await api.call(unpaid.admin.token, 'POST /api/clients', { body })).status).toBe(402);
  });
});

describe('seeing clients', () => {
  test('managers see all, newest first; employees the assigned ones without the code [6.capability.10,17 7.clients.1 10.5.5 T10]', async () => {
    const [first, second] = [
      await createClient(api, business),
      await createClient(api, business, { status: 'inactive' }),
    ];
    await createAssignment(api, business, { clientId: first.id, employeeId: employee.id });
    expect((await api.ok(admin, 'GET /api/clients')).map(({ id }) => id)).toEqual([second.id, first.id]);
    const query = { status: 'inactive' };
    expect((await api.ok(admin, 'GET /api/clients', { query })).map(({ id }) => id)).toEqual([second.id]);
    const seen = await api.ok(employee.token, 'GET /api/clients');
    expect(seen).toEqual([
      { ...first, signatureCode: null, can: { edit: false, remove: false, submitNote: true } },
    ]);
  });

  test('an assignment that is inactive shows nothing [3.assignments.3 7.clients.18]', async () => {
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

  test('an inactive client takes no notes, and its rights show it [4.status.1]', async () => {
    const client = await createClient(api, business, { status: 'inactive' });
    expect(client.can).toEqual({ edit: true, remove: true, submitNote: false });
  });

  test('what the caller cannot see looks as if it did not exist [T10]', async () => {
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

describe('changing a client', () => {
  test('changes what is sent and leaves the rest, the code included [1.managers.3 7.clients.3]', async () => {
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

  test('what was learned at the intake is kept [7.clients.4]', async () => {
    const client = await createClient(api, business);
    const params = { id: client.id };
    const intakeInformation = 'Prefers mornings. Two cats.';
    await api.ok(admin, 'PUT /api/clients/:id', { params, body: { intakeInformation } });
    expect(await api.ok(admin, 'GET /api/clients/:id', { params })).toMatchObject({ intakeInformation });
  });

  test('a new total of units is an adjustment [1.managers.4]', async () => {
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
  ])('refuses %s %j: %s [5.client.1,3,4 9.texts.6]', async (path, value, message) => {
    const client = await createClient(api, business);
    const params = { id: client.id };
    const answer = await api.call(admin, 'PUT /api/clients/:id', { params, body: { [path]: value } });
    expect(answer.status).toBe(400);
    expect(answer.error?.issues).toEqual([{ path, message }]);
    expect(await api.ok(admin, 'GET /api/clients/:id', { params })).toEqual(client);
  });

  test('is for managers of the business [6.capability.19]', async () => {
    const client = await createClient(api, business);
    const otherBusiness = await createBusiness(api);
    const parts = { params: { id: client.id }, body: { contactName: 'Mallory', totalTimeUnits: 1 } };
    expect((await api.call(employee.token, 'PUT /api/clients/:id', parts)).status).toBe(403);
    expect((await api.call(otherBusiness.admin.token, 'PUT /api/clients/:id', parts)).status).toBe(404);
    expect(await api.ok(admin, 'GET /api/clients/:id', parts)).toEqual(client);
  });
});

describe('archiving a client', () => {
  test('it leaves every list with its assignments; its ledger stays [7.clients.5 10.1.19]', async () => {
    const client = await createClient(api, business);
    await createAssignment(api, business, { clientId: client.id, employeeId: employee.id });
    const params = { id: client.id };
    const { status, body } = await api.call(admin, 'DELETE /api/clients/:id', { params });
    expect([status, body]).toEqual([204, undefined]);
    expect(await api.ok(admin, 'GET /api/clients')).toEqual([]);
    expect(await api.ok(employee.token, 'GET /api/clients')).toEqual([]);
    expect(await api.ok(admin, 'GET /api/client-assignments')).toEqual([]);
    expect(await api.ok(admin, 'GET /api/clients/:id/ledger', { params })).toHaveLength(1);
    const gone = await Promise.all([
      api.call(admin, 'GET /api/clients/:id', { params }),
      api.call(admin, 'DELETE /api/clients/:id', { params }),
      api.call(admin, 'PUT /api/clients/:id', { params, body: { phone: '1' } }),
      api.call(admin, 'PUT /api/clients/:id/time-units', { params, body: { totalTimeUnits: 1 } }),
      api.call(admin, 'POST /api/clients/:id/verify-code', { params, body: { code: '4711ab' } }),
      api.call(admin, 'GET /api/clients/:id/services', { params }),
      api.call(admin, 'GET /api/clients/:id/assignments', { params }),
    ]);
    expect(gone.map((one) => one.status)).toEqual(gone.map(() => 404));
  });

  test('is for managers of the business [6.capability.19]', async () => {
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

describe('the plan', () => {
  test('limits active clients: 80 on Premium, also when an inactive one becomes active [9.plans.3 10.1.29 10.3.14,15]', async () => {
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
