/** No answer exceeds 1 MB, with the longest texts and more rows than a page has; the rest follows on further pages. */

import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { clientsContract } from '#features/clients/contract.ts';
import type { invoicesContract } from '#features/invoices/contract.ts';
import { buildRequest, listEndpoints, listReads } from '#tests/support/factories/endpointRequests.ts';
import { fillWithLongestRows, LONG_LISTS } from '#tests/support/factories/longestRows.ts';
import {
  createSeededBusiness,
  getCaller,
  type SeededBusiness,
} from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';

const MAX_BYTES = 1_000_000;

/** Lists in answers that are not sent in pages or parts, with why they stay short. The rows of all together fit into 1 MB. */
const SHORT_LISTS: Record<string, string> = {
  'GET /api/auth/sessions': '20 sessions of a user',
  'GET /api/users/:id/sessions': '20 sessions of a user',
  'GET /api/exports': 'the last 20',
  'GET /api/notes/:id/changes': 'the fields of a note',
  'POST /api/notes/:id/dispute/resolve': 'the disputes of a note: 5 of its client, one with each version',
  'POST /api/management/notes/approve-many': 'the notes of the request',
  'PUT /api/business-services/order': '200 services',
  accounts: '400 authorizations of a client',
  checks: 'one for each kind of check',
  choices: 'of columns of a preview, which has 100 kB',
  clientIds: '5,000 clients of an invoice, ids only',
  columns: '14 columns of a claim file, 100 of a sheet',
  changedNoteIds: '5,000 visits of an invoice, ids only',
  cells: 'of a preview, which has 100 kB',
  details: 'the values of an entry of the audit log',
  detail: 'the values in the message of a check',
  disputes: '10 of a note',
  errors: 'the first 100 of a preview',
  excludedNoteIds: '5,000 visits of an invoice, ids only',
  fieldComments: 'one for each field of a note',
  fields: 'the columns of a kind of import',
  firstRows: 'of a sheet in a preview, which has 100 kB',
  formats: 'two',
  gaps: 'one for each kind of gap',
  agingInOtherCurrencies: 'one for each currency',
  highlights: 'of the texts of a note',
  masked: 'two names of fields',
  missing: 'four kinds of rows',
  months: 'of the days that a report covers, from 2000 to 2099',
  noteIds: 'the 5,000 visits of an invoice, ids only',
  notes: 'of columns of a preview',
  notIncluded: 'the first 200 visits that a new claim batch leaves out',
  options: 'the values of a field in a preview',
  otherLines: '50 of an invoice',
  overlaps: '10 of a note',
  overtimeLimits: 'one for each day on which it was changed',
  pairs: '50 of a packet',
  parts: 'of the texts of a note',
  points: 'one for each day on which a balance changed, 45 bytes each',
  ranges: 'of a text of a note',
  rates: '100 of a service',
  reasons: 'one for each reason',
  recoveryCodes: 'ten',
  relatedNoteIds: '50 for each kind of check',
  rowCounts: 'one for each state',
  rows: '50 open disputes, 200 visits with gaps, the first 20 rows of a preview',
  sentBackFor: 'one for each kind of check',
  sheets: 'the sheets of a file, in a preview',
  skills: 'no request writes them',
  skippedRows: 'the first of a preview',
  steps: 'of the calculation of units',
  tags: '20 of a note',
  timeZones: 'one for each day on which it was changed',
  unprintable: '100 of a file',
  values: 'of a row of a preview, which has 100 kB',
  weekMinutes: 'of eight weeks',
  weekStarts: 'one for each day on which it was changed',
  weeks: 'eight',
};

interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  valueType?: Schema;
  innerType?: Schema;
  out?: Schema;
  options?: Schema[];
}
interface Schema {
  _zod: { def: Definition };
}

/** The names of all lists in a schema; a list in a list has the name of its field. */
function listNames(schema: Schema, name: string): string[] {
  const { type, shape, element, valueType, innerType, out, options } = schema._zod.def;
  const inner = [element, valueType, innerType, out, ...(options ?? [])].flatMap((one) =>
    one ? listNames(one, name) : [],
  );
  const fields = Object.entries(shape ?? {}).flatMap(([field, one]) => listNames(one, field));
  return [...(type === 'array' || type === 'record' ? [name] : []), ...inner, ...fields];
}

/** The lists that an answer has whole; an answer that is a list has the name of its endpoint. */
function listUnpaged(name: string, { paged, parts, response }: Endpoint): string[] {
  const names = new Set(listNames(response as unknown as Schema, name));
  if (paged || parts?.fields.length === 0) names.delete(name);
  for (const field of parts?.fields ?? []) names.delete(field);
  return [...names];
}

test('each list of an answer is sent in pages or parts, or stays short [16.answers.2]', () => {
  const answering = listEndpoints(({ raw, response }) => response !== null && !raw);
  const names = answering.flatMap(({ name, endpoint }) => listUnpaged(name, endpoint));
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(SHORT_LISTS).toSorted());
  for (const { name, endpoint } of answering.filter(
    (one) => one.endpoint.parts && one.name.startsWith('GET'),
  ))
    expect([name, Object.keys(endpoint.query?.shape ?? {})]).toEqual([
      name,
      expect.arrayContaining(['cursor']),
    ]);
});

const api = useApi({ RATE_LIMITS: 'off' });
const isRaw = (name: string): boolean =>
  listEndpoints(({ raw }, one) => raw === true && one === name).length > 0;
const reads = listReads('kitchen').filter(({ name }) => !isRaw(name));

describe('with the longest rows', () => {
  let seeded: SeededBusiness;
  beforeAll(async () => {
    seeded = await createSeededBusiness(api);
    await fillWithLongestRows(api, seeded);
  });

  /** Reads an answer and, if wanted, what follows it. @returns the lists, joined, and the sizes in bytes */
  async function readParts({ name, access, query }: (typeof reads)[number], isWhole: boolean) {
    const { token } = getCaller(seeded, access);
    const lists: Record<string, unknown[]> = {};
    const sizes: number[] = [];
    let request: Parameters<typeof api.send>[1] | null = { ...buildRequest(name, seeded.ids), query };
    while (request !== null) {
      const { body, error, headers } = await api.send(token, request);
      expect([name, error]).toEqual([name, null]);
      sizes.push(Number(headers['content-length']));
      for (const [field, rows] of Object.entries(Array.isArray(body) ? { rows: body } : (body ?? {})))
        if (Array.isArray(rows)) lists[field] = [...(lists[field] ?? []), ...(rows as unknown[])];
      const url = /<([^>]+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1];
      request = isWhole && url !== undefined ? { method: 'GET', url } : null;
    }
    return { lists, sizes };
  }

  test.each(reads)('$name $query answers at most 1 MB [16.answers.1]', async (read) => {
    const counts = LONG_LISTS[read.name];
    const { lists, sizes } = await readParts(read, counts !== undefined);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_BYTES);
    expect(sizes.length).toBeGreaterThan(counts ? 1 : 0);
    for (const [field, count] of Object.entries(counts ?? {})) {
      const rows = (lists[field] ?? []).map((row) => JSON.stringify(row));
      expect([field, rows.length, new Set(rows).size]).toEqual([field, count, count]);
    }
  });

  test('the client of the web app joins all pages of a list, and the parts of an invoice [16.answers.1]', async () => {
    const { token } = seeded.manager;
    // Functions of a browser that the module needs.
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('localStorage', { getItem: () => null });
    vi.stubGlobal('document', { querySelector: () => null });
    vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
      headers.set('authorization', `Bearer ${token}`);
      const answer = await api.server.app.inject({
        method: 'GET',
        url,
        headers: Object.fromEntries(headers),
      });
      return new Response(answer.payload, {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
      });
    });
    const { client } = await import('#platform/web/api.ts');
    const clients = await client<typeof clientsContract>()('GET /api/clients', {
      query: { status: 'active' },
    });
    expect(new Set(clients.map(({ id }) => id)).size).toBe(LONG_LISTS['GET /api/packets/clients']?.['rows']);
    const params = { id: seeded.ids.invoice };
    const invoice = await client<typeof invoicesContract>()('GET /api/invoices/:id', { params, query: {} });
    expect(invoice.notIncluded).toHaveLength(LONG_LISTS['GET /api/invoices/:id']?.['notIncluded'] ?? 0);
    expect(invoice.clientIds).toEqual([seeded.ids.client]);
    vi.unstubAllGlobals();
  });

  test('a client with 400 authorizations gets no other one [16.answers.3]', async () => {
    const parts = { params: { id: seeded.ids.client }, body: { serviceName: 'Care' } };
    const answer = await api.call(seeded.manager.token, 'POST /api/clients/:id/services', parts);
    expectError(answer, 409, 'too_many_authorizations');
  });
});
