/** Starts and ends of a visit clock at once. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { countOutcomes, repeatConcurrently } from '#tests/support/helpers/concurrency.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpEach(() => createBusiness(api));

const start = (startedAt?: string) =>
  api.call(business.admin.token, 'POST /api/visit-clock/start', { body: { startedAt } });
const end = () => api.call(business.admin.token, 'POST /api/visit-clock/end', { body: {} });

test('of eight concurrent starts one wins, and of eight concurrent ends [13.clock.9]', async () => {
  const starts = await repeatConcurrently(8, () => start());
  expect(countOutcomes(starts)).toEqual({ 201: 1, visit_running: 7 });
  expect(countOutcomes(await repeatConcurrently(8, end))).toEqual({ 200: 1, visit_not_running: 7 });
});

test('a start waits for an uncommitted one and is refused after it [13.clock.9]', async () => {
  // The first start has inserted its row when it waits for the audit log.
  const release = await holdLock(api, 'select from audit_heads where business_id = $1 for update', [
    business.id,
  ]);
  const earlier = new Date(Date.now() - 60_000).toISOString();
  const first = start(earlier);
  await waitForLocks(api, 1);
  const second = start();
  await waitForLocks(api, 2);
  await release();
  expect((await first).status).toBe(201);
  expect((await second).error?.code).toBe('visit_running');
  expect(await api.ok(business.admin.token, 'GET /api/visit-clock')).toMatchObject({ startedAt: earlier });
});
