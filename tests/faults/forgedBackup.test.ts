/** Backups whose digests are right and whose rows, files and entries do not fit together. */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '#platform/server/log.ts';
import { backUp, restore } from '#app/backups.ts';
import { createEmptyDatabase, dropDatabase } from '#tests/setup/database.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildPdf, uploadDocument } from '#tests/support/factories/files.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { MIGRATIONS, readTestSettings } from '#tests/support/helpers/businessImports.ts';
import { forgeBackup, replaceInRows } from '#tests/support/helpers/forgedBackup.ts';

const log = openLog('silent');
const api = useApi({ RATE_LIMITS: 'off' });
let folder: string;
let path: string;
let database: string;
/** The key of the stored document. */
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forged-backup-'));
  path = join(folder, 'backup.tar');
  const business = await createBusiness(api);
  const client = await createClient(api, business);
  const document = { clientId: client.id, name: 'Plan.pdf', bytes: buildPdf('A plan') };
  await uploadDocument(api, business.admin.token, document);
  const [row] = await api.sql<{ key: string }>('select storage_key as key from stored_files');
  key = row?.key ?? '';
  await backUp({ settings: api.server.services.settings, log }, { path, now: new Date() });
  database = await createEmptyDatabase();
});
afterAll(async () => {
  await dropDatabase(database);
  await rm(folder, { recursive: true });
});

const createTarget = async (more: Record<string, string>) => ({
  DATA_DIR: await mkdtemp(join(folder, 'data-')),
  SERVER_KEY: api.server.services.settings.serverKey.toString('hex'),
  ...more,
});
const restoreInto = (environment: Record<string, string>, archive: string) =>
  restore({ path: archive, settings: readTestSettings(environment), migrations: MIGRATIONS, log });

async function listTables(): Promise<object[]> {
  const client = new pg.Client(database);
  await client.connect();
  const { rows } = await client.query<object>(
    `select relname from pg_class where relnamespace = 'public'::regnamespace`,
  );
  await client.end();
  return rows;
}

type Change = Parameters<typeof forgeBackup>[2];
const OTHER_KEY = 'f'.repeat(32);
const ownFolder = () => key.split('/')[0];
const nameKey =
  (toKey: () => string): Change =>
  (entries) =>
    replaceInRows(entries, 'stored_files', [/"storage_key":"[^"]*"/, `"storage_key":"${toKey()}"`]);
const CLIENTS = 'rows/public.clients/000001.jsonl.gz';

const cases: [what: string, change: Change, message: RegExp, more?: Parameters<typeof forgeBackup>[3]][] = [
  [
    'a row of a file of another business',
    nameKey(() => `${Number(ownFolder()) + 1}/${OTHER_KEY}`),
    /a row names "\d+\/f+", which is no stored file of its business/,
  ],
  ['a row with a path as key', nameKey(() => '../../server.key'), /which is no stored file of its business/],
  ['a row without an entry', nameKey(() => `${ownFolder()}/${OTHER_KEY}`), /is missing or not the one/],
  ['a missing entry', (entries) => entries.delete(`files/${key}`), /is missing or not the one/],
  [
    'another content',
    (entries) => entries.set(`files/${key}`, buildPdf('Another plan')),
    /is missing or not the one/,
  ],
  [
    'an entry that no row names',
    (entries) => entries.set(`files/${ownFolder()}/${OTHER_KEY}`, buildPdf()),
    /no row names the file \d+\/f+/,
  ],
  [
    'an entry with a path as key',
    (entries) => entries.set('files/../server.key', buildPdf()),
    /no row names the file \.\.\/server\.key/,
  ],
  [
    'a row that is no JSON',
    (entries) => entries.set(CLIENTS, gzipSync('{"id":\n')),
    /clients.+invalid input/,
  ],
  [
    'a row of the wrong type',
    (entries) => replaceInRows(entries, 'clients', [/"id":\d+/, '"id":"x"']),
    /clients.+invalid input/,
  ],
  [
    'a row of no business',
    (entries) => replaceInRows(entries, 'clients', [/"business_id":\d+/, '"business_id":987654']),
    /violates foreign key constraint/,
  ],
  ['rows that are not packed', (entries) => entries.set(CLIENTS, Buffer.from('{}\n')), /clients.+header/],
  [
    'rows that are packed by half',
    (entries) => entries.set(CLIENTS, entries.get(CLIENTS)?.subarray(0, -12) ?? Buffer.alloc(0)),
    /clients.+unexpected end of file/,
  ],
  [
    'a line of more than 256 MB',
    (entries) => entries.set(CLIENTS, gzipSync(Buffer.alloc(256 * 2 ** 20 + 1, ' '))),
    /clients.+A line has more than 256 MB/,
    { tables: [{ name: 'public.clients', rows: 1, sha256: '0'.repeat(64), parts: [CLIENTS] }] },
  ],
  [
    'a table that the schema does not have',
    () => undefined,
    /its schema has no table public\.sessions/,
    { tables: [{ name: 'public.sessions', rows: 0, sha256: '0'.repeat(64), parts: [] }] },
  ],
];

test.each(cases)(
  'restore refuses %s, and changes nothing [16.archives.3]',
  async (_, change, message, more) => {
    const forged = join(folder, 'forged.tar');
    await forgeBackup(path, forged, change, more);
    const target = await createTarget({ DATABASE_URL: database });
    const attempt = restoreInto(target, forged);
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toThrow(/Nothing has been changed\.$/);
    await expect(attempt).rejects.toMatchObject({ name: 'DamagedArchive' });
    expect([await readdir(target.DATA_DIR), await listTables()]).toEqual([[], []]);
  },
);

test('restore refuses the same on the embedded database, accepts a missing file that the manifest lists, and then the backup itself [16.archives.3]', async () => {
  const target = await createTarget({});
  const forged = join(folder, 'forged.tar');
  await forgeBackup(path, forged, (entries) => entries.delete(`files/${key}`));
  await expect(restoreInto(target, forged)).rejects.toThrow(/is missing or not the one/);
  expect(await readdir(target.DATA_DIR)).toEqual([]);
  const fault = { key, fault: 'missing' } as const;
  await forgeBackup(path, forged, (entries) => entries.delete(`files/${key}`), { faultyFiles: [fault] });
  expect(await restoreInto(target, forged)).toMatchObject({ files: 0, faultyFiles: [fault] });
  expect(await restoreInto(await createTarget({ DATABASE_URL: database }), path)).toMatchObject({ files: 1 });
});
