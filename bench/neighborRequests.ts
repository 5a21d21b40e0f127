/** The requests of neighbors.ts: every read, and the largest inputs. */

import { openDatabase } from '#platform/server/database/database.ts';
import { openLog } from '#platform/server/log.ts';
import { getRowKind, listReads } from '#tests/support/factories/endpointRequests.ts';
import { buildPng } from '#tests/support/factories/files.ts';
import { buildCsv, buildImportForm, buildXlsx } from '#tests/support/factories/imports.ts';
import { buildMessageForm } from '#tests/support/factories/messages.ts';
import { buildNoteForm, drawPicture } from '#tests/support/factories/notes.ts';
import { buildAddress } from '#tests/support/helpers/api.ts';
import type { BenchData } from './data/fill.ts';
import { CODE, setCodes } from './members.ts';

export interface Work {
  name: string;
  token: string;
  path: string;
  method?: string;
  /** A function makes another one for each request. */
  body?: FormData | object | (() => object);
  /** The expected answer when it is no 2xx. */
  status?: number;
}

interface Answer {
  status: number;
  bytes: number;
  text: string;
}

export async function send(
  url: string,
  { token, path, method = 'GET', body }: Omit<Work, 'name'>,
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const content: unknown = typeof body === 'function' ? body() : body;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(content) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes: bytes.length, text: bytes.subarray(0, 2_000).toString() };
}

const ROWS = 5_000;

/** 9.8 MB. @param columns besides the client */
function buildLargestCsv(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, nth) => [
    `N-${nth}`,
    `Bo Li ${nth}`,
    'many',
    'Likes tea. '.repeat(175),
  ]);
  return buildCsv(['Client ID', 'Contact name', 'Units', 'Intake information'], ...rows);
}

const buildWidestXlsx = (): Promise<Buffer> =>
  buildXlsx(
    ['Client ID', 'Contact name', ...Array.from({ length: 98 }, (_, nth) => `Column ${nth}`)],
    ...Array.from({ length: 1_500 }, (_, nth) => [
      `W-${nth}`,
      'Bo Li',
      ...Array.from({ length: 98 }, () => nth),
    ]),
  );

/** The requests of an import, with the largest file. */
export async function listImportWork(url: string, token: string): Promise<Work[]> {
  const csv = buildImportForm('clients', buildLargestCsv());
  const first = await send(url, { token, path: '/api/imports', method: 'POST', body: csv });
  if (first.status !== 201) throw new Error(`The largest file was answered ${first.status}: ${first.text}`);
  const id = Number(/"id":(\d+)/.exec(first.text)?.[1]);
  const path = `/api/imports/${id}`;
  const named = (name: string, work: Omit<Work, 'name' | 'token'>): Work => ({ name, token, ...work });
  return [
    named('POST /api/imports (CSV of 9.8 MB, 5,000 rows)', {
      path: '/api/imports',
      method: 'POST',
      body: csv,
    }),
    named('POST /api/imports (XLSX of 1,500 rows, 100 columns)', {
      path: '/api/imports',
      method: 'POST',
      body: buildImportForm('clients', await buildWidestXlsx(), 'records.xlsx'),
    }),
    named('GET /api/imports/:id', { path }),
    named('GET /api/imports/:id/rows', { path: `${path}/rows?limit=200` }),
    named('PUT /api/imports/:id/mapping', {
      path: `${path}/mapping`,
      method: 'PUT',
      body: { importTotals: false },
    }),
    named('PUT /api/imports/:id/position', {
      path: `${path}/position`,
      method: 'PUT',
      body: { sheet: 0, headerRow: 1 },
    }),
    named('POST /api/imports/:id/commit (5,000 errors)', {
      path: `${path}/commit`,
      method: 'POST',
      status: 409,
    }),
  ];
}

/** Path parameters: ids of rows of business 1. */
type RowIds = Partial<Record<string, number>>;

const IDS = `select (select client_id from notes where business_id = 1 and status = 'resolved' limit 1) as client,
  (select max(id) from notes where business_id = 1) as note,
  (select author_id from notes where business_id = 1 group by 1 order by count(*) desc limit 1) as person,
  (select min(id) from services where business_id = 1) as "businessService",
  (select min(id) from messages where business_id = 1) as message`;

/** Fills business 1 up to the limits of its files: nearly 20,000 rows of the audit log and of hours, 5,000 visits of a client. */
const fillFiles = (client: number) => `
  set session_replication_role = replica;
  insert into notes overriding system value select copied.* from
    (select * from notes where business_id = 1 and client_id = ${client} and status = 'resolved' limit 1) as source,
    generate_series(1, 4700) as n,
    jsonb_populate_record(null::notes, to_jsonb(source) || jsonb_build_object(
      'id', 100000000 + n, 'capture_id', null, 'work_date', date '2026-01-01' + n % 300)) as copied;
  insert into time_entries overriding system value select copied.* from
    (select * from time_entries where business_id = 1 and reversed_at is null limit 1) as source,
    generate_series(1, 15000) as n,
    jsonb_populate_record(null::time_entries, to_jsonb(source) || jsonb_build_object(
      'id', 100000000 + n, 'note_id', null, 'work_date', date '2026-01-01' + n % 300)) as copied;
  insert into audit_log overriding system value select copied.* from
    (select * from audit_log where business_id = 1 order by seq desc limit 1) as source,
    generate_series((select max(seq) + 1 from audit_log where business_id = 1), 19000) as n,
    jsonb_populate_record(null::audit_log, to_jsonb(source) || jsonb_build_object('seq', n, 'payload', repeat('x', 300))) as copied;
  update audit_heads set seq = 19000 where business_id = 1;
  set session_replication_role = origin;
  analyze notes; analyze time_entries; analyze audit_log`;

/** Makes the manager of business 1 an admin, who imports. */
export async function prepareAdmin(
  { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir }: { DATABASE_URL?: string | null; DATA_DIR: string },
  { middle: { manager } }: BenchData,
): Promise<RowIds> {
  const { pool, close } = await openDatabase({ databaseUrl, dataDir }, openLog('warn'));
  try {
    await pool.query(`update users set role = 'admin' where id = ${manager.id}`);
    await pool.query(`update sessions set role = 'admin' where user_id = ${manager.id}`);
    const { rows } = await pool.query<Record<string, string>>(IDS);
    const ids: RowIds = {};
    for (const [name, id] of Object.entries(rows[0] ?? {})) ids[name] = Number(id);
    await pool.query(fillFiles(ids['client'] ?? 0));
    return { ...ids, newcomer: ids['person'] ?? 0 };
  } finally {
    await close();
  }
}

/** Reads of the user's own rows, of which the author has more than the manager. */
const OF_AUTHOR = /\/my\b|inbox|unread|drafts|visit-clock/;

/** Reads whose rows the filled database lacks: they answer with an error. */
const WITHOUT_ROW: Record<string, number> = {
  // Only for a person with a temporary password.
  'GET /api/users/:id/password': 409,
  // Pictures are small files, which are sent as they are stored.
  'GET /api/users/:id/picture': 404,
};

/** Not measured: the notes of the filled database have no signed text that these could parse. */
const WITHOUT_TEXT = ['GET /api/notes/:id/pdf', 'GET /api/notes/:id/changes'];

/** Every read whose row the filled database has. */
export function listReadWork({ middle: { manager, author } }: BenchData, ids: RowIds): Work[] {
  return listReads('quinoa').flatMap(({ name, query: parameters }) => {
    const id = name.includes('/:') ? ids[getRowKind(name)] : 0;
    if (id === undefined || WITHOUT_TEXT.includes(name)) return [];
    const { url } = buildAddress(name, { id, clientId: id, employeeId: id, code: 'late_entry' });
    const search = new URLSearchParams(parameters).toString();
    const path = search ? `${url}?${search}` : url;
    const status = WITHOUT_ROW[name];
    return [
      {
        name: `${name}${search && ` ?${search}`}`,
        token: (OF_AUTHOR.test(name) ? author : manager).token,
        path,
        ...(status !== undefined && { status }),
      },
    ];
  });
}

/** Uploads of the largest size, and the largest JSON bodies. */
export async function listWriteWork(
  url: string,
  { middle: { manager }, visits, stock }: BenchData,
  ids: RowIds,
): Promise<Work[]> {
  const picture = new FormData();
  picture.set('profilePicture', new Blob([new Uint8Array(buildPng(4_000))]), 'large.png');
  const write = (name: string, path: string, body: NonNullable<Work['body']>): Work => ({
    name: `POST ${path} (${name})`,
    token: manager.token,
    path,
    method: 'POST',
    body,
  });
  const [visit] = visits.filter(({ businessId }) => businessId === 1);
  if (!visit) throw new Error('Business 1 has no assigned client');
  await setCodes(url, [{ manager: manager.token, clientId: visit.clientId }]);
  const signature = () => drawPicture(() => Math.random() < 0.1, { width: 800, height: 256 });
  const long = (length: number) => 'Paid the bill. '.repeat(length).slice(0, length);
  const year = { from: '2026-01-01', to: '2026-12-31' };
  const pending = [...stock.pending];
  return [
    write('4,000 × 4,000 pixels', `/api/users/${ids['person']}/picture`, picture),
    { ...write('300 kB', '/api/announcements', { title: 'x', content: 'x'.repeat(300_000) }), status: 400 },
    write('the longest text', '/api/messages', () =>
      buildMessageForm(ids['person'] ?? 0, { content: long(10_000) }),
    ),
    write('a year with 5,000 visits', '/api/invoices', { clientId: ids['client'], ...year }),
    write('200 notes', '/api/management/notes/approve-many', () => {
      const next = pending.splice(0, 200);
      pending.push(...next);
      return { notes: next.map((id) => ({ id, version: 1 })) };
    }),
    {
      ...write('the longest texts, large signatures', '/api/notes', () =>
        buildNoteForm(visit.clientId, {
          clientSignatureCode: CODE,
          description: long(2_000),
          research: long(1_500),
          summary: long(500),
          employeeSignature: signature(),
          clientSignature: signature(),
        }),
      ),
      token: visit.author.token,
    },
  ];
}
