/** Values of any form go through our CSV and XLSX files, and come back as they were. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvOf, xlsxOf, type Sheet } from '#platform/server/spreadsheet.ts';
import type { ImportKind } from '#features/imports/contract.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createCompleteBusiness } from '#tests/support/factories/completeBusiness.ts';
import { uploadImport } from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { exportArchive } from '#tests/support/helpers/exports.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { readZip } from '#tests/support/helpers/zip.ts';

const api = useApi();
const SEED = Number(process.env['SEED'] ?? Date.now());

/** What spreadsheets, CSV and XML treat in a way of their own, and what people write. */
const PIECES = [
  [
    '=',
    '+',
    '-',
    '@',
    `'`,
    `''`,
    '"',
    '""',
    ',',
    ';',
    '\t',
    '|',
    '\uFF1D',
    '\uFF0B',
    '%',
    '$',
    '&',
    '<b>',
    ']]>',
  ],
  [
    '\n',
    '\r',
    '\r\n',
    ' ',
    '\u00A0',
    '_x000D_',
    '_x0041_',
    '_x005F_',
    '\u0001',
    '\u200F',
    '\u202B',
    '\uFEFF',
  ],
  ['A1', 'SUM(1)', '1', '007', '1,5', '1E5', '12:30', '3/4/2026', '2026-03-04', 'TRUE', 'sep=;', '#1'],
  [
    'Ana',
    'Müller',
    'e\u0301',
    'מרים',
    'عائشة',
    '李',
    '𠮷田',
    'क्षि',
    '- after lunch',
    '+1 555 0104',
    `cmd|' /C calc'!A0`,
  ],
].flat();

const text = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join('').trim())
  // Marks alone are blank.
  .filter((value) => /[^\s\p{Cf}]/u.test(value));

/** Of the status, because plans limit active clients. */
const COLUMNS = ['External ID', 'Client ID', 'Contact name', 'Phone', 'Address', 'Status'];

/** 200 clients with five values each, whose names differ. */
const rows = fc
  .sample(fc.tuple(text, text, text, text, text), { numRuns: 200, seed: SEED })
  .map(([id, name, ...values], index) => [`${id}#${index}`, `${name}#${index}`, ...values, 'Inactive']);

const sheet: Sheet = {
  name: 'Clients',
  columns: COLUMNS.map((header) => ({ header, width: 20 })),
  rows,
};

const upload = (token: string, bytes: Buffer) => uploadImport(api, token, { kind: 'clients', bytes });

/** Adds the clients of a file to a new business. */
async function addClients(bytes: Buffer) {
  const { admin } = await createBusiness(api);
  const { id, errors } = await upload(admin.token, bytes);
  expect(errors).toEqual([]);
  const counts = await api.ok(admin.token, 'POST /api/imports/:id/commit', { params: { id } });
  expect(counts).toEqual({ created: rows.length, unchanged: 0 });
  return admin.token;
}

/** The values of the clients, without external ids. */
async function listValues(token: string) {
  const clients = await api.ok(token, 'GET /api/clients');
  return clients
    .toSorted((one, other) => one.id - other.id)
    .map((one) => [one.companyName, one.contactName, one.phone, one.address]);
}

async function expectUnchanged(token: string, bytes: Buffer) {
  const { errors, created, unchanged } = await upload(token, bytes);
  expect({ errors, created, unchanged }).toEqual({ errors: [], created: 0, unchanged: rows.length });
}

test(`1,000 values come back from CSV, from XLSX and from the export of the business (seed ${SEED}) [14.import.9]`, async () => {
  const values = rows.map((row) => row.slice(1, -1));
  const [csv, xlsx] = [csvOf(sheet), await xlsxOf(sheet)];
  const fromCsv = await addClients(csv);
  expect(await listValues(fromCsv)).toEqual(values);
  const fromXlsx = await addClients(xlsx);
  expect(await listValues(fromXlsx)).toEqual(values);
  const archive = await readZip(await exportArchive(api, fromXlsx));
  const exported = archive.get('csv/clients.csv') ?? Buffer.alloc(0);
  expect(await listValues(await addClients(exported))).toEqual(values);
  // What comes back to its own business changes nothing: external ids and names are the same.
  for (const file of [csv, xlsx, exported]) {
    await expectUnchanged(fromCsv, file);
    await expectUnchanged(fromXlsx, file);
  }
}, 60_000);

describe('the CSV files in the export of a business change nothing in it [14.import.9]:', () => {
  /** A business with records of every kind, and its export. */
  const complete = setUpOnce(async () => {
    const { business } = await createCompleteBusiness(api);
    return { business, entries: await readZip(await exportArchive(api, business.admin.token)) };
  });

  test.each<ImportKind>(['people', 'clients', 'services', 'authorizations', 'assignments'])(
    '%s',
    async (kind) => {
      const bytes = complete.entries.get(`csv/${kind}.csv`) ?? Buffer.alloc(0);
      const { token } = complete.business.admin;
      const { rows: previews, errors } = await uploadImport(api, token, { kind, bytes });
      expect(errors).toEqual([]);
      expect(previews.length).toBeGreaterThan(0);
      expect(new Set(previews.map(({ state }) => state))).toEqual(new Set(['unchanged']));
    },
  );
});
