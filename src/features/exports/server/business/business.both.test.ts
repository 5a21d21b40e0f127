import { parse } from 'csv-parse/sync';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { createClient } from '#tests/support/factories/clients.ts';
import { createCompleteBusiness } from '#tests/support/factories/completeBusiness.ts';
import { CSV_FILES, JSON_ONLY } from '#tests/support/factories/exportedFiles.ts';
import { buildNoteForm, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { enableTwoFactor } from '#tests/support/factories/twoFactor.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { exportArchive } from '#tests/support/helpers/exports.ts';
import { listStoredSecrets } from '#tests/support/helpers/storedSecrets.ts';
import { readZip } from '#tests/support/helpers/zip.ts';
import { EXPORTED_TABLES, LEFT_OUT_COLUMNS, LEFT_OUT_TABLES } from './contents.ts';

/** A word that a business writes into its records. */
const [OWN, NEIGHBOR] = ['Zwitscherling', 'Nachbarsname'];
/** Text with a character that ends a line in some programs, but not in JSON. */
const SIGNED_AGAIN = 'Signed again\u2028on a second line \uE000';
const PLANTED_CODE = 'wxyz-7291-q';
const PLANTED_PASSWORD = 'planted-issued-5';

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
let entries: Map<string, Buffer>;
let recoveryCodes: string[];
/** A note with two signed versions. */
let signedTwice: number;
beforeAll(async () => {
  const neighbor = await createSeededBusiness(api);
  await createClient(api, neighbor.business, { companyName: NEIGHBOR });
  seeded = await createCompleteBusiness(api);
  const { business } = seeded;
  await createClient(api, business, { companyName: `=${OWN}`, signatureCode: PLANTED_CODE });
  await createPerson(api, business, { form: { password: PLANTED_PASSWORD } });
  const admin = await createPerson(api, business, { role: 'admin' });
  recoveryCodes = (await enableTwoFactor(api, admin.token)).recoveryCodes;
  await api.ok(seeded.employee.token, 'POST /api/drafts', {
    body: { draftName: 'With code', clientId: seeded.ids.client, clientSignatureCode: PLANTED_CODE },
  });
  await api.ok(seeded.manager.token, 'POST /api/notes/:id/receipt', { params: { id: seeded.ids.note } });
  signedTwice = (await createSignedNote(api, seeded.employee, { clientId: seeded.ids.client })).id;
  const params = { id: signedTwice };
  const body = buildNoteForm(seeded.ids.client, { summary: SIGNED_AGAIN });
  await api.ok(seeded.employee.token, 'PUT /api/notes/:id', { params, body });
  entries = await readZip(await exportArchive(api, business.admin.token));
});

const textOf = (name: string) => String(entries.get(name));
const recordsOf = (table: string) =>
  textOf(`records/${table}.jsonl`)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const manifest = () => JSON.parse(textOf('manifest.json')) as Record<string, never>;

test('every table of the schema is either exported or left out with a reason [14.export.6]', async () => {
  const rows = await api.sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const listed = [...EXPORTED_TABLES, ...Object.keys(LEFT_OUT_TABLES)].toSorted();
  expect(listed).toEqual(rows.map(({ name }) => name).toSorted());
});

test('the archive has all rows of the business, and none of another business [14.export.6,8 S-43]', async () => {
  expect([...entries.values()].some((content) => content.includes(NEIGHBOR))).toBe(false);
  for (const table of EXPORTED_TABLES) {
    const key = table === 'businesses' ? 'id' : 'business_id';
    const [{ count } = { count: 0 }] = await api.sql<{ count: number }>(
      `select count(*)::int as count from ${table} where ${key} = $1`,
      [seeded.business.id],
    );
    const records = recordsOf(table);
    // The download itself is recorded later than the export.
    const isLater = ['audit_log', 'audit_heads'].includes(table);
    expect([table, records.length, count > 0]).toEqual([table, isLater ? records.length : count, true]);
    expect(records.filter((one) => one[key] !== seeded.business.id)).toEqual([]);
    for (const column of LEFT_OUT_COLUMNS[table] ?? [])
      expect(records.filter((one) => column in one)).toEqual([]);
  }
});

test('the manifest lists each entry with its SHA-256, and what was left out [14.export.6]', () => {
  const { files, rows, business, needsPasswords, needsSignatureCodes, missing } = manifest() as unknown as {
    files: { name: string; bytes: number; sha256: string }[];
    rows: Record<string, number>;
    business: { id: number };
    needsPasswords: { username: string; hasTwoFactor: boolean }[];
    needsSignatureCodes: { name: string }[];
    missing: unknown[];
  };
  expect(files.map(({ name }) => name)).toEqual(
    [...entries.keys()].filter((name) => name !== 'manifest.json'),
  );
  for (const { name, bytes, sha256 } of files) {
    const content = entries.get(name) ?? Buffer.alloc(0);
    expect([name, bytes]).toEqual([name, content.length]);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }
  expect(rows).toEqual(Object.fromEntries(EXPORTED_TABLES.map((name) => [name, recordsOf(name).length])));
  expect(business.id).toBe(seeded.business.id);
  expect(needsPasswords.filter(({ hasTwoFactor }) => hasTwoFactor)).toHaveLength(1);
  expect(needsPasswords.map(({ username }) => username)).toContain(seeded.employee.username);
  expect(needsSignatureCodes.map(({ name }) => name)).toContain(`=${OWN}`);
  expect(missing).toEqual([]);
});

test('the archive contains no password, code, key or token in any entry [14.export.7 S-43]', async () => {
  /** Digests of records that are in the export. */
  const digests = [
    'stored_files.sha256',
    'unit_ledger.hash',
    'note_fingerprints.client_ink',
    'notes.capture_digest',
  ];
  const stored = (await listStoredSecrets(api)).filter(([column]) => !digests.includes(column));
  const columns = stored.filter(([, values]) => values.length > 0).map(([column]) => column);
  expect(columns).toEqual(
    expect.arrayContaining([
      'clients.signature_code',
      'note_drafts.client_signature_code',
      'note_receipts.token_hash',
      'recovery_codes.code_hash',
      'sessions.token_hash',
      'temporary_passwords.sealed',
      'two_factor_secrets.sealed',
      'users.password_hash',
    ]),
  );
  const secrets = [
    ...stored.flatMap(([, values]) => values),
    ...recoveryCodes,
    PLANTED_CODE,
    PLANTED_PASSWORD,
    '$argon2',
    seeded.business.admin.token,
    seeded.manager.token,
    seeded.employee.token,
  ];
  const leaks: string[] = [];
  for (const [name, content] of entries)
    for (const secret of secrets) if (content.includes(secret)) leaks.push(`${name}: ${secret}`);
  expect(leaks).toEqual([]);
});

test('CSV files name people and clients, and keep text that looks like a formula text [14.export.6]', () => {
  const clients = textOf('csv/clients.csv');
  expect(clients.startsWith('\uFEFF"Client number","Client ID","Contact name"')).toBe(true);
  expect(clients).toContain(`"'=${OWN}"`);
  expect(textOf('csv/notes.csv').split('\r\n')).toHaveLength(recordsOf('notes').length + 2);
});

test('the CSV file of the business has all its settings [14.export.6]', () => {
  const [settings = {}] = parse<Record<string, string>>(textOf('csv/business.csv'), {
    bom: true,
    columns: true,
  });
  expect(settings).toMatchObject({ 'Time zone': 'America/Chicago', 'Paper size': 'letter' });
});

test('the changes of the ledger are numbers in its CSV file, also negative ones [14.export.6]', () => {
  const rows = parse<{ Change: string }>(textOf('csv/ledger.csv'), { bom: true, columns: true });
  const stored = recordsOf('unit_ledger').map(({ delta }) => Number(delta));
  expect(Math.min(...stored)).toBeLessThan(0);
  expect(rows.map(({ Change }) => Number(Change))).toEqual(stored);
});

test('each kind of record has a CSV file with its rows [14.export.6]', () => {
  expect([...Object.keys(CSV_FILES), ...Object.keys(JSON_ONLY)].toSorted()).toEqual(
    EXPORTED_TABLES.toSorted(),
  );
  for (const [table, file] of Object.entries(CSV_FILES)) {
    const [, ...rows] = parse(textOf(`csv/${file}.csv`), { bom: true });
    expect([table, rows.length]).toEqual([table, recordsOf(table).length]);
  }
  const names = [...entries.keys()].filter((name) => name.startsWith('csv/'));
  expect(names).toHaveLength(Object.keys(CSV_FILES).length);
});

test('each signed version has its PDF and its evidence, the last one that of the API [14.export.6]', async () => {
  const evidence = await api.ok(seeded.manager.token, 'GET /api/notes/:id/evidence', {
    params: { id: signedTwice },
  });
  const lines = textOf('notes/evidence.jsonl').split('\n').slice(0, -1);
  const versions = lines.map((line) => JSON.parse(line) as typeof evidence);
  const [earlier, last] = versions.filter(({ noteId }) => noteId === signedTwice);
  expect(last).toEqual(evidence);
  expect(earlier).toMatchObject({ noteId: signedTwice, version: 1, matches: true, missing: [] });
  expect([
    earlier?.canonical?.includes('Signed again'),
    evidence.canonical?.includes('Signed again'),
  ]).toEqual([false, true]);
  const names = versions.map(({ noteId, version }) => `notes/${noteId}/v${version}.pdf`);
  expect([...entries.keys()].filter((name) => name.endsWith('.pdf') && name.startsWith('notes/'))).toEqual(
    names,
  );
  for (const name of names) expect(entries.get(name)?.subarray(0, 5).toString()).toBe('%PDF-');
});

test('all evidence of an export is verified with its audit log at once, and a changed line is found [14.export.6]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  const [file, log] = [join(folder, 'evidence.jsonl'), join(folder, 'audit-log.csv')];
  await writeFile(log, textOf('csv/audit-log.csv'));
  const verify = async (content: string) => {
    await writeFile(file, content);
    return promisify(execFile)(process.execPath, ['scripts/verify-evidence.mjs', file, log]);
  };
  const content = textOf('notes/evidence.jsonl');
  const lines = content.split('\n').slice(0, -1);
  expect((await verify(content)).stdout).toBe(`Signed versions: ${lines.length} right, 0 wrong\n`);
  const expectFault = async (changed: string, fault: string) => {
    const failure = { code: 1, stdout: expect.stringContaining(`WRONG: ${fault}`) };
    await expect(verify(changed)).rejects.toMatchObject(failure);
  };
  const note = `note ${signedTwice}, version 2: `;
  await expectFault(content.replace('Signed again', 'Changed later'), `${note}digest is not the SHA-256`);
  const own = lines.find((line) => line.includes('Signed again')) ?? '';
  await expectFault(`${content}${own}\n`, `${note}it is in the file twice`);
  await expectFault(content.replace(`${own}\n`, ''), `${note}it is in the audit log, but not in the file`);
  await expectFault(content.replace(own, '{"noteId":'), `note in line ${lines.indexOf(own) + 1}: `);
  await expectFault('\n', 'the file has no evidence');
  await writeFile(
    log,
    textOf('csv/audit-log.csv')
      .replace('Signed again', 'Changed later')
      .replace('""version"":2', '""version"":3'),
  );
  await expectFault(content, 'row ');
  await rm(folder, { recursive: true });
});

test('the characters that PDFs show as codes are named in the manifest and beside the file [14.script.7]', async () => {
  expect(manifest()['unprintable']).toEqual(['U+E000']);
  const [newest] = await api.ok(seeded.business.admin.token, 'GET /api/exports');
  expect(newest?.unprintable).toEqual(['U+E000']);
});

test('stored files are in the archive under their key [14.export.6]', async () => {
  const files = await api.sql<{ key: string; sha256: Buffer }>(
    'select storage_key as key, sha256 from stored_files where business_id = $1',
    [seeded.business.id],
  );
  expect(files.length).toBeGreaterThan(2);
  for (const { key, sha256 } of files) {
    const digest = createHash('sha256').update(entries.get(`files/${key}`) ?? '');
    expect(digest.digest('hex')).toBe(Buffer.from(sha256).toString('hex'));
  }
});

test('nothing of an export is left on the disk but its file', async () => {
  const { dataDir } = api.server.services.settings;
  expect(await readdir(join(dataDir, 'jobs'))).toEqual([]);
  // PostgreSQL needs no snapshots.
  const snapshots = join(dataDir, 'database', 'snapshots');
  expect(await readdir(snapshots).catch(() => [])).toEqual([]);
});
