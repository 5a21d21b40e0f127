import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCsv, uploadImport } from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi();

test('of ten imports of the same clients at the same time, one adds them [14.import.13]', async () => {
  const { admin } = await createBusiness(api);
  const rows = Array.from({ length: 40 }, (_, nth) => [`C-${nth}`, 'Ana Ruiz', '12']);
  const bytes = buildCsv(['Client ID', 'Contact name', 'Units'], ...rows);
  const files = await Promise.all(
    Array.from({ length: 10 }, () => uploadImport(api, admin.token, { kind: 'clients', bytes })),
  );
  const answers = await Promise.all(
    [...files, ...files].map(({ id }) =>
      api.ok(admin.token, 'POST /api/imports/:id/commit', { params: { id } }),
    ),
  );
  const added = answers.filter(({ created }) => created === 40);
  const unchanged = answers.filter(({ created, unchanged: others }) => created === 0 && others === 40);
  // The second call of the one that added them returns its counts again.
  expect([added.length, unchanged.length]).toEqual([2, 18]);
  expect(await api.ok(admin.token, 'GET /api/clients')).toHaveLength(40);
  await expectInvariants(api);
});
