import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startServer, type RunningServer } from '#app/server.ts';
import { openLog } from '#platform/server/log.ts';
import { readSettings, type Settings } from '#platform/server/settings.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  dropDatabase,
  type TestDatabase,
} from '#tests/setup/database.ts';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { useApi, type Api } from '#tests/support/helpers/api.ts';
import { IS_CITUS } from '#tests/support/helpers/citus.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { exportArchive } from '#tests/support/helpers/exports.ts';
import { readZip, writeZip } from '#tests/support/helpers/zip.ts';
import { importBusiness } from './importBusiness.ts';

const migrations = join(import.meta.dirname, '../../../../../db/migrations');
const log = openLog('silent');

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
let folder: string;
let archive: Buffer;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  await createSeededBusiness(api);
  seeded = await createSeededBusiness(api);
  archive = await exportArchive(api, seeded.business.admin.token);
});
afterAll(async () => {
  for (const one of undo.toReversed()) await one();
});

interface Manifest {
  migrations: string[];
  rows: Record<string, number>;
}

let files = 0;
async function write(content: Buffer): Promise<string> {
  const path = join(folder, `export-${(files += 1)}.zip`);
  await writeFile(path, content);
  return path;
}

const settingsFor = (more: Record<string, string>): Settings =>
  readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    PASSWORD_HASHING: 'quick',
    RATE_LIMITS: 'off',
    BACKUPS: 'off',
    ...more,
  });

/** A data directory that no server has used. */
const emptyDirectory = async () => settingsFor({ DATA_DIR: await mkdtemp(join(folder, 'data-')) });

/** A database that a server has migrated, without a business; on Citus an empty one, which is not distributed. */
async function newDatabase(): Promise<Settings> {
  if (IS_CITUS) {
    const url = await createEmptyDatabase();
    undo.push(() => dropDatabase(url));
    return { ...(await emptyDirectory()), databaseUrl: url };
  }
  const database: TestDatabase = await createTestDatabase('server');
  undo.push(() => database.remove());
  return settingsFor(database.settings);
}

const run = async (content: Buffer, settings: Settings) =>
  importBusiness({ path: await write(content), settings, migrations, log });

/** A server on imported data, and the token of its admin with the temporary password. */
async function serve(settings: Settings, { username, password }: { username: string; password: string }) {
  const server = await startServer(settings, { migrations }, log);
  const login = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
  });
  expect(login.json()).toMatchObject({ user: { username } });
  return { server, token: login.json<{ token: string }>().token };
}

/** The archive of the business on a server whose own runner makes it. */
async function exportFrom({ app }: RunningServer, token: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}` };
  const created = await app.inject({ method: 'POST', url: '/api/exports', headers });
  const url = `/api/exports/${created.json<{ id: number }>().id}`;
  await vi.waitFor(
    async () => expect((await app.inject({ url, headers })).json()).toMatchObject({ state: 'done' }),
    { timeout: 60_000, interval: 100 },
  );
  return (await app.inject({ url: `${url}/file`, headers })).rawPayload;
}

/** The records of an archive by name, without what each installation writes on its own. */
async function recordsOf(content: Buffer): Promise<Record<string, string>> {
  const records = [...(await readZip(content))].filter(([name]) => name.startsWith('records/'));
  const ownAdmin = /"issued_password_at":("[^"]*"|null)/g;
  return Object.fromEntries(
    records
      // The export itself, and the login before it, are in the audit log.
      .filter(([name]) => !name.includes('/audit_'))
      .map(([name, lines]) => [name, String(lines).replace(ownAdmin, '"issued_password_at":?')]),
  );
}
const auditOf = async (content: Buffer) => String((await readZip(content)).get('records/audit_log.jsonl'));

describe('an imported business', () => {
  test(
    'is the same from PostgreSQL to the embedded database and back, byte for byte [14.businessImport.1,2]',
    { timeout: 180_000 },
    async () => {
      const embedded = await emptyDirectory();
      const first = await run(archive, embedded);
      expect(first.needsPasswords.map(({ username }) => username)).toContain(seeded.employee.username);
      expect(first.admin?.username).toBe(seeded.business.admin.username);
      const one = await serve(embedded, first.admin ?? { username: '', password: '' });
      let again: Buffer;
      try {
        await expectInvariants({ server: one.server } as Api);
        again = await exportFrom(one.server, one.token);
      } finally {
        await one.server.stop();
      }
      expect(await recordsOf(again)).toEqual(await recordsOf(archive));
      expect((await auditOf(again)).startsWith(await auditOf(archive))).toBe(true);

      const postgres = await newDatabase();
      const second = await run(again, postgres);
      const other = await serve(postgres, second.admin ?? { username: '', password: '' });
      try {
        await expectInvariants({ server: other.server } as Api);
        const third = await exportFrom(other.server, other.token);
        expect(await recordsOf(third)).toEqual(await recordsOf(archive));
        await expectWorking(other);
      } finally {
        await other.server.stop();
      }
    },
  );

  test(
    'has a temporary password for an admin on leave when no admin is active [14.businessImport.2]',
    { timeout: 60_000 },
    async () => {
      const business = await createBusiness(api);
      const former = await createPerson(api, business, { role: 'admin' });
      const setStatus = (by: Account, { id }: Account, status: string) =>
        api.ok(by.token, 'PUT /api/users/:id/profile', { params: { id }, body: { status } });
      await setStatus(former, business.admin, 'on_leave');
      await setStatus(business.admin, former, 'inactive');
      const { admin, needsPasswords } = await run(
        await exportArchive(api, business.admin.token),
        await newDatabase(),
      );
      const { username } = business.admin;
      expect([admin?.username, needsPasswords.map((one) => one.username)]).toEqual([username, [username]]);
    },
  );
});

/** Expects that the business goes on: its evidence verifies, its files are there, and new rows get new ids. */
async function expectWorking({ server, token }: { server: RunningServer; token: string }): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { note, document } = seeded.ids;
  const evidence = await server.app.inject({ url: `/api/notes/${note}/evidence`, headers });
  expect(evidence.json()).toMatchObject({ noteId: note, matches: true, missing: [] });
  expect((await server.app.inject({ url: `/api/documents/${document}/file`, headers })).statusCode).toBe(200);
  const announced = await server.app.inject({
    method: 'POST',
    url: '/api/announcements',
    headers,
    payload: { title: 'We have moved', content: 'To a new server.', type: 'general' },
  });
  expect(announced.statusCode).toBe(201);
  // Old passwords are not in the export.
  const { username, password } = seeded.employee;
  const old = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
  });
  expect(old.statusCode).toBe(401);
}

describe('import-business refuses, and changes nothing', () => {
  let target: Settings;
  beforeAll(async () => {
    target = await newDatabase();
  });
  const changed = async (change: (entries: Map<string, Buffer>) => void) => {
    const entries = await readZip(archive);
    change(entries);
    return writeZip(entries);
  };
  const editManifest = (edit: (manifest: Manifest) => object) =>
    changed((entries) => {
      const manifest = JSON.parse(String(entries.get('manifest.json'))) as Manifest;
      entries.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...edit(manifest) })));
    });

  test.each<[what: string, content: () => Promise<Buffer>, message: RegExp]>([
    ['a file that is no ZIP', async () => Buffer.from('PK no zip'), /is damaged or isn't a business export/],
    [
      'a truncated file',
      async () => archive.subarray(0, archive.length - 400),
      /is damaged or isn't a business export/,
    ],
    [
      'a changed record',
      () => changed((entries) => entries.set('records/clients.jsonl', Buffer.from('{}\n'))),
      /records\/clients\.jsonl does not match its digest/,
    ],
    [
      'a missing entry',
      () => changed((entries) => entries.delete('records/notes.jsonl')),
      /records\/notes\.jsonl is missing/,
    ],
    [
      'an entry that the manifest does not list',
      () => changed((entries) => entries.set('files/1/evil', Buffer.from('x'))),
      /does not list files\/1\/evil/,
    ],
    ['a newer format', () => editManifest(() => ({ format: 99 })), /newer version of the product/],
    [
      'unknown migrations',
      () => editManifest(({ migrations: all }) => ({ migrations: [...all, 'f'.repeat(64)] })),
      /newer version of the product/,
    ],
    [
      'records of a table that is not exported',
      () => editManifest(({ rows }) => ({ rows: { ...rows, sessions: 1 } })),
      /records of a table sessions/,
    ],
    [
      'records of another business',
      () => editManifest(() => ({ business: { id: 999, name: 'Other' } })),
      /another business|invalid name/,
    ],
  ])('%s [14.businessImport.3]', async (_, content, message) => {
    await expect(run(await content(), target)).rejects.toThrow(message);
    expect(await readdir(target.dataDir)).not.toContain('files');
  });

  test('an installation with a business [14.businessImport.3]', async () => {
    // None of the refused files is an obstacle to the right one.
    expect((await run(archive, target)).files).toBeGreaterThan(2);
    await expect(run(archive, target)).rejects.toThrow(/has a business already/);
  });

  test.runIf(IS_CITUS)('a distributed database', async () => {
    await expect(run(archive, settingsFor(api.database.settings))).rejects.toThrow(/distributed already/);
  });

  test('a file that is not there [14.businessImport.3]', async () => {
    const importing = importBusiness({ path: join(folder, 'none.zip'), settings: target, migrations, log });
    await expect(importing).rejects.toThrow(/File not found/);
  });
});
