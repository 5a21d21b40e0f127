/** Backups during writes are restored elsewhere and verified; damaged and unfit backups are refused. */

import { createHash, randomBytes, randomInt } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ArchiveWriter, DamagedArchive, openArchive } from '#platform/server/backup/archive.ts';
import { BackupStopped } from '#platform/server/backup/backup.ts';
import { FORMAT, MANIFEST, NewerArchive, readManifest } from '#platform/server/backup/manifest.ts';
import { RestoreRefused, RestoreUncertain } from '#platform/server/backup/restore.ts';
import { openEmbedded } from '#platform/server/database/embedded/openEmbedded.ts';
import { MigrationInProgress } from '#platform/server/database/migrate.ts';
import { openFileStore } from '#platform/server/files/openFileStore.ts';
import { openLog } from '#platform/server/log.ts';
import { readSettings, type Settings } from '#platform/server/settings.ts';
import { backUp, restore } from '#app/backups.ts';
import { withUsername } from '#tests/setup/accounts.ts';
import { createEmptyDatabase } from '#tests/setup/database.ts';
import { buildPdf, buildUploadForm } from '#tests/support/factories/files.ts';
import { startS3Server, type FakeS3Server } from '#tests/support/fakes/s3Server.ts';
import { startCuttingRelay } from '#tests/support/fakes/tcpRelay.ts';
import { createAgency, sendNote, type RunningAgency } from '#tests/support/helpers/agencyProcess.ts';
import { callEndpoint } from '#tests/support/helpers/httpCall.ts';
import {
  runProgram,
  startExpectingExit,
  startProduct,
  type ProductProcess,
} from '#tests/support/helpers/process.ts';
import { createRandom } from '#tests/support/helpers/random.ts';

const log = openLog('silent');
const migrations = 'db/migrations';
const bytes = buildPdf('A plan that outlives the disk');
const [lost, spoiled] = [buildPdf('A plan that is lost'), buildPdf('A plan that is spoiled')];

let root: string;
let archive: string;
let original: string;
let bucket: FakeS3Server;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'quarterhour-backup-'));
  original = join(root, 'original');
  archive = join(root, 'drill.tar');
  bucket = await startS3Server(join(root, 'bucket'));
  const directory = join(original, 'database');
  await (await openEmbedded({ directory, log })).close();
});
afterAll(async () => {
  await bucket.stop();
  await rm(root, { recursive: true, force: true });
});

interface Agency extends RunningAgency {
  documentId: number;
}

/** A business with a client and three documents of the client. */
async function createAgencyWithFiles(url: string): Promise<Agency> {
  const agency = await createAgency(url);
  const upload = (content: Buffer) =>
    callEndpoint<{ id: number }>(url, `POST /api/clients/${agency.clientId}/documents`, {
      token: agency.token,
      body: buildUploadForm({ name: 'Plan.pdf', bytes: content }, { description: 'Signed' }),
    });
  const { id: documentId } = await upload(bytes);
  for (const content of [lost, spoiled]) await upload(content);
  return { ...agency, documentId };
}

const submitNote = async (agency: RunningAgency) => (await sendNote(agency)).body;

/** Expects the login, the notes, the client's encrypted code and the document's bytes. */
async function expectAgency(url: string, agency: Agency, noteIds: number[]): Promise<void> {
  const { token } = await callEndpoint<{ token: string }>(url, 'POST /api/auth/login', {
    body: agency.login,
  });
  const notes = await callEndpoint<{ id: number }[]>(url, 'GET /api/notes?limit=200', { token });
  const ids = new Set(notes.map(({ id }) => id));
  expect(noteIds.filter((id) => !ids.has(id))).toEqual([]);
  const { valid } = await callEndpoint<{ valid: boolean }>(
    url,
    `POST /api/clients/${agency.clientId}/verify-code`,
    { token, body: { code: '4711ab' } },
  );
  expect(valid).toBe(true);
  const file = await fetch(`${url}/api/documents/${agency.documentId}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  const { id } = await submitNote({ ...agency, url, token });
  expect(ids.has(id)).toBe(false);
}

async function withProduct<T>(
  environment: Record<string, string>,
  work: (product: ProductProcess) => Promise<T>,
): Promise<T> {
  const product = await startProduct({ RATE_LIMITS: 'off', NODE_ENV: 'test', ...environment });
  try {
    return await work(product);
  } finally {
    await product.end('SIGTERM');
  }
}

/** Creates a data directory with the key of the original only. */
function createDirectory(name: string): string {
  const directory = join(root, name);
  mkdirSync(directory);
  cpSync(join(original, 'server.key'), join(directory, 'server.key'));
  return directory;
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const asSuperuser = (connectionString: string) => withUsername(connectionString, 'postgres');

function databaseUrl(name: string): string {
  const { admin, account } = inject('postgres');
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return withUsername(url.href, account);
}

/** Constraints, policies, triggers and rights of a database: everything but rows. */
const readSchema = (connectionString: string): Promise<string[]> =>
  withClient(asSuperuser(connectionString), async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) as line
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'table', oid::regclass, relrowsecurity, relforcerowsecurity, relacl::text)
        from pg_class where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'policy', tablename, policyname, permissive, roles::text, cmd, qual, with_check)
        from pg_policies where schemaname = 'public'
      union all select concat_ws(' ', 'trigger', tgrelid::regclass, tgenabled, pg_get_triggerdef(oid))
        from pg_trigger where not tgisinternal
      union all select concat_ws(' ', 'migration', hash) from schema_history.migrations`);
    return rows.map(({ line }) => line).toSorted();
  });

/** Deletes one file from the store and replaces another. @returns their faults */
async function spoilFiles(settings: Settings): Promise<{ key: string; fault: 'missing' | 'changed' }[]> {
  const findKey = (content: Buffer) =>
    withClient(asSuperuser(settings.databaseUrl ?? ''), async (client) => {
      const sha256 = createHash('sha256').update(content).digest();
      const { rows } = await client.query<{ key: string }>(
        'select storage_key as key from stored_files where sha256 = $1',
        [sha256],
      );
      return rows[0]?.key ?? '';
    });
  const [missing, changed] = [await findKey(lost), await findKey(spoiled)];
  const store = openFileStore(settings);
  await store.delete(missing);
  const other = join(root, 'other.pdf');
  writeFileSync(other, buildPdf('Another plan'));
  await store.put(changed, other);
  return [
    { key: missing, fault: 'missing' },
    { key: changed, fault: 'changed' },
  ];
}

test('a backup during writes is restored completely on PostgreSQL and back, and passes the verification [R-13]', async () => {
  const { agency, before } = await withProduct({ DATA_DIR: original }, async ({ url }) => {
    const busy = await createAgencyWithFiles(url);
    const acknowledged: number[] = [];
    let writing = true;
    const work = (async () => {
      while (writing) acknowledged.push((await submitNote(busy)).id);
    })();
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(2);
    const atStart = [...acknowledged];
    const otherKey = readSettings({ DATA_DIR: original, SERVER_KEY: randomBytes(32).toString('hex') });
    await expect(backUp({ settings: otherKey, log }, { path: archive, now: new Date() })).rejects.toThrow(
      /^SERVER_KEY: the running server has another key/,
    );
    const snapshots = () => readdirSync(join(original, 'database', 'snapshots')).length;
    expect(snapshots()).toBe(0);
    const command = runProgram({ DATA_DIR: original }, ['scripts/backup.ts', archive]);
    await expect.poll(snapshots, { timeout: 60_000 }).toBe(1);
    const atSnapshot = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(atSnapshot + 2);
    // The command needs the processor.
    writing = false;
    await work;
    const { code, output } = await command;
    expect([code, output]).toEqual([0, expect.stringContaining('read back and right')]);
    return { agency: busy, before: atStart };
  });
  expect(statSync(archive).mode & 0o077).toBe(0);
  expect(readdirSync(join(original, 'database'))).not.toContain('snapshots.json');

  // To PostgreSQL, and the files to a bucket.
  const onServer = {
    DATA_DIR: createDirectory('server'),
    DATABASE_URL: await createEmptyDatabase(),
    ...bucket.settings,
  };
  const settings = readSettings(onServer);
  const report = await restore({ path: archive, settings, migrations, log });
  expect(report).toMatchObject({ files: 3, faultyFiles: [] });
  expect(await readSchema(onServer.DATABASE_URL)).toEqual(
    await readSchema(databaseUrl(inject('postgres').template)),
  );
  const back = join(root, 'back', 'back.tar');
  const faults = await withProduct(onServer, async ({ url }) => {
    const { status } = await fetch(`${url}/api/notes`, {
      headers: { authorization: `Bearer ${agency.token}` },
    });
    expect(status).toBe(401);
    await expectAgency(url, agency, before);
    // And back, while this server is in use.
    const target = { path: back, now: new Date() };
    await expectNoBackup({ settings, log }, target);
    const spoils = await spoilFiles(settings);
    const { files, faultyFiles } = await backUp({ settings, log }, target);
    expect(files).toBe(3);
    expect(new Set(faultyFiles)).toEqual(new Set(spoils));
    return faultyFiles;
  });

  const elsewhere = createDirectory('elsewhere');
  const restored = await runProgram({ DATA_DIR: elsewhere }, ['scripts/restore.ts', back]);
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Ledger: right')]);
  expect(restored.output).toMatch(/Audit logs: right, .*\nSigned notes: right/);
  for (const { key, fault } of faults)
    expect(restored.output).toContain(`The file ${key} was ${fault} when the backup was made.`);
  expect(readdirSync(elsewhere).toSorted()).toEqual(['database', 'files', 'server.key']);
}, 600_000);

/** Expects no file from a backup during a migration, and none from a stopped backup. */
async function expectNoBackup(around: Parameters<typeof backUp>[0], target: { path: string; now: Date }) {
  await withClient(around.settings.databaseUrl ?? '', async (migrating) => {
    await migrating.query('begin; select pg_advisory_xact_lock(70151)');
    await expect(backUp(around, target)).rejects.toBeInstanceOf(MigrationInProgress);
  });
  const signal = AbortSignal.abort(new BackupStopped());
  await expect(backUp(around, { ...target, signal })).rejects.toBeInstanceOf(BackupStopped);
  expect(readdirSync(join(target.path, '..'))).toEqual([]);
}

test('a restore keeps its files when the response to the commit is lost', async () => {
  const DATABASE_URL = await createEmptyDatabase();
  const relay = await startCuttingRelay(DATABASE_URL, 'commit\0');
  const dataDir = createDirectory('cut-off');
  const settings = readSettings({ DATA_DIR: dataDir, DATABASE_URL: relay.url });
  await expect(restore({ path: archive, settings, migrations, log })).rejects.toBeInstanceOf(
    RestoreUncertain,
  );
  await relay.stop();
  expect(readdirSync(dataDir).toSorted()).toEqual(['files', 'server.key']);
  expect(await readSchema(DATABASE_URL)).toEqual(await readSchema(databaseUrl(inject('postgres').template)));
});

test('a server does not start on an unfinished restore, and a backup creates no key', async () => {
  const [halfway, keyless] = [createDirectory('halfway'), join(root, 'keyless')];
  mkdirSync(join(halfway, 'restoring'));
  mkdirSync(join(keyless, 'database'), { recursive: true });
  const [start, command] = await Promise.all([
    startExpectingExit({ DATA_DIR: halfway }),
    runProgram({ DATA_DIR: keyless }, ['scripts/backup.ts']),
  ]);
  const [unfinished, files] = [join(halfway, 'restoring'), join(halfway, 'files')];
  const advice = `did not finish. If none is in progress, delete ${unfinished} and ${files}, and restore again.`;
  expect([start.code, start.output]).toEqual([1, expect.stringContaining(advice)]);
  expect([command.code, command.output]).toEqual([1, expect.stringContaining('SERVER_KEY: is required')]);
  expect(readdirSync(halfway).toSorted()).toEqual(['restoring', 'server.key']);
  expect(readdirSync(keyless)).toEqual(['database']);
});

describe('is refused before anything is changed:', () => {
  /** Nothing but the key is in the directory, before and after. */
  async function expectRefused(
    path: string,
    kind: new (...args: never[]) => Error,
    more: { dataDir?: string; migrations?: string; settings?: Record<string, string> } = {},
  ): Promise<void> {
    const dataDir = more.dataDir ?? (target ??= createDirectory('target'));
    const list = () => (readdirSync(dataDir, { recursive: true }) as string[]).toSorted();
    const [there, settings] = [list(), readSettings({ DATA_DIR: dataDir, ...more.settings })];
    const attempt = restore({ path, settings, migrations: more.migrations ?? migrations, log });
    await expect(attempt).rejects.toBeInstanceOf(kind);
    expect(list()).toEqual(there);
  }
  let target: string | undefined;

  test('an archive with a changed byte or cut off at any position [R-13]', async () => {
    const seed = Number(process.env['BACKUP_SEED'] ?? randomInt(2 ** 31));
    process.stderr.write(`BACKUP_SEED=${seed}\n`);
    const random = createRandom(seed);
    const whole = readFileSync(archive);
    const damaged = join(root, 'damaged.tar');
    for (let round = 0; round < 20; round += 1) {
      const copy = Buffer.from(whole);
      const at = Math.floor(random() * copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 + Math.floor(random() * 255));
      writeFileSync(damaged, copy);
      await expectRefused(damaged, DamagedArchive);
    }
    for (let round = 0; round < 5; round += 1) {
      writeFileSync(damaged, whole.subarray(0, Math.floor(random() * whole.length)));
      await expectRefused(damaged, DamagedArchive);
    }
  });

  test('an archive of a newer schema, and one of a newer format', async () => {
    const older = join(root, 'migrations');
    cpSync(migrations, older, { recursive: true });
    const [first = ''] = readdirSync(older);
    writeFileSync(join(older, first, 'migration.sql'), 'create table businesses (id bigint primary key);');
    await expectRefused(archive, NewerArchive, { migrations: older });

    const newer = join(root, 'newer.tar');
    const writer = await ArchiveWriter.create(newer, new Date());
    const manifest = Buffer.from(JSON.stringify({ format: FORMAT + 1 }));
    await writer.add(MANIFEST, manifest.length, streamOf(manifest));
    await writer.finish(() => Promise.resolve());
    await expectRefused(newer, NewerArchive);
  });

  test('an archive of another server key', async () => {
    const dataDir = join(root, 'other-key');
    readSettings({ DATA_DIR: dataDir });
    await expectRefused(archive, RestoreRefused, { dataDir });
  });

  test('a restore that would leave less free space than FREE_SPACE_MB', async () => {
    // More free space than any disk has.
    await expectRefused(archive, RestoreRefused, { settings: { FREE_SPACE_MB: String(2 ** 31) } });
  });

  test('a data directory or a database that is not empty', async () => {
    await expectRefused(archive, RestoreRefused, { dataDir: original });
    const DATABASE_URL = databaseUrl(inject('postgres').template);
    const settings = readSettings({ DATA_DIR: createDirectory('full'), DATABASE_URL });
    await expect(restore({ path: archive, settings, migrations, log })).rejects.toThrow(
      /The database is not empty.* Nothing has been changed\.$/,
    );
    expect(readdirSync(join(root, 'full'))).toEqual(['server.key']);
  });

  test('an archive with one changed row and correct checksums', async () => {
    const whole = await openArchive(archive);
    const manifest = await readManifest(whole);
    const forged = join(root, 'forged.tar');
    const writer = await ArchiveWriter.create(forged, new Date());
    const addAll = (name: string, content: Buffer) => writer.add(name, content.length, streamOf(content));
    for (const { name } of manifest.parts) {
      const part = await buffer(whole.read(name));
      // The business has one client.
      const isClient = name.startsWith('rows/public.clients/');
      const change = (lines: string) => lines.replace('Cleo Client', 'Leo Client');
      await addAll(name, isClient ? gzipSync(change(gunzipSync(part).toString())) : part);
    }
    await addAll(MANIFEST, Buffer.from(JSON.stringify({ ...manifest, parts: writer.parts })));
    await writer.finish(() => Promise.resolve());
    const [DATA_DIR, DATABASE_URL] = [createDirectory('forged'), await createEmptyDatabase()];
    const settings = readSettings({ DATA_DIR, DATABASE_URL });
    await expect(restore({ path: forged, settings, migrations, log })).rejects.toThrow(
      'public.clients differs from the table in the backup',
    );
    expect(readdirSync(DATA_DIR)).toEqual(['server.key']);
    const tables = `select from pg_class where relnamespace = 'public'::regnamespace`;
    expect((await withClient(DATABASE_URL, (client) => client.query(tables))).rowCount).toBe(0);
  });
});

async function* streamOf(piece: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(piece);
}
