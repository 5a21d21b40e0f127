import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { MAX_BUSINESS_BYTES } from '#features/files/rules.ts';
import {
  createBusiness,
  setSubscriptionStatus,
  type TestBusiness,
} from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createFinishedExport } from '#tests/support/factories/exports.ts';
import { buildTxt, buildUploadForm } from '#tests/support/factories/files.ts';
import { createStoredPacket } from '#tests/support/factories/packets.ts';
import { createPacketVisits, MARCH } from '#tests/support/factories/packetVisits.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { createExport, startRunner, writeText } from '#tests/support/helpers/exports.ts';

const api = useApi();
let business: TestBusiness;
let token: string;
beforeEach(async () => {
  business = await createBusiness(api);
  token = business.admin.token;
});
afterEach(() => api.sql('delete from export_jobs'));

const list = () => api.ok(token, 'GET /api/exports');
const remove = (id: number, who = token) => api.call(who, 'DELETE /api/exports/:id', { params: { id } });
const readFile = (id: number) => api.call(token, 'GET /api/exports/:id/file', { params: { id } });

async function findKey(id: number): Promise<string> {
  const [row] = await api.sql<{ key: string }>('select storage_key as key from export_jobs where id = $1', [
    id,
  ]);
  return row?.key ?? '';
}
const isStored = async (key: string) => (await api.server.services.files.stat(key)) !== null;

test('a finished export replaces the one before, whose file is deleted at once [16.exports.1]', async () => {
  const packet = await createStoredPacket(api, {
    businessId: business.id,
    userId: business.admin.id,
    noteId: 1,
  });
  const other = await createFinishedExport(api, await createBusiness(api));
  const first = await createExport(api, token, writeText('first'));
  const key = await findKey(first.id);
  expect(await isStored(key)).toBe(true);
  // A failed one replaces nothing.
  const failed = await createExport(api, token, () => Promise.reject(new Error('no')));
  expect(await isStored(key)).toBe(true);
  const second = await createExport(api, token, writeText('second'));
  expect(await isStored(key)).toBe(false);
  expect((await list()).map(({ id }) => id)).toEqual([second.id, failed.id]);
  for (const answer of [await readFile(first.id), await remove(first.id)])
    expect(answer).toMatchObject({
      status: 404,
      error: { message: 'This file doesn’t exist. It was deleted, or replaced by a newer one.' },
    });
  expect((await readFile(second.id)).status).toBe(200);
  for (const id of [packet, other]) expect(await isStored(await findKey(id))).toBe(true);
  expect(await api.sql('select 1 from orphaned_files')).toEqual([]);
});

test('admins delete an export with its file, also without a subscription, which the audit log has [16.exports.2]', async () => {
  const { id } = await createExport(api, token, writeText('all records'));
  const key = await findKey(id);
  const manager = await createPerson(api, business, { role: 'manager' });
  expectError(await remove(id, manager.token), 403, 'forbidden');
  expect((await remove(id, (await createBusiness(api)).admin.token)).status).toBe(404);
  await setSubscriptionStatus(api, business.id, 'canceled');
  expect((await remove(id)).status).toBe(204);
  expect([await isStored(key), await list()]).toEqual([false, []]);
  expect((await remove(id)).status).toBe(404);
  const rows = await api.sql(
    `select action, object_id::int as id from audit_log where business_id = $1 and object = 'export' order by seq`,
    [business.id],
  );
  expect(rows.at(-1)).toEqual({ action: 'deleted', id });
});

test('an export that waits can be deleted, one that is being created cannot [16.exports.2]', async () => {
  const { id } = await api.ok(token, 'POST /api/exports');
  expect((await remove(id)).status).toBe(204);
  const again = await api.ok(token, 'POST /api/exports');
  let begun = () => {};
  const isRunning = new Promise<void>((resolve) => (begun = resolve));
  const stop = startRunner(api, (_, { signal }) => {
    begun();
    return new Promise((__, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  await isRunning;
  expectError(await remove(again.id), 409, 'export_running');
  await stop();
});

test('managers delete an audit-day packet with its files [16.exports.2]', async () => {
  const id = await createStoredPacket(api, { businessId: business.id, userId: business.admin.id, noteId: 1 });
  const key = await findKey(id);
  const manager = await createPerson(api, business, { role: 'manager' });
  const call = (who: string) => api.call(who, 'DELETE /api/packets/:id', { params: { id } });
  const employee = await createPerson(api, business, { role: 'employee' });
  expectError(await call(employee.token), 403, 'forbidden');
  expect((await call(manager.token)).status).toBe(204);
  expect([await isStored(key), await api.ok(manager.token, 'GET /api/packets')]).toEqual([false, []]);
  expect((await call(manager.token)).status).toBe(404);
});

test('the file of an export counts in the storage of the business, until it is deleted [16.exports.3]', async () => {
  const id = await createFinishedExport(api, business);
  await api.sql('update export_jobs set file_size = $2 where id = $1', [id, MAX_BUSINESS_BYTES - 10]);
  const client = await createClient(api, business);
  const upload = () =>
    api.call(token, 'POST /api/clients/:id/documents', {
      params: { id: client.id },
      body: buildUploadForm({ name: 'rules.txt', bytes: buildTxt('More than ten bytes.') }),
    });
  const full = await upload();
  expectError(full, 409, 'storage_full');
  expect(full.error?.message).toContain('including its export and audit-day packet');
  await remove(id);
  expect((await upload()).status).toBe(201);
});

/** Makes the next backup need more than any disk has, without writing it. */
async function growLastBackup(): Promise<() => Promise<void>> {
  const { directory } = api.server.services.settings.backups;
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'quarterhour-auto-2026-03-01T00-00-00Z.tar');
  await writeFile(path, '');
  await truncate(path, 8 * 2 ** 40);
  return () => rm(path, { force: true });
}

test('no job starts that would leave less space than the next backup needs [16.exports.4]', async () => {
  const visits = await createPacketVisits(api);
  await visits.approve(3);
  const createPacket = () =>
    api.call(visits.manager.token, 'POST /api/packets', {
      body: { pairs: [{ clientId: visits.clientId, ...MARCH }] },
    });
  // Queued while there was space.
  const { id } = await api.ok(token, 'POST /api/exports');
  const shrink = await growLastBackup();
  onTestFinished(shrink);
  const stop = startRunner(api, writeText('all records'));
  await expect.poll(async () => (await list())[0]?.state).toBe('failed');
  await stop();
  const [job] = await list();
  expect(job).toMatchObject({
    id,
    failure: expect.stringContaining('enough free space for this file and its next backup'),
  });
  for (const answer of [await api.call(token, 'POST /api/exports'), await createPacket()]) {
    expectError(answer, 507, 'no_space_for_backup');
    expect(answer.error?.message).toContain('Nothing was started.');
  }
  expect((await list()).map((one) => one.id)).toEqual([id]);
  await shrink();
  expect((await createPacket()).status).toBe(202);
});
