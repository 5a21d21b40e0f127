import { beforeEach, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildCsv, buildImportForm, importRows, uploadImport } from '#tests/support/factories/imports.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
beforeEach(() => {
  admin = business.admin.token;
});

const CLIENTS = ['Client ID', 'Contact name', 'Signature code', 'Units', 'Rate per unit'];
const commit = (id: number, token = admin) =>
  api.call(token, 'POST /api/imports/:id/commit', { params: { id } });

describe('clients', () => {
  test('are added with a code, units in the ledger, and an audit row each [14.import.1 14.import.3]', async () => {
    const bytes = buildCsv(
      CLIENTS,
      ['C-1', 'Ana Ruiz', '4711', '1,200.50', '$18.25'],
      ['C-2', 'Bo Li', '', '', ''],
    );
    const preview = await uploadImport(api, admin, { kind: 'clients', bytes });
    expect(preview).toMatchObject({
      kind: 'clients',
      fileName: 'records.csv',
      committedAt: null,
      fields: expect.arrayContaining([
        expect.objectContaining({
          name: 'unitRate',
          hint: 'Applies to visits whose authorization and service have no rate',
        }),
      ]),
      columns: [
        { name: 'Client ID', field: 'companyName' },
        { name: 'Contact name', field: 'contactName' },
        { name: 'Signature code', field: 'signatureCode' },
        { name: 'Units', field: 'totalTimeUnits' },
        { name: 'Rate per unit', field: 'unitRate' },
      ],
      rows: [
        { row: 2, cells: ['C-1', 'Ana Ruiz', '4711', '1,200.50', '$18.25'], state: 'new' },
        { row: 3, cells: ['C-2', 'Bo Li', '', '', ''], state: 'new' },
      ],
      errors: [],
      created: 2,
      unchanged: 0,
    });
    expect(await api.ok(admin, 'GET /api/clients')).toEqual([]);
    expect((await commit(preview.id)).body).toEqual({ created: 2, unchanged: 0 });
    const [second, first] = await api.ok(admin, 'GET /api/clients');
    expect([first, second]).toMatchObject([
      { companyName: 'C-1', totalTimeUnits: '1200.50', unitRate: '18.25' },
      { companyName: 'C-2', hasSignatureCode: false, totalTimeUnits: '0.00', unitRate: null },
    ]);
    const params = { id: first?.id ?? 0 };
    expect(await api.ok(admin, 'GET /api/clients/:id', { params })).toMatchObject({ signatureCode: '4711' });
    const rows = await api.ok(admin, 'GET /api/clients/:id/ledger', { params });
    expect(rows).toMatchObject([{ kind: 'purchase', delta: '1200.50', balanceAfter: '1200.50' }]);
    const audited = await api.sql(
      `select object || '.' || action as event, object_label as label from audit_log
       where business_id = $1 and object in ('client', 'import') order by seq`,
      [business.id],
    );
    expect(audited).toEqual([
      { event: 'import.uploaded', label: 'records.csv' },
      { event: 'client.created', label: 'C-1' },
      { event: 'client.created', label: 'C-2' },
      { event: 'import.committed', label: 'records.csv' },
    ]);
  });

  test('are not added again by the same file, nor by a second commit of it [14.import.4]', async () => {
    const file = {
      kind: 'clients' as const,
      bytes: buildCsv(CLIENTS, ['C-1', 'Ana Ruiz', '4711', '40', '']),
    };
    const { id } = await uploadImport(api, admin, file);
    const first = await commit(id);
    const before = await checksumRows(api, business.id);
    expect((await commit(id)).body).toEqual(first.body);
    expect(await checksumRows(api, business.id)).toEqual(before);
    const again = await uploadImport(api, admin, file);
    expect(again.rows).toMatchObject([{ row: 2, state: 'unchanged' }]);
    expect((await commit(again.id)).body).toEqual({ created: 0, unchanged: 1 });
    expect(await api.ok(admin, 'GET /api/clients')).toHaveLength(1);
  });

  test('are recognized by their external id under another name [14.import.4]', async () => {
    const header = ['External ID', 'Client ID', 'Contact name'];
    await importRows(api, admin, { kind: 'clients', rows: [header, ['77', 'C-1', 'Ana Ruiz']] });
    const counts = await importRows(api, admin, {
      kind: 'clients',
      rows: [header, ['77', 'C-1 (new)', 'Ana Ruiz'], ['78', 'C-2', 'Bo Li']],
    });
    expect(counts).toEqual({ created: 1, unchanged: 1 });
    const names = (await api.ok(admin, 'GET /api/clients')).map(({ companyName }) => companyName);
    expect(names.toSorted()).toEqual(['C-1', 'C-2']);
  });

  test('that were typed by hand get the external id of their row, once [14.import.4]', async () => {
    const { id: clientId } = await createClient(api, business, { companyName: 'C-1' });
    const header = ['External ID', 'Client ID', 'Contact name'];
    expect(
      await importRows(api, admin, { kind: 'clients', rows: [header, ['77', 'c-1', 'Ana Ruiz']] }),
    ).toEqual({ created: 0, unchanged: 1 });
    const stored = await api.sql(
      'select external_id as key, record_id::int as id from external_ids where business_id = $1',
      [business.id],
    );
    expect(stored).toEqual([{ key: '77', id: clientId }]);
    const other = buildCsv(header, ['78', 'C-1', 'Bo Li'], ['x'.repeat(201), 'C-2', 'Cy Oz']);
    const { errors } = await uploadImport(api, admin, { kind: 'clients', bytes: other });
    expect(errors).toEqual([
      { row: 2, column: 'Client ID', message: 'This record has the external ID “77”.' },
      { row: 3, column: 'External ID', message: 'At most 200 characters' },
    ]);
  });

  test('that were archived are not added again by the same file [14.import.4]', async () => {
    const rows = [
      ['External ID', 'Client ID', 'Contact name'],
      ['77', 'C-1', 'Ana Ruiz'],
    ];
    await importRows(api, admin, { kind: 'clients', rows });
    const [client] = await api.ok(admin, 'GET /api/clients');
    await api.ok(admin, 'DELETE /api/clients/:id', { params: { id: client?.id ?? 0 } });
    expect(await importRows(api, admin, { kind: 'clients', rows })).toEqual({ created: 0, unchanged: 1 });
    expect(await api.ok(admin, 'GET /api/clients')).toEqual([]);
    const bytes = buildCsv(['Client', 'Employee'], ['77', business.admin.username]);
    const { errors } = await uploadImport(api, admin, { kind: 'assignments', bytes });
    expect(errors).toEqual([
      {
        row: 2,
        column: 'Client',
        message:
          'This client is archived. Add the client again and enter its Client ID here, or remove this row.',
      },
    ]);
  });

  test('with an error anywhere add nothing, and each error names its cell [14.import.2]', async () => {
    await createClient(api, business, { companyName: 'C-0' });
    const before = await checksumRows(api, business.id);
    const bytes = buildCsv(
      ['Client ID', 'Contact name', 'Pin', 'Units', 'Status', 'Email'],
      ['C-1', 'Ana Ruiz', '12', 'many', 'gone', 'ana@'],
      ['', 'Bo Li', '', '-1', '', ''],
      ['C-2', '=HYPERLINK("http://x")', '', '', 'Inactive', ''],
      ['c-1', 'Cy Oz', '', '', '', ''],
      ['c-0', '', '', '', '', ''],
      ['C-3', 'Di Wu', '', '8.125', '', ''],
    );
    const { id, errors, rows } = await uploadImport(api, admin, { kind: 'clients', bytes });
    expect(errors).toEqual([
      { row: 2, column: 'Units', message: 'Must be a number' },
      { row: 2, column: 'Status', message: 'Use one of: Active, Inactive' },
      { row: 2, column: 'Email', message: 'Invalid email address' },
      { row: 2, column: 'Pin', message: 'Signature code must be at least 4 characters' },
      { row: 3, column: 'Client ID', message: 'Client ID is required' },
      { row: 3, column: 'Units', message: 'Must be at least 0' },
      { row: 4, column: 'Contact name', message: 'Formulas are not accepted. Enter the value instead.' },
      { row: 5, column: 'Client ID', message: 'Duplicate of row 2. Delete one of them.' },
      { row: 7, column: 'Units', message: 'Use at most two decimal places' },
    ]);
    expect(rows.map(({ state }) => state)).toEqual([...Array(4).fill('invalid'), 'unchanged', 'invalid']);
    const refused = await commit(id);
    expectError(refused, 409, 'import_has_errors');
    expect(refused.error?.message).toBe('Nothing was added. Correct 9 cells first.');
    expect(refused.error?.issues?.[0]).toEqual({ path: '2.Units', message: 'Must be a number' });
    const {
      imports: _,
      import_chunks: _chunks,
      audit_log: _log,
      audit_heads: _heads,
      ...after
    } = await checksumRows(api, business.id);
    expect(before).toMatchObject(after);
  });

  test('beyond the plan add nothing', async () => {
    await api.sql(`update businesses set plan_type = 'premium' where id = $1`, [business.id]);
    const rows = Array.from({ length: 500 }, (_, nth) => [`C-${nth}`, 'Ana Ruiz']);
    const bytes = buildCsv(CLIENTS.slice(0, 2), ...rows);
    const { id } = await uploadImport(api, admin, { kind: 'clients', bytes });
    expectError(await commit(id), 409, 'plan_limit_reached');
    expect(await api.ok(admin, 'GET /api/clients')).toEqual([]);
  });
});

test('columns are chosen by hand, by their name [14.import.5]', async () => {
  const bytes = buildCsv(['Who', 'Nickname', 'Remark'], ['C-1', 'Ana Ruiz', 'likes tea']);
  const { id, columns, errors, rows } = await uploadImport(api, admin, { kind: 'clients', bytes });
  expect(columns.map(({ field }) => field)).toEqual([null, null, null]);
  expect(rows).toMatchObject([{ state: 'invalid' }]);
  expect(errors).toEqual([
    { row: 1, column: 'Client ID', message: 'Required. Choose a column for this field.' },
    { row: 1, column: 'Contact name', message: 'Required. Choose a column for this field.' },
  ]);
  const map = (mapping: Record<string, string | null>) =>
    api.call(admin, 'PUT /api/imports/:id/mapping', { params: { id }, body: { mapping } });
  const mapped = await map({ Who: 'companyName', Nickname: 'contactName' });
  expect(mapped.body).toMatchObject({ errors: [], created: 1 });
  expectIssue(await map({ Remark: 'contactName' }), {
    path: 'mapping.Remark',
    message: 'Another column already uses this field. Set that one to Not used first.',
  });
  expectIssue(await map({ Other: null }), { path: 'mapping.Other', message: 'The file has no such column' });
  expectIssue(await map({ Who: 'password' }), { path: 'mapping.Who', message: 'There is no such field' });
  expect((await map({ Who: null })).body.errors).toMatchObject([{ row: 1, column: 'Client ID' }]);
  await map({ Who: 'companyName' });
  expect((await commit(id)).status).toBe(200);
  expectError(await map({ Who: null }), 409, 'import_committed');
  expect(await api.ok(admin, 'GET /api/imports/:id', { params: { id } })).toMatchObject({
    rows: [],
    created: 1,
    unchanged: 0,
  });
});

test('each kind has a template whose columns are all recognized [14.import.6]', async () => {
  for (const kind of ['people', 'clients', 'services', 'authorizations', 'assignments'] as const) {
    const { rawPayload, headers, statusCode } = await api.server.app.inject({
      url: `/api/imports/template?kind=${kind}`,
      headers: { authorization: `Bearer ${admin}` },
    });
    expect([statusCode, headers['content-disposition']]).toEqual([200, `attachment; filename="${kind}.csv"`]);
    const bytes = Buffer.concat([rawPayload, Buffer.from('\r\nvalue')]);
    const { columns, fields } = await uploadImport(api, admin, { kind, bytes });
    expect(columns.map(({ field }) => field)).toEqual(fields.map(({ name }) => name));
  }
});

test('only admins import, and not the files of another business [14.import.10]', async () => {
  const bytes = buildCsv(CLIENTS, ['C-1', 'Ana Ruiz', '4711', '', '']);
  const { id } = await uploadImport(api, admin, { kind: 'clients', bytes });
  const manager = await createPerson(api, business, { role: 'manager' });
  const body = buildImportForm('clients', bytes);
  expectError(await api.call(manager.token, 'POST /api/imports', { body }), 403, 'forbidden');
  expectError(await commit(id, manager.token), 403, 'forbidden');
  const neighbor = (await createBusiness(api)).admin.token;
  expectError(await commit(id, neighbor), 404, 'not_found');
  expectError(await api.call(neighbor, 'GET /api/imports/:id', { params: { id } }), 404, 'not_found');
});
