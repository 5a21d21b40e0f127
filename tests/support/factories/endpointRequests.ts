/** Requests of every endpoint, so that tests can walk the whole API. A new endpoint needs an entry in these tables. */

import type { Endpoint } from '#platform/contract/endpoint.ts';
import { features } from '#app/contract.ts';
import { buildAddress } from '#tests/support/helpers/api.ts';
import { buildCapture } from './captures.ts';
import { buildClientForm } from './clients.ts';
import { buildPng, buildUploadForm } from './files.ts';
import { buildMessageForm } from './messages.ts';
import { buildNoteForm } from './notes.ts';
import { CARD } from './payments.ts';
import { buildEmployeeForm } from './people.ts';
import type { Ids, RowKind } from './seededBusiness.ts';
import { uniqueName } from './unique.ts';

export interface NamedEndpoint {
  name: string;
  endpoint: Endpoint;
}

/** These send their input in a body, but write nothing. */
export const PREVIEWS = [
  'POST /api/units/preview',
  'POST /api/business-services/:id/rates/preview',
  'POST /api/services/:id/rates/preview',
];

/** The response of this endpoint does not end. */
export const EVENT_STREAM = 'GET /api/events';

/** The endpoints of the product that the filter accepts. */
export const listEndpoints = (filter: (endpoint: Endpoint, name: string) => boolean): NamedEndpoint[] =>
  features
    .flatMap(({ contract }) => Object.entries(contract))
    .filter(([name, endpoint]) => filter(endpoint, name))
    .map(([name, endpoint]) => ({ name, endpoint }));

/** Kinds of rows that parameters of addresses name; the first match counts. */
const ROW_KINDS: [address: RegExp, thing: RowKind][] = [
  [/^\/api\/(auth\/)?sessions\/:id/, 'session'],
  [/^\/api\/businesses\/:id/, 'business'],
  [/^\/api\/(users|employees|client-assignments)\/:(id|employeeId)$/, 'person'],
  // Ends the person's sessions, with which the other calls are made.
  [/^\/api\/users\/:id\/(reset-password|sessions)$/, 'newcomer'],
  [/^\/api\/(users|employees)\/:id/, 'person'],
  [/^\/api\/clients\/:(id|clientId)/, 'client'],
  [/^\/api\/assignments\/:id/, 'assignment'],
  [/^\/api\/business-services\/:id/, 'businessService'],
  [/^\/api\/services\/:id/, 'service'],
  [/^\/api\/documents\/:id/, 'document'],
  [/^\/api\/business-resources\/:id/, 'resource'],
  [/^\/api\/announcements\/:id/, 'announcement'],
  [/^\/api\/(management\/)?notes\/:id/, 'note'],
  // Its token is one of `PARAMS`, which leads to no receipt.
  [/^\/api\/receipts\/:token/, 'note'],
  [/^\/api\/drafts\/:id/, 'draft'],
  [/^\/api\/invoices\/:id/, 'invoice'],
  [/^\/api\/payers\/:id/, 'payer'],
  [/^\/api\/claim-batches\/:id/, 'claimBatch'],
  [/^\/api\/messages\/:id/, 'message'],
  [/^\/api\/imports\/:id/, 'import'],
  [/^\/api\/exports\/:id/, 'export'],
  [/^\/api\/packets\/:id/, 'packet'],
];

/** @throws when the address is not in the table */
export function getRowKind(name: string): RowKind {
  const [method = '', address = ''] = name.split(' ');
  // The same address lists a person's assignments and removes one assignment.
  if (method === 'DELETE' && address === '/api/client-assignments/:id') return 'assignment';
  const row = ROW_KINDS.find(([pattern]) => pattern.test(address));
  if (!row) throw new Error(`ROW_KINDS does not contain the address of ${name}`);
  return row[1];
}

const RATES = [{ from: '2026-03-01', unitRate: '6.8725' }];

/** Valid bodies that tests build, with unique names, files or signatures; other endpoints carry an example. */
const BUILT_BODIES: Record<string, (ids: Ids) => object> = {
  'POST /api/employees': () => buildEmployeeForm(),
  'POST /api/clients': () => buildClientForm(),
  'POST /api/notes': ({ client, draft }) => buildNoteForm(client, { draftId: draft }),
  'PUT /api/notes/:id': ({ client, draft }) => buildNoteForm(client, { draftId: draft }),
  'POST /api/messages': ({ colleague, message }) => buildMessageForm(colleague, { parentMessageId: message }),
  'POST /api/payments/sandbox/card': () => CARD,
  'POST /api/payers': () => ({ name: uniqueName('Payer') }),
};

const REPRESENTATIVE = { kind: 'representative', name: 'Ana Ruiz', relation: 'Sister', typed: 'Ana Ruiz' };
/** A signed note with a clock, and one that no one signs or that is disputed. */
const NESTED_NOTES = [
  {
    clock: { startedAt: '2026-03-02T15:00:00.000Z', endedAt: '2026-03-02T17:00:00.000Z' },
    signer: REPRESENTATIVE,
  },
  {
    signer: { kind: 'none', reason: 'Asleep' },
    clientSignature: undefined,
    clientSignatureCode: undefined,
  },
  {
    dispute: { reason: 'other', text: 'Left early' },
    clientSignature: undefined,
    clientSignatureCode: undefined,
  },
];

/** Fields with objects and arrays, which the bodies above leave out; several where they exclude each other. */
const NESTED_FIELDS: Record<string, (ids: Ids) => object[]> = {
  'POST /api/business-services': () => [{ rates: RATES }],
  'PUT /api/business-services/:id': () => [{ rates: RATES }],
  'POST /api/clients/:id/services': () => [{ serviceName: undefined, category: 'sustaining', rates: RATES }],
  'PUT /api/services/:id': () => [{ rates: RATES }],
  'PUT /api/imports/:id/mapping': () => [
    { answers: { Phone: { dateOrder: 'month-first', decimalSeparator: 'point', amountUnit: 'units' } } },
  ],
  'POST /api/drafts': () => NESTED_NOTES,
  'PUT /api/drafts/:id': () => NESTED_NOTES,
  'POST /api/notes': () => [{ tags: ['home'], capture: buildCapture() }, ...NESTED_NOTES],
  'PUT /api/notes/:id': () => [{ tags: ['home'] }, ...NESTED_NOTES],
  'POST /api/notes/:id/dispute/resolve': () => [{ disputeIds: [1] }],
  'POST /api/notes/:id/checks/:code/explain': ({ note }) => [{ relatedNoteIds: [note] }],
  'PATCH /api/notes/:id/review': () => [
    {
      action: 'return',
      comment: 'Again, please.',
      reason: undefined,
      fieldComments: { summary: 'Too short.' },
    },
  ],
  'POST /api/invoices': ({ client }) => [{ clientId: undefined, payer: 'County', clientIds: [client] }],
  'PUT /api/invoices/:id': ({ note }) => [
    { otherLines: [{ description: 'Mileage', quantity: '2', rate: '0.50' }], excludedNoteIds: [note] },
  ],
  'POST /api/payers': () => [{ columns: ['date'] }],
  'POST /api/claim-batches': ({ client }) => [{ clientIds: [client] }],
  'POST /api/packets': () => [
    { pairs: undefined, sample: { from: '2026-03-01', to: '2026-03-31', count: 1 } },
  ],
};

export const buildPictureForm = () =>
  buildUploadForm({ name: 'me.png', bytes: buildPng(64) }, {}, 'profilePicture');

const getBuilder = (name: string) =>
  BUILT_BODIES[name] ?? listEndpoints((_, other) => other === name)[0]?.endpoint.example;

export const hasBody = (name: string): boolean => getBuilder(name) !== undefined;

/** A valid body that names these rows. @throws when a new endpoint has no example */
export function buildBody(name: string, ids: Ids): Record<string, unknown> {
  const build = getBuilder(name);
  if (!build) throw new Error(`The contract has no example for ${name}`);
  return build(ids) as Record<string, unknown>;
}

/** Valid bodies with all fields that are in objects and arrays. */
export function buildNestedBodies(name: string, ids: Ids): unknown[] {
  const body = buildBody(name, ids);
  const variants = (NESTED_FIELDS[name]?.(ids) ?? []).map((fields) => ({ ...body, ...fields }));
  return [body, ...variants];
}

/** Parameters of addresses that name no row. */
export const PARAMS = { code: 'late_entry', token: 'A'.repeat(43) };

const YEAR = { from: '2026-01-01', to: '2026-12-31' };

/** The queries that endpoints require. */
const QUERIES: Record<string, Record<string, string>> = {
  'GET /api/clients/:id/statement': YEAR,
  'GET /api/imports/template': { kind: 'clients' },
  'GET /api/packets/gaps': { week: '2026-03-02' },
  'GET /api/packets/:id/file': { format: 'pdf' },
};

/** A valid request of an endpoint, about these rows in its address and in its body. */
export function buildRequest(name: string, ids: Ids, idsInBody = ids) {
  const id = name.includes('/:') ? ids[getRowKind(name)] : 0;
  const upload = name === 'POST /api/users/:id/picture' ? buildPictureForm() : undefined;
  const body: unknown = hasBody(name) ? buildBody(name, idsInBody) : upload;
  const params = { ...PARAMS, id, clientId: id, employeeId: id };
  const query = QUERIES[name];
  return { ...buildAddress(name, params), ...(body ? { body } : {}), ...(query ? { query } : {}) };
}

/** Last, in this order: they delete rows that the other writes need. */
const LAST = ['DELETE /api/clients/:id', 'DELETE /api/auth/sessions/:id'];
const rank = (name: string) => LAST.indexOf(name) + (name.startsWith('DELETE ') ? 2 : 0);

/** Every write of signed-in users, in an order in which all of them can succeed. */
export const WRITES = listEndpoints(
  ({ access }, name) => !name.startsWith('GET ') && access !== 'public' && !PREVIEWS.includes(name),
).toSorted((a, b) => rank(a.name) - rank(b.name));

/** Values that a write needs besides the seeded business. */

const WEEK = [{ week: '2026-03-02' }];

/** Every read of signed-in users, with the queries that return most rows; a search looks for `word`. */
export function listReads(word: string) {
  const queries: Record<string, Record<string, string>[]> = {
    'GET /api/notes/search': [{}, { q: word }],
    'GET /api/clients/:id/statement': [YEAR],
    'GET /api/imports/template': [{ kind: 'clients' }],
    'GET /api/packets/gaps': WEEK,
    'GET /api/packets/:id/file': [{ format: 'zip' }],
    'GET /api/payroll/week': WEEK,
    'GET /api/payroll/my': WEEK,
    'GET /api/employees/:id/payroll': WEEK,
    'GET /api/employees/:id/payroll/entries': WEEK,
    'GET /api/payroll/export': ['entries', 'people'].flatMap((kind) =>
      ['csv', 'xlsx'].map((format) => ({ ...YEAR, kind, format })),
    ),
  };
  return listEndpoints(
    ({ access }, name) => name.startsWith('GET ') && access !== 'public' && name !== EVENT_STREAM,
  ).flatMap(({ name, endpoint }) =>
    (queries[name] ?? [{}]).map((query) => ({ name, access: endpoint.access, query })),
  );
}
