import { beforeEach, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
const employee = setUpEach(() => createPerson(api, business));
let admin: string;
let clientId: number;

beforeEach(async () => {
  admin = business.admin.token;
  clientId = (await createClient(api, business)).id;
});

describe('POST /api/clients/:id/assignments and /api/client-assignments', () => {
  test('returns client, employee, assigner and defaults [7.clients.11 9.defaults.3]', async () => {
    const parts = { params: { id: clientId }, body: { employeeId: employee.id, clientId } };
    const { status, body } = await api.call(admin, 'POST /api/clients/:id/assignments', parts);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      clientId,
      employeeId: employee.id,
      assignedBy: business.admin.id,
      assignedByName: 'Ada Owner',
      role: 'assigned',
      status: 'active',
      notes: null,
      client: { id: clientId, contactName: 'Cleo Client', hasSignatureCode: true },
      employee: { id: employee.id, firstName: 'Eve', lastName: 'Worker' },
    });
    expect(body.client).not.toHaveProperty('signatureCode');
    expect(await api.ok(admin, 'GET /api/clients/:id/assignments', parts)).toEqual([body]);
  });

  test('stores role and notes [7.clients.18]', async () => {
    const body = { clientId, employeeId: employee.id, role: 'backup', notes: 'Mondays' };
    const { status, body: made } = await api.call(admin, 'POST /api/client-assignments', { body });
    expect(status).toBe(201);
    expect(made).toMatchObject(body);
  });

  test.each([
    ['employeeId', undefined, 'Please select an employee'],
    ['employeeId', 'x', 'Please select an employee'],
    ['employeeId', 0, 'Please select an employee'],
    ['role', '', 'Role is required'],
    ['role', 'x'.repeat(51), 'At most 50 characters'],
    ['clientId', 999_999_999, 'The client is not the one of the address'],
  ])('answers 400 in a client’s assignment for %s %j: %s [5.other.1,2]', async (path, value, message) => {
    const body = { employeeId: employee.id, [path]: value };
    const answer = await api.call(admin, 'POST /api/clients/:id/assignments', {
      params: { id: clientId },
      body,
    });
    expectIssue(answer, { path, message });
    expect(await api.ok(admin, 'GET /api/client-assignments')).toEqual([]);
  });

  test.each([
    ['clientId', undefined, 'Please select a client'],
    ['clientId', 'x', 'Please select a client'],
    ['clientId', 0, 'Please select a client'],
    ['employeeId', undefined, 'Please select an employee'],
    ['employeeId', -1, 'Please select an employee'],
    ['role', '', 'Role is required'],
    ['role', 'x'.repeat(51), 'At most 50 characters'],
  ])('answers 400 in an employee’s assignment for %s %j: %s [5.other.1,5]', async (path, value, message) => {
    const body = { clientId, employeeId: employee.id, [path]: value };
    expectIssue(await api.call(admin, 'POST /api/client-assignments', { body }), { path, message });
    expect(await api.ok(admin, 'GET /api/client-assignments')).toEqual([]);
  });

  test('answers 409 to an existing assignment, on both paths [10.1.27]', async () => {
    const body = { clientId, employeeId: employee.id };
    await api.ok(admin, 'POST /api/client-assignments', { body });
    expectError(await api.call(admin, 'POST /api/client-assignments', { body }), 409, 'already_assigned');
    const other = await api.call(admin, 'POST /api/clients/:id/assignments', {
      params: { id: clientId },
      body,
    });
    expectError(other, 409, 'already_assigned');
  });

  test('answers 409 for an inactive person, but not for one on leave', async () => {
    const params = { id: employee.id };
    const body = { clientId, employeeId: employee.id };
    await api.ok(admin, 'PUT /api/users/:id/profile', { params, body: { status: 'inactive' } });
    expectError(await api.call(admin, 'POST /api/client-assignments', { body }), 409, 'person_inactive');
    await api.ok(admin, 'PUT /api/users/:id/profile', { params, body: { status: 'on_leave' } });
    await api.ok(admin, 'POST /api/client-assignments', { body });
  });

  test('answers 404 for archived, unknown and other businesses’ clients and people', async () => {
    const otherBusiness = await createBusiness(api);
    const [foreign, colleague] = [
      await createClient(api, otherBusiness),
      await createPerson(api, otherBusiness),
    ];
    const archived = await createClient(api, business);
    await api.ok(admin, 'DELETE /api/clients/:id', { params: { id: archived.id } });
    for (const body of [
      { clientId: archived.id, employeeId: employee.id },
      { clientId: foreign.id, employeeId: employee.id },
      { clientId, employeeId: colleague.id },
      { clientId, employeeId: 999_999_999 },
    ]) {
      expect((await api.call(admin, 'POST /api/client-assignments', { body })).status).toBe(404);
    }
    expect(await api.ok(admin, 'GET /api/client-assignments')).toEqual([]);
    expect(await api.ok(otherBusiness.admin.token, 'GET /api/client-assignments')).toEqual([]);
  });

  test('answers 403 to employees [6.capability.18 10.8.21]', async () => {
    const body = { clientId, employeeId: employee.id };
    expect((await api.call(employee.token, 'POST /api/client-assignments', { body })).status).toBe(403);
    const parts = { params: { id: clientId }, body };
    expect((await api.call(employee.token, 'POST /api/clients/:id/assignments', parts)).status).toBe(403);
    expect((await api.call(null, 'POST /api/client-assignments', { body })).status).toBe(401);
  });
});

describe('GET assignments', () => {
  test('returns all or one person’s to managers, and their own to employees [1.employees.10 7.clients.16]', async () => {
    const colleague = await createPerson(api, business);
    const own = await createAssignment(api, business, { clientId, employeeId: employee.id });
    const other = await createAssignment(api, business, { clientId, employeeId: colleague.id });
    expect(await api.ok(admin, 'GET /api/client-assignments')).toEqual([other, own]);
    const query = { employeeId: employee.id };
    expect(await api.ok(admin, 'GET /api/client-assignments', { query })).toEqual([own]);
    const params = { id: colleague.id };
    expect(await api.ok(admin, 'GET /api/client-assignments/:id', { params })).toEqual([other]);
    expect(await api.ok(employee.token, 'GET /api/client-assignments')).toEqual([own]);
    const mine = { params: { id: employee.id } };
    expect(await api.ok(employee.token, 'GET /api/client-assignments/:id', mine)).toEqual([own]);
    expect((await api.call(employee.token, 'GET /api/client-assignments/:id', { params })).status).toBe(403);
    const foreign = { query: { employeeId: colleague.id } };
    expect((await api.call(employee.token, 'GET /api/client-assignments', foreign)).status).toBe(403);
  });

  test('returns the employees of a client, most recently assigned first [7.clients.13 10.1.7 10.8.21]', async () => {
    const colleague = await createPerson(api, business, { form: { firstName: 'Bob', lastName: 'Zuse' } });
    const sleeper = await createPerson(api, business);
    const params = { id: clientId };
    await createAssignment(api, business, { clientId, employeeId: employee.id });
    await createAssignment(api, business, { clientId, employeeId: colleague.id });
    await createAssignment(api, business, { clientId, employeeId: sleeper.id, status: 'inactive' });
    const ids = (await api.ok(employee.token, 'GET /api/clients/:id/employees', { params })).map(
      ({ id }) => id,
    );
    expect(ids).toEqual([colleague.id, employee.id]);
    expect(await api.ok(employee.token, 'GET /api/clients/:id/assignments', { params })).toHaveLength(3);
    expect((await api.call(sleeper.token, 'GET /api/clients/:id/employees', { params })).status).toBe(404);
    expect((await api.call(sleeper.token, 'GET /api/clients/:id/assignments', { params })).status).toBe(404);
    expect(await api.ok(sleeper.token, 'GET /api/client-assignments')).toEqual([]);
  });

  test('answers 404 for people and clients of another business', async () => {
    await createAssignment(api, business, { clientId, employeeId: employee.id });
    const { token } = (await createBusiness(api)).admin;
    const answers = await Promise.all([
      api.call(token, 'GET /api/client-assignments/:id', { params: { id: employee.id } }),
      api.call(token, 'GET /api/client-assignments', { query: { employeeId: employee.id } }),
      api.call(token, 'GET /api/clients/:id/assignments', { params: { id: clientId } }),
      api.call(token, 'GET /api/clients/:id/employees', { params: { id: clientId } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('ending an assignment', () => {
  test.each(['DELETE /api/assignments/:id', 'DELETE /api/client-assignments/:id'] as const)(
    '%s answers 204 once and is recorded in the audit log [4.status.7 7.clients.12]',
    async (name) => {
      const { id } = await createAssignment(api, business, { clientId, employeeId: employee.id });
      const params = { id };
      const otherBusiness = await createBusiness(api);
      expect((await api.call(employee.token, name, { params })).status).toBe(403);
      expect((await api.call(otherBusiness.admin.token, name, { params })).status).toBe(404);
      expect(await api.ok(employee.token, 'GET /api/clients')).toHaveLength(1);
      expect((await api.call(admin, name, { params })).status).toBe(204);
      expect((await api.call(admin, name, { params })).status).toBe(404);
      expect(await api.ok(employee.token, 'GET /api/clients')).toEqual([]);
      const [row] = await api.sql(
        `select object_label, details from audit_log
         where object = 'assignment' and action = 'ended' and object_id = $1`,
        [id],
      );
      expect(row).toEqual({
        object_label: 'Eve Worker to Cleo Client',
        details: { clientId, employeeId: employee.id },
      });
    },
  );
});
