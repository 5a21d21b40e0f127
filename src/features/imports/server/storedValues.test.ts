/** The preview of each field of each kind has what is stored, byte for byte; numbers and identifiers keep their form. */

import { beforeEach, expect, test } from 'vitest';
import type { ImportKind } from '#features/imports/contract.ts';
import type { Rate } from '#features/services/rateContract.ts';
import { formatRates } from '#features/services/ratesTextRules.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCsv, importRows, uploadImport } from '#tests/support/factories/imports.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { importFields } from './fields.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
let username: string;
beforeEach(async () => {
  admin = business.admin.token;
  username = business.admin.username;
  await importRows(api, admin, {
    kind: 'services',
    rows: [
      ['Name', 'Code'],
      ['Bathing', 'T1019'],
    ],
  });
  await importRows(api, admin, {
    kind: 'clients',
    rows: [
      ['External ID', 'Client ID', 'Contact name'],
      ['k1', 'C-1', 'Ana'],
    ],
  });
});

/** The fields of a record of the API, under the names that imports have for them. */
type Stored = Record<string, unknown>;

const readLast = async (kind: ImportKind): Promise<Stored> => {
  const latest = <Row extends { id: number }>(rows: readonly Row[]) =>
    rows.toSorted((one, other) => other.id - one.id)[0] as Stored | undefined;
  const clients = await api.ok(admin, 'GET /api/clients');
  const params = { id: clients.find(({ companyName }) => companyName === 'C-1')?.id ?? 0 };
  const records = {
    people: async () => latest(await api.ok(admin, 'GET /api/employees')),
    clients: async () => {
      const newest = { id: latest(clients)?.['id'] as number };
      return (await api.ok(admin, 'GET /api/clients/:id', { params: newest })) as Stored;
    },
    services: async () => {
      const row = latest(await api.ok(admin, 'GET /api/business-services'));
      return { ...row, unitRate: formatRates(row?.['rates'] as Rate[]) };
    },
    authorizations: async () => {
      const row = latest(await api.ok(admin, 'GET /api/clients/:id/services', { params }));
      return { ...row, client: 'C-1', service: row?.['serviceName'] };
    },
    assignments: async () => {
      const row = latest(await api.ok(admin, 'GET /api/clients/:id/assignments', { params }));
      return { ...row, client: 'C-1', employee: (row?.['employee'] as Stored | undefined)?.['username'] };
    },
  };
  const [external] = await api.sql<{ key: string }>(
    'select external_id as key from external_ids where business_id = $1 and kind = $2 order by record_id desc limit 1',
    [business.id, kind],
  );
  return { ...(await records[kind]()), externalId: external?.key ?? null };
};

/** Rows with a value for each field that its record stores in another form than the file has. */
const ROWS: Record<ImportKind, () => Record<string, string>> = {
  people: () => ({
    externalId: '\u00a00012345678\u200b',
    username: `${uniqueName('ana')}ﬁ`,
    firstName: '  Ana ',
    lastName: 'Ruiz\u00a0',
    email: 'Ana@Example.com',
    phone: '+1 555 0104',
    position: ' Aide',
    department: '\ufeffNorth',
    role: 'MANAGER',
    status: 'On Leave',
    address: ' 2 Main Street',
  }),
  clients: () => ({
    externalId: '00077',
    companyName: ' C-2\u200e',
    contactName: '=not a formula',
    email: 'bo@example.com',
    phone: '(555) 010-4000',
    address: '1 Main Street\nApt. 2',
    signatureCode: '0047',
    totalTimeUnits: '1,234.5',
    unitRate: '$16.35',
    status: 'INACTIVE',
    language: 'spanish',
    intakeInformation: '- after lunch',
  }),
  services: () => ({
    externalId: '1E5',
    name: ' Companion  care ',
    key: '',
    code: '00120',
    modifiers: 'U1 HQ',
    description: '2/3',
    unitRate: '5; FROM 2026-07-01:  6.125;from 2026-09-01: none',
    rounding: '8-Minute Rule',
    authorizationRequired: 'WAHR',
  }),
  authorizations: () => ({
    externalId: '9',
    client: 'k1',
    service: 't1019',
    startDate: '4-Mar-26',
    expiryDate: '31.12.2026',
    unitsAuthorized: '120:30',
    unitsPerWeek: '10 h',
    unitsPerMonth: '1 000',
    payer: 'MEDICAID',
    payerClientId: '12345678901234567',
    reference: '00012',
    unitRate: '7.5',
    status: 'expired',
    notes: '1/2',
  }),
  assignments: () => ({
    client: 'c-1',
    employee: username.toUpperCase(),
    status: 'INACTIVE',
    role: 'primary ',
    notes: '\tx',
  }),
};

test.each(Object.keys(importFields) as ImportKind[])(
  'the preview of %s has what is stored for each field [14.import.17]',
  async (kind) => {
    // A payer of this name has another case.
    await api.ok(admin, 'POST /api/payers', { body: { name: 'Medicaid' } });
    const row = ROWS[kind]();
    expect(Object.keys(row)).toEqual(importFields[kind].map(({ name }) => name));
    const escaped = Object.values(row).map((text) => (text.startsWith('=') ? `'${text}` : text));
    const bytes = buildCsv(Object.keys(row), escaped);
    const { id, errors, rows, columns } = await uploadImport(api, admin, { kind, bytes });
    expect([errors, columns.map(({ field }) => field)]).toEqual([[], Object.keys(row)]);
    const values = rows[0]?.values ?? [];
    await api.ok(admin, 'POST /api/imports/:id/commit', { params: { id } });
    const stored = await readLast(kind);
    expect(Object.fromEntries(columns.map(({ name }, index) => [name, values[index]]))).toEqual(
      Object.fromEntries(Object.keys(row).map((name) => [name, stored[name]])),
    );
  },
);
