import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCsv, buildImportForm, uploadImport } from '#tests/support/factories/imports.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';

const api = useApi();

test('when the same clients are imported twice at once, they are added once [14.import.13]', async () => {
  const { admin } = await createBusiness(api);
  const rows = Array.from({ length: 40 }, (_, nth) => [`C-${nth}`, 'Ana Ruiz', '12']);
  const bytes = buildCsv(['Client ID', 'Contact name', 'Units'], ...rows);
  const files: { id: number }[] = [];
  for (let nth = 0; nth < 4; nth += 1)
    files.push(await uploadImport(api, admin.token, { kind: 'clients', bytes }));
  // One is planned while another one is added; more would be refused.
  const limit = pLimit(2);
  const answers = await limit.map([...files, ...files], ({ id }) =>
    api.ok(admin.token, 'POST /api/imports/:id/commit', { params: { id } }),
  );
  const added = answers.filter(({ created }) => created === 40);
  const unchanged = answers.filter(({ created, unchanged: others }) => created === 0 && others === 40);
  // The second call of the one that added them returns its counts again.
  expect([added.length, unchanged.length]).toEqual([2, 6]);
  expect(await api.ok(admin.token, 'GET /api/clients')).toHaveLength(40);
  await expectInvariants(api);
});

test('when many files are uploaded at once, some are read and the others get 429 [14.import.14]', async () => {
  const { admin, id: businessId } = await createBusiness(api);
  const bytes = buildCsv(['Client ID', 'Contact name'], ['C-1', 'Ana Ruiz']);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      api.call(admin.token, 'POST /api/imports', { body: buildImportForm('clients', bytes) }),
    ),
  );
  const read = answers.filter(({ status }) => status === 201).length;
  const refused = answers.filter(({ status, error }) => status === 429 && error?.code === 'too_many').length;
  expect(read + refused).toBe(20);
  expect([read >= 2, refused > 0]).toEqual([true, true]);
  expect(await api.sql('select id from imports where business_id = $1', [businessId])).toHaveLength(read);
});

test(
  'an import whose last username is taken during the commit adds no row [14.import.2]',
  { timeout: 60_000 },
  async () => {
    const { admin } = await createBusiness(api, { plan: 'professional' });
    const other = await createBusiness(api);
    const prefix = uniqueName('ana');
    const rows = Array.from({ length: 2_500 }, (_, nth) => [`${prefix}-${nth}`, 'Ana', 'Ruiz']);
    const bytes = buildCsv(['Username', 'First name', 'Last name'], ...rows);
    const { id } = await uploadImport(api, admin.token, { kind: 'people', bytes });
    const takeLast = await holdLock(
      api,
      'insert into usernames (name, business_id, user_id) values ($1, $2, $3)',
      [`${prefix}-2499`, other.id, other.admin.id],
    );
    const committing = api.call(admin.token, 'POST /api/imports/:id/commit', { params: { id } });
    await waitForLocks(api, 1);
    await takeLast();
    const { status, error } = await committing;
    expect([status, error?.code]).toEqual([409, 'username_taken']);
    expect(await api.ok(admin.token, 'GET /api/employees')).toHaveLength(1);
    await api.sql('delete from usernames where name = $1', [`${prefix}-2499`]);
    const counts = await api.ok(admin.token, 'POST /api/imports/:id/commit', { params: { id } });
    expect(counts).toEqual({ created: 2_500, unchanged: 0 });
  },
);
