import { beforeEach, expect, test } from 'vitest';
import type { ImportKind } from '#features/imports/contract.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildCsv, buildXlsx, importRows, uploadImport } from '#tests/support/factories/imports.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi, type Result } from '#tests/support/helpers/api.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';
import { readWhole } from '#tests/support/helpers/wholeAnswer.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
beforeEach(() => {
  admin = business.admin.token;
});

test('people have no password until a manager sets one [14.import.7]', async () => {
  const [first, second] = [uniqueName('ana'), uniqueName('bo')];
  const header = ['Username', 'First name', 'Last name', 'Email', 'Role'];
  const counts = await importRows(api, admin, {
    kind: 'people',
    rows: [header, [first, 'Ana', 'Ruiz', 'ana@example.com', 'Manager'], [second, 'Bo', 'Li', '', '']],
  });
  expect(counts).toEqual({ created: 2, unchanged: 0 });
  const people = await api.ok(admin, 'GET /api/employees');
  const ana = people.find(({ username }) => username === first);
  expect(ana).toMatchObject({
    firstName: 'Ana',
    role: 'manager',
    email: 'ana@example.com',
    status: 'active',
  });
  const logIn = (username: string, password: string) =>
    api.call(null, 'POST /api/auth/login', { body: { username, password } });
  for (const password of ['', 'password', first])
    expect((await logIn(first, password || ' ')).status).toBe(401);
  const { tempPassword } = await api.ok(admin, 'POST /api/users/:id/reset-password', {
    params: { id: ana?.id ?? 0 },
  });
  expect((await logIn(first, tempPassword)).status).toBe(200);
});

test('a username of another business is an error at its cell', async () => {
  const { username } = (await createBusiness(api)).admin;
  const bytes = buildCsv(['Username', 'First name', 'Last name'], [username.toUpperCase(), 'Ana', 'Ruiz']);
  const { errors } = await uploadImport(api, admin, { kind: 'people', bytes });
  expect(errors).toEqual([{ row: 2, column: 'Username', message: 'This username is already taken' }]);
});

test('services, authorizations and assignments refer to records by name, code or external id [14.import.8]', async () => {
  const employee = await createPerson(api, business);
  await importRows(api, admin, {
    kind: 'services',
    rows: [
      ['External ID', 'Service', 'HCPCS', 'Rate', 'Rounding'],
      ['s1', 'Personal care', 'T1019', '5.5', '8-minute rule'],
    ],
  });
  await importRows(api, admin, {
    kind: 'clients',
    rows: [
      ['Key', 'Client ID', 'Contact name'],
      ['c1', 'C-1', 'Ana Ruiz'],
      ['c2', 'C-2', 'Bo Li'],
    ],
  });
  const authorizations = [
    ['Client', 'Service code', 'Start', 'End date', 'Units', 'Payer', 'Medicaid ID', 'Authorization number'],
    ['C-1', 'T1019', '3/13/2026', '2026-12-31', '480', 'Medicaid', 'M-1', 'A-1'],
    ['c2', 's1', '', '', '', 'medicaid', '', 'A-2'],
  ];
  const added = await importRows(api, admin, { kind: 'authorizations', rows: authorizations });
  const again = await importRows(api, admin, { kind: 'authorizations', rows: authorizations });
  expect([added, again]).toEqual([
    { created: 2, unchanged: 0 },
    { created: 0, unchanged: 2 },
  ]);
  const assignments = [
    ['Client', 'Employee', 'Role'],
    ['C-1', employee.username, 'primary'],
    ['c2', employee.username, ''],
  ];
  expect(await importRows(api, admin, { kind: 'assignments', rows: assignments })).toMatchObject({
    created: 2,
  });
  expect(await importRows(api, admin, { kind: 'assignments', rows: assignments })).toMatchObject({
    created: 0,
  });
  const clients = await api.ok(employee.token, 'GET /api/clients');
  const ana = clients.find(({ companyName }) => companyName === 'C-1');
  expect([clients.length, ana?.availableTimeUnits]).toEqual([2, '480.00']);
  const params = { id: ana?.id ?? 0 };
  expect(await api.ok(admin, 'GET /api/clients/:id/services', { params })).toMatchObject([
    {
      serviceName: 'Personal care',
      startDate: '2026-03-13',
      expiryDate: '2026-12-31',
      unitsAuthorized: '480.00',
      payer: 'Medicaid',
      payerClientId: 'M-1',
      reference: 'A-1',
      status: 'approved',
    },
  ]);
  expect((await api.ok(admin, 'GET /api/payers')).map(({ name }) => name)).toEqual(['Medicaid']);
});

test('unknown and ambiguous names, invalid terms and inactive employees are errors at their cells', async () => {
  await createClient(api, business, { companyName: 'Twin' });
  await createClient(api, business, { companyName: 'twin' });
  const employee = await createPerson(api, business);
  const profile = { params: { id: employee.id }, body: { status: 'inactive' } };
  await api.ok(admin, 'PUT /api/users/:id/profile', profile);
  const authorizations = buildCsv(
    ['Client', 'Service', 'Start date', 'Expiry date', 'Units per week', 'Units per month'],
    ['Twin', 'Juggling', '45231', '', '', ''],
    ['C-9', '', '', '13/45/2026', '', ''],
  );
  const first = await uploadImport(api, admin, { kind: 'authorizations', bytes: authorizations });
  expect(first.errors).toEqual([
    {
      row: 2,
      column: 'Start date',
      message:
        '45231 is a number. Enter a date such as 2026-03-31 or 3/31/2026, or format the column as dates.',
    },
    { row: 2, column: 'Client', message: 'More than one record has this name or external ID.' },
    { row: 2, column: 'Service', message: 'Not found. Add it first.' },
    { row: 3, column: 'Expiry date', message: 'Enter a date such as 2026-03-31 or 3/31/2026' },
    { row: 3, column: 'Client', message: 'Not found. Add it first.' },
    { row: 3, column: 'Service', message: 'Enter a service' },
  ]);
  const [service] = await api.ok(admin, 'GET /api/business-services');
  const client = await createClient(api, business);
  await importRows(api, admin, {
    kind: 'clients',
    rows: [
      ['External ID', 'Client ID', 'Contact name'],
      ['102', 'C-A', 'Ana Ruiz'],
      ['103', '102', 'Bo Li'],
    ],
  });
  const either = buildCsv(['Client', 'Service'], ['102', service?.name ?? '']);
  const ambiguous = await uploadImport(api, admin, { kind: 'authorizations', bytes: either });
  expect(ambiguous.errors).toEqual([
    { row: 2, column: 'Client', message: 'More than one record has this name or external ID.' },
  ]);
  const sameKey = buildCsv(['Name', 'Key', 'Rate'], ['One', 'home', '6.87251'], ['Two', 'home', '$6.8725']);
  const services = await uploadImport(api, admin, { kind: 'services', bytes: sameKey });
  expect(services.errors).toEqual([
    { row: 2, column: 'Rate', message: 'Use at most four decimal places' },
    { row: 3, column: 'Key', message: 'Another service already uses this key' },
  ]);
  const terms = buildCsv(
    ['Client', 'Service', 'Start date', 'Expiry date'],
    [client.companyName, service?.name ?? '', '2026-03-02', '2026-03-01'],
  );
  const second = await uploadImport(api, admin, { kind: 'authorizations', bytes: terms });
  expect(second.errors).toEqual([
    { row: 2, column: 'Expiry date', message: "The expiry date can't be before the start date" },
  ]);
  const assignments = buildCsv(['Client', 'Employee'], [client.companyName, employee.username]);
  const third = await uploadImport(api, admin, { kind: 'assignments', bytes: assignments });
  expect(third.errors).toEqual([
    { row: 2, column: 'Employee', message: 'An inactive employee cannot be assigned to a client' },
  ]);
});

test('records of archived clients and services are errors that name the reason, unless they were there before [14.import.4,8]', async () => {
  const client = await createClient(api, business, { companyName: 'C-1' });
  const service = await api.ok(admin, 'POST /api/business-services', {
    body: { name: 'Respite', code: 'T1005' },
  });
  const header = ['Client', 'Service', 'Authorization number'];
  const rows = [header, ['C-1', 'T1005', 'A-1']];
  const assignments = [
    ['Client', 'Employee'],
    ['C-1', business.admin.username],
  ];
  await importRows(api, admin, { kind: 'authorizations', rows });
  await importRows(api, admin, { kind: 'assignments', rows: assignments });
  await api.ok(admin, 'DELETE /api/clients/:id', { params: { id: client.id } });
  await api.ok(admin, 'DELETE /api/business-services/:id', { params: { id: service.id } });
  expect(await importRows(api, admin, { kind: 'authorizations', rows })).toEqual({
    created: 0,
    unchanged: 1,
  });
  const archivedClient =
    'This client is archived. Add the client again and enter its Client ID here, or remove this row.';
  const archivedService =
    'This service is archived. Restore it in the business settings, or remove this row.';
  const added = buildCsv(header, ['c-1', 'Respite', 'A-2'], ['C-1', 'respite', 'A-3'], ['C-2', 'T1005', '']);
  const { errors } = await uploadImport(api, admin, { kind: 'authorizations', bytes: added });
  expect(errors).toEqual([
    { row: 2, column: 'Client', message: archivedClient },
    { row: 2, column: 'Service', message: archivedService },
    { row: 3, column: 'Client', message: archivedClient },
    { row: 3, column: 'Service', message: archivedService },
    { row: 4, column: 'Client', message: 'Not found. Add it first.' },
    { row: 4, column: 'Service', message: archivedService },
  ]);
  const assigned = buildCsv(...assignments);
  expect((await uploadImport(api, admin, { kind: 'assignments', bytes: assigned })).errors).toEqual([
    { row: 2, column: 'Client', message: archivedClient },
  ]);
  // Follows the advice of the texts.
  await createClient(api, business, { companyName: 'C-1' });
  const { key } = service;
  await api.ok(admin, 'PUT /api/business-services/:id', {
    params: { id: service.id },
    body: { key, archived: false },
  });
  const again = [header, ['C-1', 'T1005', 'A-2']];
  expect(await importRows(api, admin, { kind: 'authorizations', rows: again })).toMatchObject({ created: 1 });
  expect(await importRows(api, admin, { kind: 'assignments', rows: assignments })).toMatchObject({
    created: 1,
  });
});

test('an XLSX file is read like a CSV file, with real dates and numbers [14.import.9]', async () => {
  const client = await createClient(api, business);
  const [service] = await api.ok(admin, 'GET /api/business-services');
  const bytes = await buildXlsx(
    ['Client', 'Service', 'Start date', 'Units authorized', 'Reference'],
    [client.companyName, service?.name ?? '', new Date('2026-03-01T00:00:00Z'), 40.5, 20_260_001],
    [null, null, null, null, null],
    [client.companyName, service?.name ?? '', '2026-04-01', '10', 'A-2'],
  );
  const preview = await uploadImport(api, admin, { kind: 'authorizations', bytes });
  expect(preview.errors).toEqual([]);
  expect(preview.rows.map(({ row, values }) => [row, ...values.slice(2)])).toEqual([
    [2, '2026-03-01', '40.50', '20260001'],
    [4, '2026-04-01', '10.00', 'A-2'],
  ]);
  expect(await api.ok(admin, 'POST /api/imports/:id/commit', { params: { id: preview.id } })).toEqual({
    created: 2,
    unchanged: 0,
  });
});

test.each<[kind: ImportKind, rows: (name: string) => string[][]]>([
  [
    'people',
    (name) => [
      ['External ID', 'Username', 'First name', 'Last name', 'Email', 'Role'],
      ['p1', name, 'Ana', 'Ruiz', 'ana@example.com', 'Manager'],
      ['', `${name}-2`, 'Bo', 'Li', '', ''],
    ],
  ],
  [
    'services',
    () => [
      ['External ID', 'Service', 'HCPCS', 'Rate', 'Rounding'],
      ['s1', 'Personal care', 'T1019', '5.5', '8-minute rule'],
      ['', 'Respite', 'T1005', '', ''],
    ],
  ],
])('the same file of %s again changes no record [14.import.4]', async (kind, build) => {
  const rows = build(uniqueName('ana'));
  expect(await importRows(api, admin, { kind, rows })).toEqual({ created: 2, unchanged: 0 });
  const before = await checksumRows(api, business.id);
  const { id, rows: preview } = await uploadImport(api, admin, { kind, bytes: buildCsv(...rows) });
  expect(preview.map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
  const counts = await api.ok(admin, 'POST /api/imports/:id/commit', { params: { id } });
  expect(counts).toEqual({ created: 0, unchanged: 2 });
  // The file itself is recorded.
  const { imports: _, audit_log: _log, audit_heads: _heads, ...after } = await checksumRows(api, business.id);
  expect(before).toMatchObject(after);
});

test('an XLSX file of 5,000 rows is read and imported [14.import.9]', { timeout: 60_000 }, async () => {
  const { token, username: own } = (await createBusiness(api, { plan: 'professional' })).admin;
  const prefix = uniqueName('ana');
  const usernames = Array.from({ length: 5_000 }, (_, index) => `${prefix}-${index + 1}`);
  const bytes = await buildXlsx(
    ['Username', 'First name', 'Last name', 'Department'],
    ...usernames.map((username, index) => [username, 'Ana', `Ruiz ${index + 1}`, index + 1]),
  );
  const preview = await uploadImport(api, token, { kind: 'people', bytes });
  expect([preview.errors, preview.created]).toEqual([[], 5_000]);
  const counts = await api.ok(token, 'POST /api/imports/:id/commit', { params: { id: preview.id } });
  expect(counts).toEqual({ created: 5_000, unchanged: 0 });
  const people = await readWhole<Result<'GET /api/employees'>>(api, token, '/api/employees');
  const added = people.filter(({ username }) => username !== own);
  expect(added.map(({ username }) => username).toSorted()).toEqual(usernames.toSorted());
  const last = added.find(({ username }) => username === usernames.at(-1));
  expect(last).toMatchObject({ lastName: 'Ruiz 5000', department: '5000' });
});
