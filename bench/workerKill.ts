/** A worker of a Citus cluster is killed under load and started again: what callers of its businesses and of others get. */

import { setTimeout as pause } from 'node:timers/promises';
import {
  createAgencyOnEachWorker,
  type AgencyOnWorker,
  type ProductOnCitus,
} from '#tests/support/helpers/agenciesOnWorkers.ts';
import { listAllNotes } from '#tests/support/helpers/agencyProcess.ts';
import { startLoad, type Load } from '#tests/support/helpers/load.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { formatTable, type Cells } from './harness.ts';

/** The load of tests/citus/operations.test.ts, for each of two businesses. */
export const LOAD = { perSecond: 20, withinMs: 30_000 };
const BEFORE_MS = 10_000;
const STOPPED_MS = 20_000;
const AFTER_MS = 10_000;
const SERVED_WITHIN_MS = 60_000;

/** The outcome of a load as cells. Stops the load. */
export async function toOutcomeCells({ agency }: AgencyOnWorker, load: Load): Promise<Cells> {
  const { served, unavailable, slowestMs, wrong, acknowledged } = await load.stop();
  const stored = await listAllNotes(agency);
  const lostNotes = [...acknowledged.keys()].filter((id) => !stored.has(id));
  return {
    served: String(served),
    'refused (503)': String(unavailable),
    'slowest, ms': String(slowestMs),
    'failed calls': String(wrong.length),
    'lost notes': String(lostNotes.length),
  };
}

/** @returns seconds until another call is served. @throws when none is within a minute */
async function waitUntilServed(load: Load): Promise<number> {
  const [began, before] = [performance.now(), load.served()];
  while (load.served() === before) {
    if (performance.now() - began > SERVED_WITHIN_MS) throw new Error('No call was served again');
    await pause(5);
  }
  return (performance.now() - began) / 1000;
}

/** Kills the first worker and starts it again. @returns a section of the report */
export async function measureWorkerKill(product: ProductOnCitus): Promise<string[]> {
  const [worker] = product.workers as [Cluster];
  const [affected, other] = (await createAgencyOnEachWorker(product)) as [AgencyOnWorker, AgencyOnWorker];
  const [ofAffected, ofOther] = [affected, other].map(({ agency }) => startLoad(agency, LOAD)) as [
    Load,
    Load,
  ];
  await pause(BEFORE_MS);
  await worker.kill();
  await pause(STOPPED_MS);
  await worker.start();
  const seconds = await waitUntilServed(ofAffected);
  await pause(AFTER_MS);
  const table = formatTable([
    { business: 'on the worker', ...(await toOutcomeCells(affected, ofAffected)) },
    { business: 'on the other worker', ...(await toOutcomeCells(other, ofOther)) },
  ]);
  return [
    '## A worker killed',
    `One of the two workers was killed for ${STOPPED_MS / 1000} s. Two businesses made ${LOAD.perSecond} calls a second each, a quarter of them notes. ${seconds.toFixed(1)} s after the worker accepted connections again, the first call of its business was served. A failed call got no response within ${LOAD.withinMs / 1000} s, or another one than success or 503 with Retry-After; a lost note was acknowledged and is not stored.`,
    table,
  ];
}
