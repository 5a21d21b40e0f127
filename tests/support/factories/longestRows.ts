/** Rows with the longest texts that requests may send, and more of each kind than one answer holds. */

import type { Api } from '#tests/support/helpers/api.ts';
import type { SeededBusiness } from './seededBusiness.ts';

/** More than two pages of slim rows. */
const ROWS = 800;
/** Of rows with long texts. */
const LONG_ROWS = 120;
/** Three bytes for each in UTF-8. */
const text = (length: number): string => '語'.repeat(length);
/** Of copies: another id, and text with the number of the copy. */
const ID = '1000000';

interface Copies {
  table: string;
  /** Condition on the row that is copied. */
  where: string;
  count?: number;
  /** New values; in strings, `@` stands for an id and `#` for the number of the copy. */
  values: Record<string, unknown>;
}

async function copyRow(api: Api, { table, where, count = ROWS, values }: Copies): Promise<void> {
  await api.sql(`alter table ${table} disable trigger user`);
  const copied = await api.sql(
    `insert into ${table} overriding system value
     select copied.* from (select * from ${table} where ${where} limit 1) as source,
       generate_series(1, ${count}) as number,
       lateral (select jsonb_object_agg(key, case jsonb_typeof(value)
         when 'string' then to_jsonb(replace(replace(value #>> '{}', '#', number::text), '@', (${ID} + number)::text))
         else value end) as changes from jsonb_each($1::jsonb)) as changed,
       lateral jsonb_populate_record(null::${table}, to_jsonb(source) || changes) as copied
     returning 1`,
    [JSON.stringify(values)],
  );
  await api.sql(`alter table ${table} enable trigger user`);
  if (copied.length !== count) throw new Error(`No row of ${table} was copied`);
}

const client = {
  company_name: `${text(250)}#`,
  contact_name: text(255),
  email: `${'e'.repeat(240)}@example.com`,
  phone: text(50),
  address: text(500),
  // A code is encrypted for its client.
  signature_code: null,
};
const person = {
  username: `${text(58)}#`,
  first_name: text(100),
  last_name: text(100),
  email: client.email,
  phone: text(50),
  position: text(100),
  department: text(100),
  bio: text(2_000),
  address: text(500),
};
const note = {
  title: text(255),
  content: text(2_000),
  research: text(1_500),
  summary: text(500),
  client_name: client.company_name,
  client_contact_name: text(255),
  capture_id: null,
  is_billed: false,
};
const rates = Array.from({ length: 100 }, (_, nth) => ({
  from: nth === 0 ? null : `20${String(nth).padStart(2, '0')}-01-01`,
  unitRate: '12345.6789',
}));

/** How many rows the lists have then that take more than one answer, by endpoint and field. */
export const LONG_LISTS: Partial<Record<string, Record<string, number>>> = {
  'GET /api/business-services': { rows: 193 },
  'GET /api/users': { rows: ROWS + 4 },
  'GET /api/employees': { rows: ROWS + 4 },
  'GET /api/clients': { rows: LONG_ROWS + 1 },
  'GET /api/clients/:id/services': { rows: 400 },
  'GET /api/clients/:id/assignments': { rows: LONG_ROWS + 1 },
  'GET /api/client-assignments': { rows: LONG_ROWS + 1 },
  'GET /api/client-assignments/:id': { rows: LONG_ROWS + 1 },
  'GET /api/drafts': { rows: LONG_ROWS + 1 },
  'GET /api/payroll/week': { people: ROWS + 4 },
  'GET /api/billing/open': { open: ROWS + 1 },
  'GET /api/invoices/:id': { notIncluded: ROWS + 1, lines: 0 },
  'GET /api/payers': { rows: ROWS + 1 },
  'GET /api/claim-batches/:id': { lines: ROWS + 1 },
  'GET /api/packets/clients': { rows: ROWS + 2 },
  'GET /api/management/last-visits': { rows: ROWS + 2 },
  'GET /api/announcements': { rows: 101 },
  'GET /api/notes/:id/versions': { rows: 101 },
};

export async function fillWithLongestRows(api: Api, seeded: SeededBusiness): Promise<void> {
  await copyPeople(api, seeded);
  await copyRecords(api, seeded);
  await copyVisits(api, seeded);
}

const createCopy =
  (api: Api, { business }: SeededBusiness) =>
  (table: string, where: string, values: Record<string, unknown>, count?: number) =>
    copyRow(api, {
      table,
      where: `business_id = ${business.id} and ${where}`,
      values,
      ...(count && { count }),
    });

async function copyPeople(api: Api, seeded: SeededBusiness): Promise<void> {
  const { ids, employee } = seeded;
  const copy = createCopy(api, seeded);
  const ofClient = `client_id = ${ids.client}`;
  await copy('clients', `id = ${ids.client}`, { id: '@', ...client });
  await api.sql(`update clients set intake_information = $1 where id <= ${ID} + ${LONG_ROWS}`, [text(5_000)]);
  await copy('client_units', ofClient, { client_id: '@' });
  await copy('users', `id = ${employee.id}`, { id: '@', ...person });
}

/** Clients' and the business's records. */
async function copyRecords(api: Api, seeded: SeededBusiness): Promise<void> {
  const { ids } = seeded;
  const copy = createCopy(api, seeded);
  const ofClient = `client_id = ${ids.client}`;
  const assignment = { role: text(50), notes: text(2_000) };
  await copy('client_assignments', ofClient, { id: '@', client_id: '@', ...assignment }, LONG_ROWS);
  await copy('client_assignments', ofClient, { id: '2@', employee_id: '@', ...assignment }, LONG_ROWS);
  const authorization = {
    service_name: text(255),
    service_description: text(2_000),
    notes: text(2_000),
    rates,
  };
  await copy('client_services', ofClient, { id: '@', ...authorization, reference: text(100) }, 399);
  const description = text(2_000);
  await copy('documents', ofClient, { id: '@', original_name: text(255), description }, LONG_ROWS);
  await copy('business_resources', 'true', { id: '@', title: text(255), description }, LONG_ROWS);
  const { content, research, summary } = note;
  const draft = { id: '@', draft_name: text(255), content, research, summary };
  await copy('note_drafts', `id = ${ids.draft}`, draft, LONG_ROWS);
  await copy('payers', `id = ${ids.payer}`, { id: '@', name: `${text(250)}#` });
  const service = { id: '@', key: 'k-#', name: text(80), position: '#', description, rates };
  await copy('services', `id = ${ids.businessService}`, service, 190);
  await copy('announcements', 'true', { id: '@', content: text(10_000) }, 100);
  await copy('messages', `id = ${ids.message}`, { id: '@', content: text(10_000) }, 100);
}

/** Approved notes of all clients and of one, its claim batch and its invoice. */
async function copyVisits(api: Api, seeded: SeededBusiness): Promise<void> {
  const { ids, business, manager } = seeded;
  const copy = createCopy(api, seeded);
  const approved = `id = ${ids.claimedNote}`;
  const created_at = new Date().toISOString();
  await copy('notes', approved, { id: '@', ...note, client_id: '@', author_id: '@', created_at });
  await copy('notes', approved, { id: '2@', ...note, client_id: ids.client });
  await copy('note_versions', `note_id = ${ids.note}`, { version: '1#', canonical: text(6_000) }, 100);
  await copy('claim_lines', `note_id = ${ids.claimedNote}`, { note_id: '2@' });
  await api.sql(`update claim_lines set content = content || $1`, [
    JSON.stringify({
      client: text(500),
      serviceName: text(80),
      employee: text(200),
      authorization: text(100),
    }),
  ]);
  await api.sql(`update clients set contact_name = $1, company_name = $1 where id = ${ids.client}`, [
    text(255),
  ]);
  await api.sql(`update services set name = $1 where business_id = ${business.id} and position < 3`, [
    text(80),
  ]);
  const body = { clientId: ids.client, from: '2026-03-01', to: '2026-03-31' };
  ids.invoice = (await api.ok(manager.token, 'POST /api/invoices', { body })).id;
}
