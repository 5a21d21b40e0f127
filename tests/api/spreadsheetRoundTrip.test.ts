/** Values of any form go through our CSV and XLSX files, and come back as they were. */

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Sheet } from '#platform/server/sheet.ts';
import { csvOf, xlsxOf } from '#platform/server/spreadsheet.ts';
import { AUTHORIZATION_STATUSES } from '#features/clients/authorizationContract.ts';
import type { ImportKind } from '#features/imports/contract.ts';
import { matchColumns } from '#features/imports/server/fields.ts';
import { AUTHORIZATION_RULES, ROUNDING_RULES } from '#features/services/contract.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createCompleteBusiness } from '#tests/support/factories/completeBusiness.ts';
import { uploadImport } from '#tests/support/factories/imports.ts';
import { useApi, type Api } from '#tests/support/helpers/api.ts';
import { exportArchive } from '#tests/support/helpers/exports.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { readZip } from '#tests/support/helpers/zip.ts';

const api = useApi();
/** Another installation, because usernames are unique in one. */
const other = useApi();
const SEED = Number(process.env['SEED'] ?? Date.now());

/** Characters that spreadsheets, CSV and XML treat specially, and ordinary texts. */
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
  const [csv, xlsx] = [await csvOf(sheet), await xlsxOf(sheet)];
  const fromCsv = await addClients(csv);
  expect(await listValues(fromCsv)).toEqual(values);
  const fromXlsx = await addClients(xlsx);
  expect(await listValues(fromXlsx)).toEqual(values);
  const archive = await readZip(await exportArchive(api, fromXlsx));
  const exported = archive.get('csv/clients.csv') ?? Buffer.alloc(0);
  expect(await listValues(await addClients(exported))).toEqual(values);
  // Importing into the same business changes nothing: external ids and names are the same.
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

/** In the order in which they refer to one another. */
const KINDS: readonly ImportKind[] = ['people', 'clients', 'services', 'authorizations', 'assignments'];

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3, nil: null });
const decimals = (count: number) =>
  fc.integer({ min: 0, max: 999_999 }).map((number) => (number / 10 ** count).toFixed(count));
const day = fc
  .integer({ min: 0, max: 700 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
const rates = fc
  .uniqueArray(fc.record({ from: orNull(day), unitRate: orNull(decimals(4)) }), {
    selector: ({ from }) => from,
    maxLength: 4,
  })
  .map((all) => (all.every(({ unitRate }) => unitRate === null) ? [] : all));
const shortText = text.map((value) => value.slice(0, 20));

/** Records with any values, of every kind that is imported. */
const records = {
  person: fc.record({
    firstName: shortText,
    lastName: shortText,
    email: orNull(fc.constantFrom('ana@example.com', "o'neil@example.org")),
    phone: orNull(shortText),
    position: orNull(shortText),
    department: orNull(shortText),
    role: fc.constantFrom('employee', 'manager'),
  }),
  profile: fc.record({ address: orNull(text), status: fc.constantFrom('active', 'on_leave', 'inactive') }),
  client: fc.record({
    contactName: text,
    phone: orNull(shortText),
    address: orNull(text),
    intakeInformation: orNull(text),
    totalTimeUnits: decimals(2),
    unitRate: orNull(decimals(2)),
    status: fc.constantFrom('active', 'inactive'),
    language: fc.constantFrom('en', 'es'),
  }),
  service: fc.record({
    code: orNull(shortText),
    modifiers: orNull(shortText),
    description: orNull(text),
    rates,
    rounding: fc.constantFrom(...ROUNDING_RULES),
    authorizationRequired: fc.constantFrom(...AUTHORIZATION_RULES),
  }),
  authorization: fc.record({
    status: fc.constantFrom(...AUTHORIZATION_STATUSES),
    startDate: orNull(day),
    unitsAuthorized: orNull(decimals(2)),
    unitsPerWeek: orNull(decimals(2)),
    payer: orNull(fc.constantFrom('Medicaid', 'Blue Cross; North', '=Payer')),
    payerClientId: orNull(shortText),
    rates,
    notes: orNull(text),
  }),
  assignment: fc.record({
    role: shortText,
    status: fc.constantFrom('active', 'inactive'),
    notes: orNull(text),
  }),
};

const sample = <T>(values: fc.Arbitrary<T>) => fc.sample(values, { numRuns: 20, seed: SEED });

/** A business with 20 records of each kind. */
async function createAnyRecords() {
  const { admin } = await createBusiness(api, { plan: 'professional' });
  const { token } = admin;
  const profiles = sample(records.profile);
  const people: number[] = [];
  for (const [index, body] of sample(records.person).entries()) {
    const { id } = await api.ok(token, 'POST /api/employees', {
      body: { ...body, username: `round.trip.${index}`, password: 'long enough' },
    });
    people.push(id);
  }
  const services: string[] = [];
  for (const [index, body] of sample(records.service).entries()) {
    const { key } = await api.ok(token, 'POST /api/business-services', {
      body: { ...body, name: `Care ${index}`, key: `care-${index * 7}` },
    });
    services.push(key);
  }
  const authorizations = sample(records.authorization);
  const assignments = sample(records.assignment);
  for (const [index, body] of sample(records.client).entries()) {
    const { id } = await api.ok(token, 'POST /api/clients', { body: { ...body, companyName: `'+${index}` } });
    await api.ok(token, 'POST /api/clients/:id/services', {
      params: { id },
      body: { ...authorizations[index], category: services[index], reference: `00${index}` },
    });
    // An import refuses to assign an inactive employee, as the form does.
    if (profiles[index]?.status === 'inactive') continue;
    await api.ok(token, 'POST /api/clients/:id/assignments', {
      params: { id },
      body: { ...assignments[index], employeeId: people[index] },
    });
  }
  for (const [index, id] of people.entries())
    await api.ok(token, 'PUT /api/users/:id/profile', { params: { id }, body: profiles[index] });
  return token;
}

const readFiles = async (on: Api, token: string): Promise<ReadonlyMap<string, Buffer>> =>
  readZip(await exportArchive(on, token));

/** The columns of a CSV file that the import reads, without the person who imports. */
function readImported(kind: ImportKind, files: ReadonlyMap<string, Buffer>): Record<string, string>[] {
  const rows = parse<Record<string, string>>(files.get(`csv/${kind}.csv`) ?? '', {
    bom: true,
    columns: true,
  });
  const header = Object.keys(rows[0] ?? {});
  const names = matchColumns(kind, header).flatMap(({ name, field }) => (field === null ? [] : [name]));
  return rows
    .filter((row) => kind !== 'people' || row['Role'] !== 'admin')
    .map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? ''])));
}

test(`the exported records of any business come into an empty one as they were (seed ${SEED}) [14.import.9]`, async () => {
  const exported = await readFiles(api, await createAnyRecords());
  const { admin } = await createBusiness(other, { plan: 'professional' });
  for (const kind of KINDS) {
    const bytes = exported.get(`csv/${kind}.csv`) ?? Buffer.alloc(0);
    const { id, errors } = await uploadImport(other, admin.token, { kind, bytes });
    expect({ kind, errors }).toEqual({ kind, errors: [] });
    await other.ok(admin.token, 'POST /api/imports/:id/commit', { params: { id } });
  }
  const again = await readFiles(other, admin.token);
  for (const kind of KINDS) {
    const before = readImported(kind, exported);
    expect(before.length).toBeGreaterThan(0);
    expect({ kind, rows: readImported(kind, again) }).toEqual({ kind, rows: before });
  }
}, 60_000);
