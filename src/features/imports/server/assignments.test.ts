import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildCsv, importRows, uploadImport } from '#tests/support/factories/imports.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';

const api = useApi();

test('an assignment that was ended is not added again by the same file, and is unchanged once it was made by hand [14.import.4]', async () => {
  const business = await createBusiness(api);
  const admin = business.admin.token;
  const [client, other] = [await createClient(api, business), await createClient(api, business)];
  const { id: employeeId, username } = await createPerson(api, business);
  const kind = 'assignments';
  const rows = [
    ['Client', 'Employee'],
    [client.companyName, username],
    [other.companyName, username],
  ];
  expect(await importRows(api, admin, { kind, rows })).toEqual({ created: 2, unchanged: 0 });
  const params = { id: client.id };
  const [assignment] = await api.ok(admin, 'GET /api/clients/:id/assignments', { params });
  await api.ok(admin, 'DELETE /api/assignments/:id', { params: { id: assignment?.id ?? 0 } });
  const again = await uploadImport(api, admin, { kind, bytes: buildCsv(...rows) });
  expect(again.rows.map(({ state }) => state)).toEqual(['invalid', 'unchanged']);
  expect(again.errors).toEqual([
    {
      row: 2,
      column: 'Employee',
      message:
        "This assignment was ended. Assign the employee again on the client's page, or remove this row.",
    },
  ]);
  const committed = await api.call(admin, 'POST /api/imports/:id/commit', { params: { id: again.id } });
  expectError(committed, 409, 'import_has_errors');
  expect(await api.ok(admin, 'GET /api/clients/:id/assignments', { params })).toEqual([]);
  // Follows the advice of the text.
  await api.ok(admin, 'POST /api/clients/:id/assignments', { params, body: { employeeId } });
  expect(await importRows(api, admin, { kind, rows })).toEqual({ created: 0, unchanged: 2 });
});
