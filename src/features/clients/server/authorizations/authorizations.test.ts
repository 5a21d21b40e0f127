import { beforeEach, describe, expect, test } from 'vitest';
import { dayInZone } from '#platform/contract/zone.ts';
import { verifyLedger } from '#features/units/server/verifyReads.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
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
  const { payer: _payer, payerId: _id, payerClientId: _clientId, ...others } = service;
  const { reference: _reference, unitRate: _rate, rates: _rates, forecast: _forecast, ...visible } = others;
  expect(await api.ok(employee.token, 'GET /api/clients/:id/services', { params })).toEqual([visible]);
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

test('authorizations of another business answer 404', async () => {
  const service = await add({ serviceName: 'Respite' });
  const { token } = (await createBusiness(api)).admin;
  const body = { serviceName: 'Mallory' };
  const answers = await Promise.all([
    api.call(token, 'GET /api/clients/:id/services', { params }),
    api.call(token, 'POST /api/clients/:id/services', { params, body }),
    api.call(token, 'DELETE /api/services/:id', { params: { id: service.id } }),
    api.call(token, 'PUT /api/services/:id', { params: { id: service.id }, body: { notes: 'Mine' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await api.ok(admin, 'GET /api/clients/:id/services', { params })).toEqual([service]);
});

describe('an authorization', () => {
  test('has a service, a period, units, caps, payer, reference and rate [11.accounts.1]', async () => {
    const services = await api.ok(admin, 'GET /api/business-services');
    const [transitional] = services;
    const body = {
      serviceId: transitional?.id,
      startDate: '2026-01-01',
      expiryDate: '2026-12-31',
      unitsAuthorized: '480.50',
      unitsPerWeek: 12,
      unitsPerMonth: '',
      payer: 'County',
      reference: 'PA-2041',
      unitRate: '18.25',
    };
    const added = await add(body);
    expect(added).toMatchObject({
      ...body,
      category: 'transitional',
      serviceName: 'Transitional Services',
      unitsPerWeek: '12.00',
      unitsPerMonth: null,
      unitsUsed: '0.00',
      unitsAvailable: '480.50',
    });
    expect(await add({ category: 'sustaining' })).toMatchObject({
      category: 'sustaining',
      unitsAuthorized: null,
      unitsAvailable: null,
      unitsLapsed: null,
      forecast: null,
    });
    const ledger = await api.ok(admin, 'GET /api/clients/:id/ledger', { params });
    expect(ledger[0]).toMatchObject({
      kind: 'purchase',
      authorizationId: added.id,
      delta: '480.50',
      balanceAfter: '480.50',
    });
    expect(await readClient()).toMatchObject({ totalTimeUnits: '580.50', generalTotalUnits: '100.00' });
    await expectVerified();
  });

  test.each([
    [
      'expiryDate',
      { startDate: '2026-02-02', expiryDate: '2026-02-01' },
      "The expiry date can't be before the start date",
    ],
    ['unitsAuthorized', { unitsAuthorized: -1 }, 'Must be at least 0'],
    ['unitsAuthorized', { unitsAuthorized: '100000' }, 'Must be at most 99999.99'],
    ['unitsAuthorized', { unitsAuthorized: '1.005' }, 'Use at most two decimal places'],
    [
      'unitsPerWeek',
      { unitsPerWeek: 9, unitsPerMonth: 8 },
      "Units per week can't be more than units per month",
    ],
    ['unitsAuthorized', { unitsAuthorized: 1e-7 }, 'Use at most two decimal places'],
    ['startDate', { startDate: '0000-01-01' }, 'Start date must be a date'],
    ['unitsPerMonth', { unitsPerMonth: 'many' }, 'Must be a number'],
    ['unitRate', { unitRate: '-0.01' }, 'Must be at least 0'],
    ['category', { category: 'unknown' }, 'Please select a service'],
    ['serviceId', { serviceId: 999_999_999 }, 'Please select a service'],
    ['unitsAuthorized', { category: null, serviceName: 'Old', unitsAuthorized: 4 }, 'Select a service first'],
  ])('answers 400 at %s for %j, in POST and PUT [11.accounts.2]', async (path, fields, message) => {
    const issue = { path, message };
    const body = { category: 'sustaining', ...fields };
    expectIssue(await api.call(admin, 'POST /api/clients/:id/services', { params, body }), issue);
    const { id } = await add({ category: 'sustaining' });
    expectIssue(await api.call(admin, 'PUT /api/services/:id', { params: { id }, body }), issue);
    await expectVerified();
  });

  test('rejects a service of another business at its field [11.accounts.2]', async () => {
    const [foreign] = await api.ok((await createBusiness(api)).admin.token, 'GET /api/business-services');
    const body = { serviceId: foreign?.id };
    const answer = await api.call(admin, 'POST /api/clients/:id/services', { params, body });
    expectIssue(answer, { path: 'serviceId', message: 'Please select a service' });
  });

  test('changes its units by adjustments, also below what is used, and is in the audit log [11.accounts.2]', async () => {
    const { id } = await add({ category: 'sustaining', unitsAuthorized: 20 });
    const assigned = { clientId: params.id, employeeId: employee.id };
    await createAssignment(api, business, assigned);
    await createSignedNote(api, employee, { clientId: params.id });
    expect(await change(id, { unitsAuthorized: 8, payer: 'State' })).toMatchObject({
      unitsAuthorized: '8.00',
      unitsUsed: '9.00',
      unitsAvailable: '-1.00',
      payer: 'State',
    });
    const query = { authorizationId: id };
    const ledger = await api.ok(admin, 'GET /api/clients/:id/ledger', { params, query });
    expect(ledger.map(({ kind, delta, balanceAfter }) => [kind, delta, balanceAfter])).toEqual([
      ['adjustment', '-12.00', '-1.00'],
      ['note', '-9.00', '11.00'],
      ['purchase', '20.00', '20.00'],
    ]);
    const general = { params, query: { authorizationId: 'general' } };
    expect(await api.ok(admin, 'GET /api/clients/:id/ledger', general)).toMatchObject([
      { kind: 'purchase', delta: '100.00', authorizationId: null },
    ]);
    const rows = await api.ok(admin, 'GET /api/audit', { query: { object: 'service' } });
    expect(rows.map(({ action }) => action)).toEqual(['changed', 'added']);
    await expectVerified();
  });

  test('keeps its service and its number of units after it was used [11.accounts.15]', async () => {
    const { id } = await add({ category: 'sustaining', unitsAuthorized: 20 });
    const request = (body: object) => api.call(admin, 'PUT /api/services/:id', { params: { id }, body });
    expectError(await request({ category: 'transitional' }), 409, 'authorization_in_use');
    expect(await change(id, { unitsAuthorized: null })).toMatchObject({ unitsAuthorized: null });
    expect(await change(id, { unitsAuthorized: 30 })).toMatchObject({ unitsAuthorized: '30.00' });
    await createAssignment(api, business, { clientId: params.id, employeeId: employee.id });
    await createSignedNote(api, employee, { clientId: params.id });
    expectError(await request({ unitsAuthorized: null }), 409, 'authorization_in_use');
    const unused = await add({ category: 'sustaining' });
    expect(await change(unused.id, { category: 'transitional' })).toMatchObject({
      category: 'transitional',
      serviceName: 'Transitional Services',
    });
    await expectVerified();
  });

  test('ends today at the latest when its status becomes expired [11.accounts.3]', async () => {
    const { id } = await add({ category: 'sustaining', unitsAuthorized: 20, expiryDate: '2099-12-31' });
    const today = dayInZone(new Date(), 'America/Chicago');
    expect(await change(id, { status: 'expired' })).toMatchObject({ status: 'expired', expiryDate: today });
    const earlier = await add({ category: 'sustaining', status: 'expired', expiryDate: '2026-01-31' });
    expect(earlier).toMatchObject({ expiryDate: '2026-01-31' });
  });

  test('moves no note when its period becomes shorter [11.accounts.15]', async () => {
    const { id } = await add({ category: 'sustaining', unitsAuthorized: 20 });
    await createAssignment(api, business, { clientId: params.id, employeeId: employee.id });
    const note = await createSignedNote(api, employee, { clientId: params.id });
    await change(id, { startDate: '2026-06-01' });
    const stored = await api.ok(admin, 'GET /api/notes/:id', { params: { id: note.id } });
    expect(stored).toMatchObject({ authorizationId: id });
    await expectVerified();
  });

  test('is ended today by DELETE after it was used, so that earlier days still find it [11.accounts.3]', async () => {
    const { id } = await add({ category: 'sustaining', unitsAuthorized: 20 });
    for (let repetition = 0; repetition < 2; repetition += 1) {
      const { status } = await api.call(admin, 'DELETE /api/services/:id', { params: { id } });
      expect(status).toBe(204);
    }
    const [ended] = await api.ok(admin, 'GET /api/clients/:id/services', { params });
    const today = dayInZone(new Date(), 'America/Chicago');
    expect(ended).toMatchObject({ id, status: 'expired', expiryDate: today, unitsAuthorized: '20.00' });
    await createAssignment(api, business, { clientId: params.id, employeeId: employee.id });
    expect(await createSignedNote(api, employee, { clientId: params.id })).toMatchObject({
      authorizationId: id,
    });
    const rows = await api.ok(admin, 'GET /api/audit', { query: { object: 'service' } });
    expect(rows.map(({ action }) => action)).toEqual(['ended', 'added']);
  });
});

const readClient = () => api.ok(admin, 'GET /api/clients/:id', { params });
const change = (id: number, body: object) => api.ok(admin, 'PUT /api/services/:id', { params: { id }, body });

async function expectVerified() {
  expect((await verifyLedger(api.server.services, new Date())).fault).toBeNull();
}

function add(body: Record<string, unknown>) {
  return api.ok(admin, 'POST /api/clients/:id/services', { params, body });
}
