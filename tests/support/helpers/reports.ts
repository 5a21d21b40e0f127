/** Reads every report of an agency, to compare them. */

import type { BilledWeeks } from '#tests/support/factories/billedWeeks.ts';
import { listEndpoints } from '#tests/support/factories/endpointRequests.ts';
import type { Api, EndpointName, RequestOptions } from './api.ts';
import { readPdf } from './pdf.ts';
import { readSheet } from './xlsx.ts';

type Read = [name: EndpointName, options?: RequestOptions];

const PERIOD = { from: '2026-03-01', to: '2026-03-14' };
const WEEKS = ['2026-03-01', '2026-03-08'];

/** Signed, issued or generated: not even a name in it changes. */
export const listDocuments = ({ noteIds, invoiceId, batchId, packetId }: BilledWeeks): Read[] => [
  ...noteIds.flatMap((id): Read[] => [
    ['GET /api/notes/:id/evidence', { params: { id } }],
    ['GET /api/notes/:id/versions', { params: { id } }],
  ]),
  ['GET /api/invoices/:id', { params: { id: invoiceId } }],
  ['GET /api/invoices/:id/pdf', { params: { id: invoiceId } }],
  ['GET /api/claim-batches/:id', { params: { id: batchId } }],
  ['GET /api/claim-batches/:id/csv', { params: { id: batchId } }],
  ['GET /api/packets/:id/file', { params: { id: packetId }, query: { format: 'zip' } }],
];

/** Computed from them each time: figures stay, names are those of today. */
export function listReports(weeks: BilledWeeks): Read[] {
  const { noteIds, author, clientId, ownClientId, authorization, receiptToken } = weeks;
  const employee = { params: { id: author.id } };
  return [
    ...WEEKS.flatMap((week): Read[] => [
      ['GET /api/payroll/week', { query: { week } }],
      ['GET /api/employees/:id/payroll', { ...employee, query: { week } }],
      ['GET /api/employees/:id/payroll/entries', { ...employee, query: { week } }],
    ]),
    ['GET /api/payroll/my', { query: { week: '2026-03-08' } }],
    ...['entries', 'people'].flatMap((kind) =>
      ['csv', 'xlsx'].map((format): Read => [
        'GET /api/payroll/export',
        { query: { ...PERIOD, kind, format } },
      ]),
    ),
    ['GET /api/time-entries/my'],
    ['GET /api/time-entries/all'],
    ['GET /api/employees/:id/time-entries', employee],
    ...noteIds.flatMap((id): Read[] => [
      ['GET /api/notes/:id', { params: { id } }],
      ['GET /api/notes/:id/units', { params: { id } }],
      ['GET /api/notes/:id/changes', { params: { id } }],
    ]),
    // The signed texts are in the evidence; the letterhead is that of today.
    ['GET /api/notes/:id/pdf', { params: { id: noteIds.at(-1) ?? 0 } }],
    ['GET /api/management/notes'],
    ['GET /api/notes/search', { query: { q: 'matter' } }],
    ['GET /api/management/stats'],
    ['GET /api/management/last-visits'],
    ['GET /api/reports/review', { query: PERIOD }],
    ['GET /api/reports/review/summary', { query: PERIOD }],
    ['GET /api/reports/late-notes'],
    ...[clientId, ownClientId].flatMap((id): Read[] => [
      ['GET /api/clients/:id/notes', { params: { id } }],
      ['GET /api/clients/:id/ledger', { params: { id } }],
      ['GET /api/clients/:id/statement', { params: { id }, query: { ...PERIOD, language: 'en' } }],
      ['GET /api/clients/:id/burn-down', { params: { id }, query: { authorizationId: 'general' } }],
    ]),
    [
      'GET /api/clients/:id/burn-down',
      { params: { id: clientId }, query: { authorizationId: authorization.id } },
    ],
    ['GET /api/receipts/:token', { params: { token: receiptToken } }],
    ['GET /api/packets/readiness'],
    ['GET /api/packets/gaps', { query: { week: '2026-03-01' } }],
    ['GET /api/invoices'],
    ['GET /api/claim-batches'],
    ['GET /api/billing/open'],
  ];
}

/**
 * Shows settings, people and records as they are now, what is still to be done, or who did what. An export of the whole
 * business and the audit log have each change as a record of its own.
 */
const CURRENT_STATE = new Set([
  'GET /api/events',
  'GET /api/auth/validate',
  'GET /api/auth/sessions',
  'GET /api/auth/totp',
  'GET /api/users/:id/password',
  'GET /api/users/:id/sessions',
  'GET /api/users/:id/totp',
  'GET /api/businesses/count',
  'GET /api/businesses/:id',
  'GET /api/business',
  'GET /api/business-services',
  'GET /api/users',
  'GET /api/users/:id',
  'GET /api/profile',
  'GET /api/employees',
  'GET /api/users/:id/picture',
  'GET /api/clients',
  'GET /api/clients/:id',
  'GET /api/clients/:id/services',
  'GET /api/clients/:id/assignments',
  'GET /api/clients/:id/employees',
  'GET /api/client-assignments',
  'GET /api/client-assignments/:id',
  'GET /api/clients/:id/documents',
  'GET /api/documents/:id/file',
  'GET /api/business-resources',
  'GET /api/business-resources/:id/file',
  'GET /api/audit',
  'GET /api/clients/:id/history',
  'GET /api/audit/export',
  'GET /api/exports',
  'GET /api/exports/:id',
  'GET /api/exports/:id/file',
  'GET /api/drafts',
  'GET /api/drafts/:id',
  'GET /api/visit-clock',
  'GET /api/payers',
  'GET /api/imports/template',
  'GET /api/imports/:id',
  'GET /api/imports/:id/rows',
  'GET /api/packets',
  'GET /api/packets/clients',
  'GET /api/packets/:id',
  'GET /api/announcements',
  'GET /api/dashboard',
  'GET /api/notes',
  'GET /api/notes/my',
  'GET /api/notes/my/stats',
  'GET /api/notes/:id/messages',
  'GET /api/management/disputes',
  'GET /api/review/queue',
  'GET /api/forecast',
  'GET /api/messages/inbox',
  'GET /api/messages/sent',
  'GET /api/messages/unread',
  'GET /api/messages/:id/thread',
  'GET /api/config',
  'GET /api/subscription/info',
]);

/** The endpoints that read something and are neither a report nor known to show the state of now. */
export function listUnclassified(reads: readonly Read[]): string[] {
  const names = new Set<string>(reads.map(([name]) => name));
  return listEndpoints((_, name) => name.startsWith('GET '))
    .map(({ name }) => name)
    .filter((name) => !names.has(name) && !CURRENT_STATE.has(name));
}

/** The answers by call; documents as their texts. */
export async function readAll(api: Api, token: string, reads: readonly Read[]): Promise<Map<string, string>> {
  const answers = await Promise.all(
    reads.map(async ([name, options = {}]): Promise<[string, string]> => {
      const { params, query } = options;
      const key = [name, ...Object.values({ ...params, ...query })].join(' ');
      return [key, await readText(api, token, { name, options })];
    }),
  );
  return new Map(answers);
}

async function readText(
  api: Api,
  token: string,
  { name, options }: { name: EndpointName; options: RequestOptions },
): Promise<string> {
  const address = name
    .slice('GET '.length)
    .replace(/:(\w+)/g, (_, key: string) => String(options.params?.[key]));
  const query = new URLSearchParams(
    Object.entries(options.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const answer = await api.server.app.inject({
    method: 'GET',
    url: `${address}?${query.toString()}`,
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.statusCode !== 200) throw new Error(`${address} answers ${answer.statusCode}: ${answer.body}`);
  const type = String(answer.headers['content-type']);
  if (type.includes('pdf')) return (await readPdf(answer.rawPayload)).pages.join('\n');
  if (type.includes('spreadsheetml')) return JSON.stringify((await readSheet(answer.rawPayload)).rows);
  if (type.includes('zip')) return answer.rawPayload.toString('base64');
  return answer.body;
}
