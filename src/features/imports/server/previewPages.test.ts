/** Previews of large files: counts, the first errors, pages of rows, and previews that records have overtaken. */

import { beforeEach, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildCsv, uploadImport } from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
beforeEach(() => {
  admin = business.admin.token;
});

const HEADER = ['Client ID', 'Contact name', 'Units', 'Intake information'];

/** Clients, of which each third has an error. */
const buildClients = (count: number, intake = '') =>
  buildCsv(
    HEADER,
    ...Array.from({ length: count }, (_, nth) => [
      `C-${nth}`,
      `Bo Li ${nth}`,
      nth % 3 === 0 ? 'many' : '40',
      intake,
    ]),
  );

type PageQuery = { state?: 'invalid'; limit?: number; cursor?: string };

/** Reads all pages. @returns the rows of each */
async function readPages(id: number, query: PageQuery = {}) {
  const pages = [];
  let cursor: string | undefined;
  do {
    const page = await api.call(admin, 'GET /api/imports/:id/rows', {
      params: { id },
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    });
    expect([page.status, page.error]).toEqual([200, null]);
    pages.push({
      rows: page.body,
      total: Number(page.headers['x-total-count']),
      bytes: Number(page.headers['content-length']),
    });
    cursor =
      new URL(/<(.*)>/.exec(String(page.headers.link ?? ''))?.[1] ?? '/', 'http://host').searchParams.get(
        'cursor',
      ) ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

test('a preview has counts, its first rows and its first errors, and pages have all rows [14.import.22]', async () => {
  const preview = await uploadImport(api, admin, { kind: 'clients', bytes: buildClients(450) });
  expect(preview).toMatchObject({
    rowCounts: { new: 300, invalid: 150, unchanged: 0, skipped: 0 },
    created: 300,
    errorCount: 150,
    missingSignatureCodes: 300,
  });
  expect([preview.rows.length, preview.errors.length]).toEqual([20, 100]);
  const { id } = preview;
  const pages = await readPages(id, { limit: 200 });
  expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
    [200, 450],
    [200, 450],
    [50, 450],
  ]);
  expect(pages.flatMap(({ rows }) => rows.map(({ row }) => row))).toEqual(
    Array.from({ length: 450 }, (_, index) => index + 2),
  );
  expect(pages[0]?.rows.slice(0, 20)).toEqual(preview.rows);
  const invalid = await readPages(id, { state: 'invalid', limit: 100 });
  expect(invalid.map(({ rows, total }) => [rows.length, total])).toEqual([
    [100, 150],
    [50, 150],
  ]);
  expect(invalid.at(-1)?.rows.at(-1)).toMatchObject({
    row: 449,
    state: 'invalid',
    errors: [{ column: 'Units', message: 'Must be a number' }],
  });
  const refused = await api.call(admin, 'POST /api/imports/:id/commit', { params: { id } });
  expectError(refused, 409, 'import_has_errors');
  expect([refused.error?.message, refused.error?.issues?.length]).toEqual([
    'Nothing was added. Correct 150 cells first.',
    100,
  ]);
});

test('a cursor that no page returned is 400, and another business reads no rows [14.import.22]', async () => {
  const { id } = await uploadImport(api, admin, { kind: 'clients', bytes: buildClients(2) });
  const read = (token: string, query: PageQuery) =>
    api.call(token, 'GET /api/imports/:id/rows', { params: { id }, query });
  expectIssue(await read(admin, { cursor: 'x' }), { path: 'cursor', message: 'This cursor is not valid' });
  const neighbor = (await createBusiness(api)).admin.token;
  expectError(await read(neighbor, {}), 404, 'not_found');
});

test('answers about long cells stay under 1 MB, and the whole text is added [14.import.22]', async () => {
  const intake = 'Likes tea. '.repeat(400).trim();
  const bytes = buildCsv(
    HEADER.concat(Array.from({ length: 96 }, (_, nth) => `Unused ${nth}`)),
    ...Array.from({ length: 60 }, (_, nth) => [
      `C-${nth}`,
      'Bo Li',
      '40',
      intake,
      ...Array.from({ length: 96 }, () => '\u0001é"'.repeat(170)),
    ]),
  );
  const preview = await uploadImport(api, admin, { kind: 'clients', bytes });
  const { id, errors } = preview;
  expect([errors, JSON.stringify(preview).length < 1_000_000]).toEqual([[], true]);
  const pages = await readPages(id, { limit: 100 });
  expect(pages.flatMap(({ rows }) => rows)).toHaveLength(60);
  expect(Math.max(...pages.map(({ bytes: size }) => size))).toBeLessThan(1_000_000);
  expect(pages[0]?.rows[0]?.values[3]).toBe(`${intake.slice(0, 499)}…`);
  await api.ok(admin, 'POST /api/imports/:id/commit', { params: { id } });
  const [client] = await api.ok(admin, 'GET /api/clients');
  const { id: clientId } = client ?? { id: 0 };
  expect(await api.ok(admin, 'GET /api/clients/:id', { params: { id: clientId } })).toMatchObject({
    intakeInformation: intake,
  });
});

test('a preview is made again when the records that it was compared with have changed [14.import.23]', async () => {
  const bytes = buildCsv(['Client', 'Service'], ['C-1', 'Transitional Services']);
  const { id, errors } = await uploadImport(api, admin, { kind: 'authorizations', bytes });
  expect(errors).toEqual([{ row: 2, column: 'Client', message: 'Not found. Add it first.' }]);
  const client = await createClient(api, business, { companyName: 'C-1' });
  expect(await api.ok(admin, 'GET /api/imports/:id', { params: { id } })).toMatchObject({
    errors: [],
    created: 1,
  });
  expect(await readPages(id)).toMatchObject([{ rows: [{ row: 2, state: 'new', errors: [] }], total: 1 }]);
  await api.ok(admin, 'DELETE /api/clients/:id', { params: { id: client.id } });
  expectError(
    await api.call(admin, 'POST /api/imports/:id/commit', { params: { id } }),
    409,
    'import_has_errors',
  );
});
