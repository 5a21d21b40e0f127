import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChildProcessOutOfMemory } from '#platform/server/childProcess/runChildProcess.ts';
import { clock } from '#platform/server/clock.ts';
import { LeaseLostError } from '#platform/server/queue/lease.ts';
import { deleteOrphanedFiles } from '#features/files/server/actions.ts';
import {
  createBusiness,
  setSubscriptionStatus,
  type TestBusiness,
} from '#tests/support/factories/businesses.ts';
import { createPacketVisits, MARCH } from '#tests/support/factories/packetVisits.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import {
  createExport,
  startNext,
  startRunner,
  waitForExport,
  writeText,
} from '#tests/support/helpers/exports.ts';
import { refuseWrites } from '#tests/support/helpers/refuseWrites.ts';
import { deleteOldJobs, JobFailure, type Job } from './actions.ts';
import { storeProgress } from './leaseActions.ts';

const TEXT = 'all records of a business';

const api = useApi();
let business: TestBusiness;
let token: string;
beforeEach(async () => {
  business = await createBusiness(api);
  token = business.admin.token;
});

const systemNow = clock.now;
afterEach(async () => {
  clock.now = systemNow;
  await api.sql('delete from export_jobs');
});
const moveClock = (ms: number) => {
  clock.now = () => new Date(Date.now() + ms);
};

const request = () => api.ok(token, 'POST /api/exports');
const read = (id: number) => api.ok(token, 'GET /api/exports/:id', { params: { id } });
const download = (id: number, headers: Record<string, string> = {}) =>
  api.server.app.inject({
    url: `/api/exports/${id}/file`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

describe('an export', () => {
  test('is queued, created in the background and described with size and SHA-256 [14.export.1]', async () => {
    const { status, body } = await api.call(token, 'POST /api/exports');
    expect(status).toBe(202);
    expect(await read(body.id)).toMatchObject({ state: 'queued', done: 0, of: 0, fileName: null });
    const stop = startRunner(api, writeText(TEXT));
    const job = await waitForExport(api, token, body.id);
    await stop();
    expect(job).toMatchObject({
      state: 'done',
      done: 3,
      of: 3,
      fileName: 'Records.zip',
      fileSize: TEXT.length,
    });
    expect(await api.ok(token, 'GET /api/exports')).toEqual([job]);
    const file = await download(body.id);
    expect([file.statusCode, file.body, file.headers.etag]).toEqual([200, TEXT, `"${job.sha256}"`]);
    expect(await readdir(join(api.server.services.settings.dataDir, 'jobs'))).toEqual([]);
    expect(await api.sql('select 1 from orphaned_files')).toEqual([]);
  });

  test('is one at a time: a second one is 409 export_in_progress [14.export.1]', async () => {
    const { id } = await request();
    expectError(await api.call(token, 'POST /api/exports'), 409, 'export_in_progress');
    expectError(
      await api.call(token, 'GET /api/exports/:id/file', { params: { id } }),
      409,
      'file_not_ready',
    );
    // Another business is not affected.
    await api.ok((await createBusiness(api)).admin.token, 'POST /api/exports');
  });

  test('is for admins, also without a subscription [14.export.4]', async () => {
    const manager = await createPerson(api, business, { role: 'manager' });
    for (const name of ['GET /api/exports', 'POST /api/exports'] as const)
      expect(await api.call(manager.token, name)).toMatchObject({
        status: 403,
        error: { code: 'forbidden', message: 'Only admins can do this.' },
      });
    await setSubscriptionStatus(api, business.id, 'canceled');
    expect((await createExport(api, token, writeText(TEXT))).state).toBe('done');
  });

  test('is in the audit log when it is started and at each request for its file [14.export.4]', async () => {
    const { id, sha256 } = await createExport(api, token, writeText(TEXT));
    await download(id);
    await download(id, { range: 'bytes=5-' });
    const rows = await api.sql(
      `select action, object_id::int as id, actor_id::int as actor, details from audit_log
       where business_id = $1 and object = 'export' order by seq`,
      [business.id],
    );
    const actor = business.admin.id;
    expect(rows).toEqual([
      { action: 'requested', id, actor, details: {} },
      { action: 'downloaded', id, actor, details: { sha256 } },
      { action: 'downloaded', id, actor, details: { sha256 } },
    ]);
  });
});

describe('a download', () => {
  test('continues where it was interrupted [14.export.3]', async () => {
    const { id, sha256 } = await createExport(api, token, writeText(TEXT));
    const rest = await download(id, { range: 'bytes=10-', 'if-range': `"${sha256}"` });
    expect([rest.statusCode, rest.body]).toEqual([206, TEXT.slice(10)]);
    expect(rest.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-range': `bytes 10-${TEXT.length - 1}/${TEXT.length}`,
      'content-length': String(TEXT.length - 10),
    });
    const last = await download(id, { range: 'bytes=-4' });
    expect([last.statusCode, last.body]).toEqual([206, TEXT.slice(-4)]);
  });

  test.each([
    ['bytes=-65536', [206, `0-${TEXT.length - 1}`, TEXT]],
    [`bytes=-${TEXT.length}`, [206, `0-${TEXT.length - 1}`, TEXT]],
    ['bytes=0-65535', [206, `0-${TEXT.length - 1}`, TEXT]],
    ['BYTES=2-3', [206, '2-3', TEXT.slice(2, 4)]],
    ['bytes=2-3, 9999-', [206, '2-3', TEXT.slice(2, 4)]],
    ['bytes= -1', [206, `${TEXT.length - 1}-${TEXT.length - 1}`, TEXT.slice(-1)]],
  ])('of %s is the part that the file has, by RFC 9110, 14.1.2 [14.export.3]', async (range, expected) => {
    const { id } = await createExport(api, token, writeText(TEXT));
    const { statusCode, headers, body } = await download(id, { range });
    const sent = /^bytes (\d+-\d+)\/\d+$/.exec(String(headers['content-range']))?.[1];
    expect([statusCode, sent, body]).toEqual(expected);
    expect(headers['content-length']).toBe(String(body.length));
  });

  test('of a changed file, of several ranges or of other units is the whole file [14.export.3]', async () => {
    const { id } = await createExport(api, token, writeText(TEXT));
    const cases: Record<string, string>[] = [
      { range: 'bytes=10-', 'if-range': '"another file"' },
      { range: 'bytes=0-1,4-5' },
      { range: 'lines=1-2' },
      { range: 'bytes=x' },
      { range: 'bytes=5-2' },
      { range: 'bytes=-' },
      { range: 'bytes=' },
      { range: 'bytes=0-1,x' },
    ];
    for (const headers of cases) {
      const { statusCode, body } = await download(id, headers);
      expect([headers, statusCode, body]).toEqual([headers, 200, TEXT]);
    }
  });

  test.each([`bytes=${TEXT.length}-`, 'bytes=-0', 'bytes=9999-, -0', `bytes=${'9'.repeat(30)}-`])(
    'of %s, which is nothing of the file, is 416 with the size [14.export.3]',
    async (range) => {
      const { id } = await createExport(api, token, writeText(TEXT));
      const answer = await download(id, { range });
      expect(answer.statusCode).toBe(416);
      expect(answer.headers['content-range']).toBe(`bytes */${TEXT.length}`);
      expect(answer.json()).toMatchObject({ code: 'range_not_satisfiable' });
    },
  );
});

describe('a job', () => {
  const startElsewhere = async (): Promise<Job> => {
    const job = await startNext(api);
    if (!job) throw new Error('No job was queued');
    return job;
  };

  test('of a killed process is started again when its lease ends [14.export.2]', async () => {
    const { id } = await request();
    const killed = await startElsewhere();
    expect(await read(id)).toMatchObject({ state: 'running' });
    moveClock(59_000);
    expect(await startNext(api)).toBeNull();
    moveClock(61_000);
    const stop = startRunner(api, writeText(TEXT));
    expect(await waitForExport(api, token, id)).toMatchObject({ state: 'done', fileSize: TEXT.length });
    await stop();
    const late = storeProgress(api.server.services, killed, { done: 1, total: 2 });
    await expect(late).rejects.toBeInstanceOf(LeaseLostError);
    expect((await download(id)).body).toBe(TEXT);
  });

  test('that renews its lease is not started again, and shows its progress [14.export.2]', async () => {
    const { id } = await request();
    const job = await startElsewhere();
    moveClock(50_000);
    await storeProgress(api.server.services, job, { done: 5, total: 9 });
    moveClock(100_000);
    expect(await startNext(api)).toBeNull();
    expect(await read(id)).toMatchObject({ state: 'running', done: 5, of: 9 });
  });

  test('is started by one of several processes [14.export.2]', async () => {
    const { id } = await request();
    const started = await Promise.all([1, 2, 3, 4].map(() => startNext(api)));
    expect(started.flatMap((job) => (job ? [job.id] : []))).toEqual([id]);
  });

  test('that ended its process three times fails [14.export.2]', async () => {
    const { id } = await request();
    for (const minutes of [0, 2, 4]) {
      moveClock(minutes * 60_000);
      await startElsewhere();
    }
    moveClock(6 * 60_000);
    const stop = startRunner(api, writeText(TEXT));
    const job = await waitForExport(api, token, id);
    await stop();
    expect(job.state).toBe('failed');
    expect(job.failure).toContain('The server stopped several times');
  });

  test('of a business whose writes fail is skipped, so that the next one is started', async () => {
    await request();
    const other = await createBusiness(api);
    const { id } = await api.ok(other.admin.token, 'POST /api/exports');
    await refuseWrites(api, 'update', { table: 'export_jobs', businessId: business.id });
    expect(await startElsewhere()).toMatchObject({ id, businessId: other.id });
    await expect(startElsewhere()).rejects.toThrow('update "export_jobs"');
  });

  test('is queued again when its server stops [14.export.2]', async () => {
    const { id } = await request();
    let begun = () => {};
    const isRunning = new Promise<void>((resolve) => (begun = resolve));
    const stop = startRunner(api, (_, { signal }) => {
      begun();
      return new Promise((__, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    });
    await isRunning;
    await stop();
    expect(await read(id)).toMatchObject({ state: 'queued', failure: null });
  });

  test('of another kind does not wait for an export that is running [14.packet.11]', async () => {
    const visits = await createPacketVisits(api);
    await visits.approve(3);
    const running = await request();
    const stop = startRunner(
      api,
      (_, { signal }) =>
        new Promise((__, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
      writeText(TEXT),
    );
    const pairs = [{ clientId: visits.clientId, ...MARCH }];
    const { id } = await api.ok(visits.manager.token, 'POST /api/packets', { body: { pairs } });
    const readPacket = () => api.ok(visits.manager.token, 'GET /api/packets/:id', { params: { id } });
    await vi.waitFor(async () => expect((await readPacket()).state).toBe('done'), { timeout: 60_000 });
    expect((await read(running.id)).state).toBe('running');
    await stop();
  });

  test.each([
    [new JobFailure('There is nothing to export.'), 'There is nothing to export.'],
    [
      new ChildProcessOutOfMemory(),
      "The file is too large for the server's memory. Please contact the server's administrator.",
    ],
    [new Error('secret detail'), 'The file could not be created. Please try again.'],
  ])('that throws %s fails with a message for the user', async (error, failure) => {
    const job = await createExport(api, token, () => Promise.reject(error));
    expect(job).toMatchObject({ state: 'failed', failure, fileName: null });
    expect((await api.call(token, 'POST /api/exports')).status).toBe(202);
  });
});

test('exports and their files are deleted after 7 days [14.export.5]', async () => {
  const { id } = await createExport(api, token, writeText(TEXT));
  const [row] = await api.sql<{ key: string }>('select storage_key as key from export_jobs where id = $1', [
    id,
  ]);
  const { files } = api.server.services;
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  await deleteOldJobs(api.server.services, hours(7 * 24 - 1));
  expect((await read(id)).state).toBe('done');
  await deleteOldJobs(api.server.services, hours(7 * 24 + 1));
  expect((await api.call(token, 'GET /api/exports/:id', { params: { id } })).status).toBe(404);
  await deleteOrphanedFiles(api.server.services, hours(7 * 24 + 3));
  expect(await files.stat(row?.key ?? '')).toBeNull();
});
