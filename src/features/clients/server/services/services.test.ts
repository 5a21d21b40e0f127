import { beforeEach, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
const employee = setUpEach(() => createPerson(api, business));
let admin: string;
let params: { id: number };

beforeEach(async () => {
  admin = business.admin.token;
  params = { id: (await createClient(api, business)).id };
});

test('POST /api/clients/:id/services stores who approved a service and when [7.clients.14]', async () => {
  const body = {
    serviceName: ' Respite ',
    serviceDescription: 'Weekends',
    expiryDate: '2027-01-31',
    notes: '',
  };
  const { status, body: approved } = await api.call(admin, 'POST /api/clients/:id/services', {
    params,
    body,
  });
  expect(status).toBe(201);
  expect(approved).toMatchObject({
    clientId: params.id,
    serviceName: 'Respite',
    serviceDescription: 'Weekends',
    status: 'approved',
    approvedBy: business.admin.id,
    approvedByName: 'Ada Owner',
    approvedDate: approved.createdAt,
    expiryDate: '2027-01-31',
    notes: null,
  });
  const pending = await add({ serviceName: 'Transport', status: 'pending', clientId: params.id });
  expect(pending).toMatchObject({
    approvedBy: null,
    approvedByName: null,
    approvedDate: null,
    expiryDate: null,
  });
  expect(await api.ok(admin, 'GET /api/clients/:id/services', { params })).toEqual([pending, approved]);
});

test.each([
  ['serviceName', '', 'Service name is required'],
  ['serviceName', 'x'.repeat(256), 'At most 255 characters'],
  ['expiryDate', '31.01.2027', 'Expiry date must be a date'],
  ['expiryDate', '2027-02-30', 'Expiry date must be a date'],
  ['clientId', 999_999_999, 'The client is not the one of the address'],
])('POST /api/clients/:id/services answers 400 to %s %j: %s [5.other.3]', async (path, value, message) => {
  const body = { serviceName: 'Respite', [path]: value };
  expectIssue(await api.call(admin, 'POST /api/clients/:id/services', { params, body }), { path, message });
  expect(await api.ok(admin, 'GET /api/clients/:id/services', { params })).toEqual([]);
});

test('employees read the services of their clients, and get 403 for changes [10.8.20]', async () => {
  const service = await add({ serviceName: 'Respite' });
  expect((await api.call(employee.token, 'GET /api/clients/:id/services', { params })).status).toBe(404);
  await createAssignment(api, business, { clientId: params.id, employeeId: employee.id });
  expect(await api.ok(employee.token, 'GET /api/clients/:id/services', { params })).toEqual([service]);
  const body = { serviceName: 'Mine' };
  expect((await api.call(employee.token, 'POST /api/clients/:id/services', { params, body })).status).toBe(
    403,
  );
  const deletion = await api.call(employee.token, 'DELETE /api/services/:id', { params: { id: service.id } });
  expect(deletion.status).toBe(403);
});

test('DELETE /api/services/:id answers 204 once, then 404 [4.status.4 7.clients.15 10.1.19]', async () => {
  const { id } = await add({ serviceName: 'Respite' });
  expect((await api.call(admin, 'DELETE /api/services/:id', { params: { id } })).status).toBe(204);
  expect((await api.call(admin, 'DELETE /api/services/:id', { params: { id } })).status).toBe(404);
  expect(await api.ok(admin, 'GET /api/clients/:id/services', { params })).toEqual([]);
});

test('services of another business answer 404', async () => {
  const service = await add({ serviceName: 'Respite' });
  const { token } = (await createBusiness(api)).admin;
  const body = { serviceName: 'Mallory' };
  const answers = await Promise.all([
    api.call(token, 'GET /api/clients/:id/services', { params }),
    api.call(token, 'POST /api/clients/:id/services', { params, body }),
    api.call(token, 'DELETE /api/services/:id', { params: { id: service.id } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(await api.ok(admin, 'GET /api/clients/:id/services', { params })).toEqual([service]);
});

function add(body: Record<string, unknown>) {
  return api.ok(admin, 'POST /api/clients/:id/services', { params, body });
}
