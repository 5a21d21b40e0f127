/** Uploaded files as they are stored: encrypted, for a day, also by the release before. */

import { beforeEach, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCsv, uploadImport } from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { refuseWrites } from '#tests/support/helpers/refuseWrites.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { deleteOldImports } from './actions.ts';
import { rowsPurpose } from './chunkActions.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
beforeEach(() => {
  admin = business.admin.token;
});

const CLIENTS = ['Client ID', 'Contact name', 'Signature code', 'Units', 'Rate per unit'];
const commit = (id: number) => api.call(admin, 'POST /api/imports/:id/commit', { params: { id } });

test('a file that the previous release stored is still previewed and added', async () => {
  const bytes = buildCsv(CLIENTS, ['C-1', 'Ana Ruiz', '4711', '1,200.50', '$18.25']);
  const { id } = await uploadImport(api, admin, { kind: 'clients', bytes });
  await api.sql('delete from import_chunks where import_id = $1', [id]);
  const { secrets } = api.server.services;
  const purpose = rowsPurpose(business.id, id);
  const earlier = {
    rows: [{ row: 2, cells: ['C-1', 'Ana Ruiz', '4711', '1,200.50', '$18.25'] }],
    delimiter: ',',
  };
  for (const content of [earlier, earlier.rows]) {
    const rows = secrets.encrypt(purpose, JSON.stringify(content));
    await api.sql('update imports set rows = $2, preview = null, revision = 0 where id = $1', [id, rows]);
    const preview = await api.ok(admin, 'GET /api/imports/:id', { params: { id } });
    expect([preview.created, preview.errors]).toEqual([1, []]);
  }
  expect((await commit(id)).body).toEqual({ created: 1, unchanged: 0 });
});

test('the rows of other businesses are deleted when those of one business cannot be', async () => {
  const bytes = buildCsv(CLIENTS, ['C-1', 'Ana Ruiz', '4711', '', '']);
  await uploadImport(api, admin, { kind: 'clients', bytes });
  const other = await createBusiness(api);
  await uploadImport(api, other.admin.token, { kind: 'clients', bytes });
  await refuseWrites(api, 'delete', { table: 'imports', businessId: business.id });
  const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000);
  await expect(deleteOldImports(api.server.services, tomorrow)).rejects.toThrow('delete from "imports"');
  expect(await api.sql('select from imports where business_id = $1', [other.id])).toEqual([]);
});

test('the rows are stored encrypted and are deleted after a day [14.import.11]', async () => {
  const bytes = buildCsv(CLIENTS, ['C-1', 'Ana Ruiz', 'secret-4711', '', '']);
  const { id } = await uploadImport(api, admin, { kind: 'clients', bytes });
  const stored = async () =>
    api.sql<{ bytes: Buffer }>(
      `select bytes from import_chunks where business_id = $1
       union all select preview from imports where business_id = $1`,
      [business.id],
    );
  const parts = await stored();
  expect(parts.map(({ bytes }) => bytes.includes('secret-4711'))).toEqual([false, false, false]);
  const hours = (count: number) => new Date(Date.now() + count * 60 * 60 * 1000);
  await deleteOldImports(api.server.services, hours(23));
  expect(await stored()).toHaveLength(3);
  await deleteOldImports(api.server.services, hours(25));
  expect(await stored()).toEqual([]);
  expect((await commit(id)).status).toBe(404);
});
