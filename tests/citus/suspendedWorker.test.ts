/** The processes of a worker are suspended under load: its host acknowledges data, and PostgreSQL sends nothing. */
import { expect, test } from 'vitest';
import { createAgencyOnEachWorker, type AgencyOnWorker } from '#tests/support/helpers/agenciesOnWorkers.ts';
import { sendNote } from '#tests/support/helpers/agencyProcess.ts';
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
