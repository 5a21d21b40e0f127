/** A worker is unavailable: its processes are suspended under load while its host acknowledges data, or it is stopped. */

import { expect, test } from 'vitest';
import {
  createAgencyOnEachWorker,
  findWorker,
  type AgencyOnWorker,
} from '#tests/support/helpers/agenciesOnWorkers.ts';
import { call, sendNote } from '#tests/support/helpers/agencyProcess.ts';
import { useDeployedProduct } from '#tests/support/helpers/deployedCitus.ts';
import { startLoad } from '#tests/support/helpers/load.ts';
import { expectNothingLost, reportMetrics, waitForMore } from '#tests/support/helpers/outage.ts';

const PER_SECOND = 20;
const WITHIN_MS = 30_000;

const deployed = useDeployedProduct();

test('while a worker is suspended, its businesses get 503, others are served again, and no note is lost', async ({
  task,
}) => {
  const [affected, other] = (await createAgencyOnEachWorker(deployed)) as [AgencyOnWorker, AgencyOnWorker];
  const start = ({ agency }: AgencyOnWorker) =>
    startLoad(agency, { perSecond: PER_SECOND, withinMs: WITHIN_MS });
  const [ofAffected, ofOther] = [start(affected), start(other)];
  for (const load of [ofAffected, ofOther]) await waitForMore(load, 'served', PER_SECOND);
  affected.worker.suspend();
  // Lookups of the affected business delay those of others until the statements that were running have ended.
  await waitForMore(ofOther, 'served', 2 * PER_SECOND);
  expect((await sendNote(affected.agency)).status).toBe(503);
  expect((await fetch(`${deployed.url}/readyz`)).status).toBe(200);
  affected.worker.resume();
  for (const load of [ofAffected, ofOther]) await waitForMore(load, 'served', PER_SECOND);
  const [affectedOutcome, otherOutcome] = await Promise.all([ofAffected.stop(), ofOther.stop()]);
  expect(affectedOutcome.unavailable).toBeGreaterThan(0);
  await expectNothingLost(affected.agency, affectedOutcome);
  await expectNothingLost(other.agency, otherOutcome);
  const { served: servedOfOther, unavailable: unavailableOfOther } = otherOutcome;
  reportMetrics(task, affectedOutcome, { servedOfOther, unavailableOfOther });
});

test('while the worker of the first business is stopped, an unknown username gets 401 as a wrong password does', async () => {
  const agencies = await createAgencyOnEachWorker(deployed);
  const ofFirst = await findWorker(deployed, 1);
  const { businessId } = agencies.find(({ worker }) => worker !== ofFirst) as AgencyOnWorker;
  const [person] = await deployed.sql<{ name: string }>(
    `select name from usernames where business_id = ${businessId}`,
  );
  await ofFirst.kill();
  for (const username of [person?.name, 'unknown']) {
    const body = { username, password: 'wrong password' };
    const { status } = await call(deployed.url, 'POST /api/auth/login', { body });
    expect([username, status]).toEqual([username, 401]);
  }
});
