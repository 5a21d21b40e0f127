/** Checkpoints of the audit chains, which reveal a chain that was rewritten as a whole. */

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '#platform/server/log.ts';
import { SecretBox } from '#platform/server/secrets.ts';
import { runScheduledJobs, startScheduledJobs } from '#app/scheduledJobs.ts';
import { createBusiness, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { startApi, type Api } from '#tests/support/helpers/api.ts';
import { toSignedText, writeCheckpoints, type Checkpoint } from './checkpointActions.ts';
import { verifyCheckpoints } from './checkpointReads.ts';
import { verifyAudit } from './verifyReads.ts';

let api: Api;
let folder: string;
let file: string;
let business: TestBusiness;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ends-'));
  file = join(folder, 'elsewhere', `audit-checkpoints-${hostname()}.jsonl`);
  await mkdir(join(folder, 'elsewhere'));
  api = await startApi({ AUDIT_CHECKPOINTS_DIR: join(folder, 'elsewhere') });
  await api.sql('alter table audit_log disable trigger user');
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

const runJobs = () => runScheduledJobs(api.server.services, openLog('silent'), new Date());
const verify = async () => {
  const { services } = api.server;
  return {
    chain: (await verifyAudit(services, new Date())).fault,
    ends: (await verifyCheckpoints(services, new Date())).fault,
  };
};
const RIGHT = { chain: null, ends: null };
const lines = async () => (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
const work = (bio: string) => api.ok(business.admin.token, 'PUT /api/profile', { body: { bio } });

/** Each test starts with its own business, whose chain of at least three rows has a checkpoint. */
beforeEach(async () => {
  await rm(file, { force: true });
  business = await createBusiness(api);
  await work('First');
  await work('Second');
  await runJobs();
});

interface Row {
  seq: number;
  payload: string;
}

/** Rewrites the chain as the owner of the database could: every hash follows from the one before. */
async function rewrite(rows: Row[]): Promise<void> {
  let hash = createHash('sha256').update(String(business.id)).digest();
  for (const { seq, payload } of rows) {
    hash = createHash('sha256').update(hash).update(payload).digest();
    const { ip } = JSON.parse(payload) as { ip: string };
    const set = 'update audit_log set payload = $3, ip = $4, hash = $5 where business_id = $1 and seq = $2';
    await api.sql(set, [business.id, seq, payload, ip, hash]);
  }
  await api.sql('delete from audit_log where business_id = $1 and seq > $2', [business.id, rows.length]);
  const head = 'update audit_heads set seq = $2, hash = $3 where business_id = $1';
  await api.sql(head, [business.id, rows.length, hash]);
}

const rowsNow = () =>
  api.sql<Row>('select seq, payload from audit_log where business_id = $1 order by seq', [business.id]);

test('the scheduled job writes a checkpoint of each chain that grew [S-34]', async () => {
  const [head] = await api.sql(
    'select seq, encode(hash, $2) as hash from audit_heads where business_id = $1',
    [business.id, 'hex'],
  );
  const last = JSON.parse((await lines()).at(-1) ?? '') as Checkpoint;
  expect(last).toMatchObject({ businessId: business.id, ...head });
  const count = (await lines()).length;
  await runJobs();
  expect(await lines()).toHaveLength(count);
  await work('Third');
  await runJobs();
  expect(await lines()).toHaveLength(count + 1);
  expect(await verify()).toEqual(RIGHT);
  expect((await verifyCheckpoints(api.server.services, new Date())).ends).toBe(count + 1);
});

test('a chain that cannot be read does not prevent the checkpoints of others [S-34]', async () => {
  const other = await createBusiness(api);
  await api.sql(
    `create policy refuse_reads on audit_heads as restrictive using (case
       when current_setting('app.business_id', true) = '${business.id}' then 1 / (business_id - ${business.id}) = 1
       else true end)`,
  );
  onTestFinished(async () => void (await api.sql('drop policy refuse_reads on audit_heads')));
  await expect(writeCheckpoints(api.server.services, new Date())).rejects.toThrow('"audit_heads"');
  expect(JSON.parse((await lines()).at(-1) ?? '')).toMatchObject({ businessId: other.id });
});

test('verifyCheckpoints finds a rewritten chain that is consistent in itself [S-34,35]', async () => {
  const rows = await rowsNow();
  await rewrite(rows);
  expect(await verify()).toEqual(RIGHT);
  const [first, ...rest] = rows;
  if (!first) throw new Error('The audit log is empty');
  const forged = first.payload.replace(/"ip":"[^"]*"/, '"ip":"10.9.8.7"');
  await rewrite([{ ...first, payload: forged }, ...rest]);
  const fault = `Business ${business.id}: row ${rows.length} of the audit log differs from`;
  expect(await verify()).toEqual({ chain: null, ends: expect.stringContaining(fault) });
  // Later checkpoints of the new chain do not hide it.
  await work('Later');
  await runJobs();
  expect(await verify()).toEqual({ chain: null, ends: expect.stringContaining(fault) });
  await rewrite(rows);
});

test('verifyCheckpoints finds a shortened chain whose head was set back [S-34]', async () => {
  const rows = await rowsNow();
  await rewrite(rows.slice(0, -1));
  const fault = `Business ${business.id}: row ${rows.length} of the audit log is missing`;
  expect(await verify()).toEqual({ chain: null, ends: expect.stringContaining(fault) });
});

test('verifyCheckpoints finds a line that the server did not write [S-34]', async () => {
  const stored = await lines();
  const whole = JSON.parse(stored.at(-1) ?? '') as Checkpoint & { code: string };
  const { code: _code, ...end } = whole;
  const otherKey = new SecretBox(Buffer.alloc(32, 7)).fingerprint(toSignedText(end)).toString('hex');
  const changes = [
    { ...whole, seq: whole.seq - 1 },
    { ...whole, businessId: whole.businessId + 1 },
    { ...whole, hash: whole.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
    { ...whole, at: new Date(0).toISOString() },
    { ...whole, code: otherKey },
    { ...whole, more: 1 },
    end,
  ].map((one) => JSON.stringify(one));
  for (const line of [...changes, 'x', '{"seq":']) {
    await writeFile(file, [...stored.slice(0, -1), line, ''].join('\n'));
    const message = `Line ${stored.length} of ${file} was not written with this server's key`;
    expect([line, (await verify()).ends]).toEqual([line, message]);
  }
});

test('verifyCheckpoints finds a missing row despite an invalid line, and in the file of another machine [S-34]', async () => {
  const rows = await rowsNow();
  await writeFile(file, `{"businessId":${(await readFile(file, 'utf8')).trimEnd()}\n`);
  expect((await verify()).ends).toMatch(/^Line 1 of .+ was not written with this server's key$/);
  await work('Third');
  await runJobs();
  await rename(file, join(folder, 'elsewhere', 'audit-checkpoints-another.jsonl'));
  await rewrite(rows);
  const fault = `Business ${business.id}: row ${rows.length + 1} of the audit log is missing`;
  expect((await verify()).ends).toEqual(expect.stringContaining(fault));
  await rm(join(folder, 'elsewhere', 'audit-checkpoints-another.jsonl'));
});

test('verifyCheckpoints reports a configured directory without files, which the server does not create [S-34]', async () => {
  const directory = join(folder, 'elsewhere');
  await rename(directory, `${directory}.away`);
  await work('Third');
  await runJobs();
  expect((await verify()).ends).toBe(`There are no audit log checkpoints in ${directory}`);
  await expect(readFile(file)).rejects.toThrow(/ENOENT/);
  await rename(`${directory}.away`, directory);
  await runJobs();
  expect(await verify()).toEqual(RIGHT);
});

const HOUR_MS = 60 * 60 * 1000;

test.each(['the default directory', 'a configured directory'])(
  'verifyCheckpoints reports that %s has none once the first business is older than two hours [16.verify.1 S-34]',
  async (which) => {
    const own = which === 'the default directory' ? await startApi() : api;
    if (own !== api) onTestFinished(() => own.stop());
    const { services } = own.server;
    if (own !== api) await createBusiness(own);
    await rm(file, { force: true });
    services.auditCheckpoints.clear();
    const [row] = await own.sql<{ at: Date }>('select min(created_at) as at from businesses');
    if (!row) throw new Error('There is no business');
    const after = (ms: number) => new Date(row.at.getTime() + ms);
    const NONE = { ends: 0, fault: null };
    expect(await verifyCheckpoints(services, after(2 * HOUR_MS))).toEqual(NONE);
    const later = after(2 * HOUR_MS + 1);
    const fault = `There are no audit log checkpoints in ${services.settings.auditCheckpointsDir}, although the first business was registered on ${row.at.toISOString()}`;
    expect(await verifyCheckpoints(services, later)).toEqual({ ends: 0, fault });
    expect(await verifyCheckpoints(services, later, { isRestored: true })).toEqual(NONE);
    // An empty file is none either.
    await writeCheckpoints(services, later);
    const written = join(services.settings.auditCheckpointsDir, `audit-checkpoints-${hostname()}.jsonl`);
    const { ends } = await verifyCheckpoints(services, later);
    expect(ends).toBeGreaterThan(0);
    await writeFile(written, '\n');
    expect(await verifyCheckpoints(services, later)).toEqual({ ends: 0, fault });
  },
);

test('a server writes the first checkpoints five minutes after its start [16.verify.2 S-34]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await rm(file);
  api.server.services.auditCheckpoints.clear();
  const stop = startScheduledJobs(api.server.services, openLog('silent'));
  await vi.advanceTimersByTimeAsync(5 * 60 * 1000 - 1);
  await expect(readFile(file)).rejects.toThrow(/ENOENT/);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.poll(() => lines().catch(() => [])).not.toEqual([]);
  stop();
});
