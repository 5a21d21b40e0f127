import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import {
  createBusiness,
  setSubscriptionStatus,
  type TestBusiness,
} from '#tests/support/factories/businesses.ts';
import { createPacketVisits, MARCH } from '#tests/support/factories/packetVisits.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { startNext, startRunner, waitForExport, writeText } from '#tests/support/helpers/exports.ts';
import type { Job, JobWork } from './actions.ts';
import { failJob } from './leaseActions.ts';
import { LIGHT_BYTES, type Lane } from './turnReads.ts';

const EXPORTS: Lane = { kinds: ['business'], lightOnly: false };
const LIGHT: Lane = { kinds: ['business', 'packet'], lightOnly: true };

const api = useApi();

const systemNow = clock.now;
let minutes = 0;
afterEach(async () => {
  clock.now = systemNow;
  minutes = 0;
  await api.sql('delete from export_jobs');
});
function passMinutes(more: number) {
  minutes += more;
  clock.now = () => new Date(Date.now() + minutes * 60_000);
}

const createBusinesses = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createBusiness(api)));
const request = ({ admin }: TestBusiness) => api.ok(admin.token, 'POST /api/exports');
const start = (lane = EXPORTS) => startNext(api, lane);
const end = (job: Job) => failJob(api.server.services, job, 'The end of the test');

/** Starts the next job and ends it after so many minutes. @returns its business */
async function serve(lasting = 0, lane = EXPORTS): Promise<number | undefined> {
  const job = await start(lane);
  passMinutes(lasting);
  if (job) await end(job);
  return job?.businessId;
}

/** Serves jobs until none is left. @returns their businesses, in order */
async function serveAll(lane = EXPORTS): Promise<number[]> {
  const order: number[] = [];
  for (let next = await serve(1, lane); next !== undefined; next = await serve(1, lane)) order.push(next);
  return order;
}

const idsOf = (businesses: readonly (TestBusiness | undefined)[]) => businesses.map((one) => one?.id);

test('the next job is that of the business that was served longest ago [16.turns.5]', async () => {
  const [a, b, c, d] = await createBusinesses(4);
  for (const one of [b, a, c]) {
    if (one) await request(one);
    await serve(1);
  }
  for (const one of [a, b, c, d]) if (one) await request(one);
  expect(await serveAll()).toEqual(idsOf([d, b, a, c]));
});

test('of six businesses that export all the time, another one waits for the running job alone [16.turns.5]', async () => {
  const [modest, ...busy] = await createBusinesses(7);
  const requestAll = () => Promise.allSettled(busy.map(request));
  await requestAll();
  const before = await serveAll();
  await requestAll();
  const running = await start();
  if (modest) await request(modest);
  if (running) await end(running);
  await requestAll();
  expect(before).toHaveLength(6);
  const after = await serveAll();
  expect([after[0], after]).toEqual([modest?.id, expect.objectContaining({ length: 7 })]);
  // The one whose job ran waits for all others.
  expect(after[6]).toBe(running?.businessId);
});

test('jobs of unpaid businesses are started when no other one waits [16.turns.2]', async () => {
  const [unpaid, paid, again] = await createBusinesses(3);
  if (again) await request(again);
  await serve(1);
  if (unpaid) await request(unpaid);
  if (unpaid) await setSubscriptionStatus(api, unpaid.id, 'canceled');
  expect(await start(LIGHT)).toBeNull();
  for (const one of [paid, again]) if (one) await request(one);
  expect(await serveAll()).toEqual(idsOf([paid, again, unpaid]));
});

test('a business has one packet that is created and one that waits, whatever the process [16.turns.3]', async () => {
  const visits = await createPacketVisits(api);
  await visits.approve(3);
  const create = () =>
    api.call(visits.manager.token, 'POST /api/packets', {
      body: { pairs: [{ clientId: visits.clientId, ...MARCH }] },
    });
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status]).toEqual([202, 202]);
  expectError(await create(), 409, 'packets_in_progress');
  const packets: Lane = { kinds: ['packet'], lightOnly: false };
  const running = await start(packets);
  expect(running?.id).toBe(first.body.id);
  expect([await start(packets), await start(LIGHT)]).toEqual([null, null]);
  if (running) await end(running);
  expect((await start(packets))?.id).toBe(second.body.id);
});

test('the lane for small jobs leaves large ones, and those that follow five minutes of work in the last hour [16.turns.4]', async () => {
  const [business] = await createBusinesses(1);
  if (business) await request(business);
  const setSize = (bytes: number) => api.sql('update export_jobs set estimated_bytes = $1', [bytes]);
  await setSize(LIGHT_BYTES + 1);
  expect(await start(LIGHT)).toBeNull();
  await setSize(LIGHT_BYTES);
  await api.sql(
    `insert into export_jobs (business_id, kind, state, created_by, created_at, started_at, finished_at)
     select business_id, 'packet', 'done', created_by, created_at, now() - interval '301 seconds', now() from export_jobs`,
  );
  expect(await start(LIGHT)).toBeNull();
  passMinutes(61);
  expect((await start(LIGHT))?.businessId).toBe(business?.id);
});

test('a small export is made while a large one runs and others wait [16.turns.4]', async () => {
  const [modest, ...busy] = await createBusinesses(7);
  for (const one of busy) await request(one);
  await api.sql('update export_jobs set estimated_bytes = $1', [LIGHT_BYTES + 1]);
  const started: number[] = [];
  const work: JobWork = async (job, tools) => {
    started.push(job.businessId);
    if (job.businessId === modest?.id) return writeText('small')(job, tools);
    return new Promise((_, reject) => {
      tools.signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  const stop = startRunner(api, work);
  onTestFinished(stop);
  await vi.waitFor(() => expect(started).toEqual([busy[0]?.id]));
  const { id } = modest ? await request(modest) : { id: 0 };
  expect(await waitForExport(api, modest?.admin.token ?? '', id)).toMatchObject({ state: 'done' });
  expect(started).toEqual([busy[0]?.id, modest?.id]);
});
