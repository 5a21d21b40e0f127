import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openLog } from '#platform/server/log.ts';
import { EXPORTED_TABLES } from '#features/exports/server/business/contents.ts';
import { verifyClaims } from '#features/invoices/server/claims/verifyReads.ts';
import { verifyInvoices } from '#features/invoices/server/verifyReads.ts';
import type { RunningServer } from '#app/server.ts';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createCompleteBusiness } from '#tests/support/factories/completeBusiness.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { enableTwoFactor } from '#tests/support/factories/twoFactor.ts';
import { useApi, type Api } from '#tests/support/helpers/api.ts';
import {
  exportFrom,
  MIGRATIONS,
  readTestSettings,
  send,
  serveImported,
  useInstallations,
} from '#tests/support/helpers/businessImports.ts';
import { IS_CITUS } from '#tests/support/helpers/citus.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import {
  readAuditLog,
  readFiles,
  readManifest,
  readRecords,
  toManifest,
  type Manifest,
} from '#tests/support/helpers/exportContents.ts';
import { exportArchive } from '#tests/support/helpers/exports.ts';
import { runProgram } from '#tests/support/helpers/process.ts';
import { readZip, writeZip } from '#tests/support/helpers/zip.ts';
import { importBusiness } from './importBusiness.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const { createDirectory, createInstallation, importInto, write } = useInstallations();
let seeded: SeededBusiness;
let archive: Buffer;
beforeAll(async () => {
  await createSeededBusiness(api);
  seeded = await createCompleteBusiness(api);
  await enableTwoFactor(api, seeded.manager.token);
  archive = await exportArchive(api, seeded.business.admin.token);
});

describe('an imported business', () => {
  test(
    'is the same from PostgreSQL to the embedded database and back, byte for byte, in every table and every stored file [14.businessImport.1,2]',
    { timeout: 180_000 },
    async () => {
      const { rows, missing } = await readManifest(archive);
      const [records, files] = [await readRecords(archive), await readFiles(archive)];
      expect(EXPORTED_TABLES.filter((table) => !rows[table])).toEqual([]);
      expect(missing).toEqual([]);
      expect(Object.keys(files)).toHaveLength(rows['stored_files'] ?? 0);
      const embedded = await createDirectory();
      const first = await importInto(embedded, archive);
      expect(first.needsPasswords.map(({ username }) => username)).toContain(seeded.employee.username);
      expect(first.admin?.username).toBe(seeded.business.admin.username);
      const one = await serveImported(embedded, first.admin);
      let again: Buffer;
      try {
        await expectVerified(one.server);
        again = await exportFrom(one);
      } finally {
        await one.server.stop();
      }
      expect(await readRecords(again)).toEqual(records);
      expect(await readFiles(again)).toEqual(files);
      expect((await readManifest(again)).missing).toEqual([]);
      expect((await readAuditLog(again)).startsWith(await readAuditLog(archive))).toBe(true);

      const postgres = await createInstallation();
      const second = await importInto(postgres, again);
      const other = await serveImported(postgres, second.admin);
      try {
        await expectVerified(other.server);
        const third = await exportFrom(other);
        expect(await readRecords(third)).toEqual(records);
        expect(await readFiles(third)).toEqual(files);
        expect((await readManifest(third)).missing).toEqual([]);
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
      const { admin, needsPasswords } = await importInto(
        await createInstallation(),
        await exportArchive(api, business.admin.token),
      );
      const { username } = business.admin;
      expect([admin?.username, needsPasswords.map((one) => one.username)]).toEqual([username, [username]]);
    },
  );
});

async function expectVerified(server: RunningServer): Promise<void> {
  await expectInvariants({ server } as Api);
  const now = new Date();
  expect(await verifyInvoices(server.services, now)).toEqual({ invoices: 2, fault: null });
  expect(await verifyClaims(server.services, now)).toEqual({ batches: 1, fault: null });
}

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
  await expectNextInvoice({ server, token });
  // Old passwords are not in the export.
  const { username, password } = seeded.employee;
  const old = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
  });
  expect(old.statusCode).toBe(401);
}

/** Expects that the numbers of invoices go on without a gap, and that the draft of the export can be issued. */
async function expectNextInvoice(imported: { server: RunningServer; token: string }): Promise<void> {
  const list = await send<{ number: string | null }[]>(imported, 'GET', '/api/invoices');
  const numbers = list.flatMap(({ number }) => number ?? []).toSorted();
  const url = `/api/invoices/${seeded.ids.invoice}/issue`;
  const { number } = await send<{ number: string }>(imported, 'POST', url);
  const [series = ''] = numbers.map((one) => one.replace(/\d+$/, ''));
  expect([...numbers, number]).toEqual([1, 2, 3].map((nth) => `${series}${String(nth).padStart(4, '0')}`));
}

describe('npm run import-business', { timeout: 120_000 }, () => {
  const runCommand = (environment: Record<string, string>, ...parts: string[]) =>
    runProgram({ ...environment, NODE_ENV: 'test' }, ['scripts/importBusiness.ts', ...parts]);

  test('prints which accounts and clients need new passwords and codes, and verifies the result [14.businessImport.2]', async () => {
    const { code, output } = await runCommand(await createInstallation(), await write(archive));
    const people = await api.sql<{ id: number; line: string }>(
      `select id::int, format('  %s (%s %s)', username, first_name, last_name) as line from users
       where business_id = $1 order by id`,
      [seeded.business.id],
    );
    const clients = await api.sql<{ line: string }>(
      `select format('  %s (%s)', company_name, id) as line from clients
       where business_id = $1 and signature_code is not null order by id`,
      [seeded.business.id],
    );
    const lines = output.trim().split('\n');
    expect(lines.slice(1, -7)).toEqual([
      'These accounts need a new password:',
      ...people.map(({ id, line }) =>
        id === seeded.manager.id ? `${line}, and has to set up two-factor authentication again` : line,
      ),
      'These clients need a new signature code:',
      ...clients.map(({ line }) => line),
    ]);
    expect(clients.length).toBeGreaterThan(1);
    const [head = '', [login = '', ...verified]] = [lines[0], lines.slice(-7)];
    expect(head).toMatch(
      /^Imported .+ as of .+: \d+ records, each table compared with its digest, and \d+ files\.$/,
    );
    expect(login).toMatch(
      new RegExp(
        `^Log in as ${seeded.business.admin.username} with the temporary password \\S{12} and choose another one\\.$`,
      ),
    );
    expect(verified.map((line) => line.replace(/, .*/, ''))).toEqual([
      'Ledger: right',
      'Audit logs: right',
      'Signed notes: right',
      'Invoices: right',
      'Claims: right',
      expect.stringMatching(/^Audit checkpoints: none in .+audit-checkpoints$/),
    ]);
    expect(verified).toContain('Invoices: right, 2 issued invoices');
    expect(code).toBe(0);
  });

  test('exits with 1 and the reason for a refused file, and without a file [14.businessImport.3]', async () => {
    const environment = await createInstallation();
    const path = await write(archive.subarray(0, archive.length - 400));
    expect(await runCommand(environment, path)).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /is damaged or isn't a business export: .*\. Nothing has been changed\.\n$/,
      ) as string,
    });
    expect(await runCommand(environment)).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        'Specify the file to import: npm run import-business -- FILE',
      ) as string,
    });
  });
});

describe('import-business refuses, and changes nothing', () => {
  let target: Record<string, string>;
  beforeAll(async () => {
    target = await createInstallation();
  });
  const changed = async (change: (entries: Map<string, Buffer>) => void) => {
    const entries = await readZip(archive);
    change(entries);
    return writeZip(entries);
  };
  const editManifest = (edit: (manifest: Manifest) => object) =>
    changed((entries) => {
      const manifest = toManifest(entries);
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
    await expect(importInto(target, await content())).rejects.toThrow(message);
    expect(await readdir(target['DATA_DIR'] ?? '')).not.toContain('files');
  });

  test('an installation with a business [14.businessImport.3]', async () => {
    // None of the refused files is an obstacle to the right one.
    expect((await importInto(target, archive)).files).toBeGreaterThan(2);
    await expect(importInto(target, archive)).rejects.toThrow(/has a business already/);
  });

  test.runIf(IS_CITUS)('a distributed database', async () => {
    await expect(importInto(api.database.settings, archive)).rejects.toThrow(/distributed already/);
  });

  test('a file that is not there [14.businessImport.3]', async () => {
    const importing = importBusiness({
      path: join(target['DATA_DIR'] ?? '', 'none.zip'),
      settings: readTestSettings(target),
      migrations: MIGRATIONS,
      log: openLog('silent'),
    });
    await expect(importing).rejects.toThrow(/File not found/);
  });
});
