/** Archives whose manifest is right and whose records do not fit their entries. */

import { readdir } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildPdf, uploadDocument } from '#tests/support/factories/files.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { useInstallations } from '#tests/support/helpers/businessImports.ts';
import { exportArchive } from '#tests/support/helpers/exports.ts';
import { forgeArchive, replaceInRecords } from '#tests/support/helpers/forgedArchive.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const { createInstallation, importInto } = useInstallations();
let archive: Buffer;
let target: Record<string, string>;
/** The entry of the stored document. */
let stored: string;
beforeAll(async () => {
  const business = await createBusiness(api);
  const { id, admin } = business;
  const client = await createClient(api, business);
  await uploadDocument(api, admin.token, {
    clientId: client.id,
    name: 'Plan.pdf',
    bytes: buildPdf('A plan'),
  });
  archive = await exportArchive(api, admin.token);
  target = await createInstallation();
  await forgeArchive(archive, (entries) => {
    stored = [...entries.keys()].find((name) => name.startsWith(`files/${id}/`)) ?? '';
  });
});

const KEY = /"storage_key":"[^"]*"/;
const OTHER_KEY = 'f'.repeat(32);
type Change = (entries: Map<string, Buffer>) => unknown;
const nameKey =
  (toKey: () => string): Change =>
  (entries) =>
    replaceInRecords(entries, 'stored_files', [KEY, `"storage_key":"${toKey()}"`]);
const ownFolder = () => stored.split('/')[1];
const padFirst =
  (bytes: number): Change =>
  (entries) => {
    const name = 'records/announcements.jsonl';
    entries.set(name, Buffer.concat([Buffer.alloc(bytes, ' '), entries.get(name) ?? Buffer.alloc(0)]));
  };

test.each<[what: string, change: Change, message: RegExp]>([
  [
    'a record of a file of another business',
    nameKey(() => `${Number(ownFolder()) + 1}/${OTHER_KEY}`),
    /not a stored file of this business/,
  ],
  ['a record with a path as key', nameKey(() => '../../server.key'), /not a stored file of this business/],
  ['a record without an entry', nameKey(() => `${ownFolder()}/${OTHER_KEY}`), /is missing or not the one/],
  ['a missing entry', (entries) => entries.delete(stored), /is missing or not the one/],
  [
    'another content',
    (entries) => entries.set(stored, buildPdf('Another plan')),
    /is missing or not the one/,
  ],
  [
    'an entry that no record names',
    (entries) => entries.set(`files/${ownFolder()}/${OTHER_KEY}`, buildPdf()),
    /No record names the file files\//,
  ],
  [
    'a first record that is not an object',
    (entries) => entries.set('records/users.jsonl', Buffer.from('null\n')),
    /The first record of users is not a JSON object/,
  ],
  [
    'a record that is not JSON',
    (entries) => entries.set('records/users.jsonl', Buffer.from('{"id":\n')),
    /The first record of users is not a JSON object/,
  ],
  ['a line of more than 8 MB', padFirst(8 * 2 ** 20 + 1), /announcements\.jsonl: A line has more than 8 MB/],
])('import-business refuses %s, and changes nothing [16.archives.1,2]', async (_, change, message) => {
  await expect(importInto(target, await forgeArchive(archive, change))).rejects.toThrow(message);
  expect(await readdir(target['DATA_DIR'] ?? '')).not.toContain('files');
});

test('import-business accepts a missing file that the manifest lists, and then the archive itself [16.archives.1]', async () => {
  const own = await createInstallation();
  const missing = await forgeArchive(archive, (entries) => entries.delete(stored), {
    missing: [{ name: 'Plan.pdf', reason: 'The file is missing in the file store.' }],
  });
  expect((await importInto(own, missing)).files).toBe(0);
  expect((await importInto(target, archive)).files).toBe(1);
});
