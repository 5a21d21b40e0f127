/** The requests of neighbors.ts: every read, and the largest inputs. */
import { openDatabase } from '#platform/server/database/database.ts';
import { openLog } from '#platform/server/log.ts';
import { getRowKind, listReads } from '#tests/support/factories/endpointRequests.ts';
import { buildPng } from '#tests/support/factories/files.ts';
import { buildCsv, buildImportForm, buildXlsx } from '#tests/support/factories/imports.ts';
import { buildAddress } from '#tests/support/helpers/api.ts';
import type { BenchData } from './data/fill.ts';

export interface Work {
  name: string;
  token: string;
  path: string;
  method?: string;
  body?: FormData | object;
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
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
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
    named('POST /api/imports/:id/commit (5,000 errors)', { path: `${path}/commit`, method: 'POST' }),
  ];
}

/** Path parameters: ids of rows of business 1. */
type RowIds = Partial<Record<string, number>>;

const IDS = `select (select min(client_id) from notes where business_id = 1) as client,
  (select max(id) from notes where business_id = 1) as note,
  (select author_id from notes where business_id = 1 group by 1 order by count(*) desc limit 1) as person,
  (select min(id) from services where business_id = 1) as "businessService",
  (select min(id) from messages where business_id = 1) as message`;

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
    return { ...ids, newcomer: ids['person'] ?? 0 };
  } finally {
    await close();
  }
}

/** Every read whose row the filled database has. */
export function listReadWork({ middle: { manager, author } }: BenchData, ids: RowIds): Work[] {
  return listReads('quinoa').flatMap(({ name, access, query: parameters }) => {
    const id = name.includes('/:') ? ids[getRowKind(name)] : 0;
    if (id === undefined) return [];
    const { url } = buildAddress(name, { id, clientId: id, employeeId: id, code: 'late_entry' });
    const search = new URLSearchParams(parameters).toString();
    const path = search ? `${url}?${search}` : url;
    return [
      {
        name: `${name}${search && ` ?${search}`}`,
        token: (access === 'member' ? author : manager).token,
        path,
      },
    ];
  });
}

/** Uploads of the largest size, and the largest JSON bodies. */
export function listWriteWork({ middle: { manager } }: BenchData, ids: RowIds): Work[] {
  const picture = new FormData();
  picture.set('profilePicture', new Blob([new Uint8Array(buildPng(4_000))]), 'large.png');
  return [
    {
      name: 'POST /api/users/:id/picture (4,000 × 4,000)',
      token: manager.token,
      path: `/api/users/${ids['person']}/picture`,
      method: 'POST',
      body: picture,
    },
    {
      name: 'POST /api/announcements (300 kB)',
      token: manager.token,
      path: '/api/announcements',
      method: 'POST',
      body: { title: 'x', content: 'x'.repeat(300_000) },
    },
  ];
}
