/** A business of a Citus cluster is put into shards of its own, and moved to another worker. */

import { setTimeout as pause } from 'node:timers/promises';
import {
  createAgencyOnWorker,
  findWorker,
  isolateBusiness,
  moveToOtherWorker,
  type ProductOnCitus,
} from '#tests/support/helpers/agenciesOnWorkers.ts';
import { startLoad } from '#tests/support/helpers/load.ts';
import { formatTable, type Cells } from './harness.ts';
import { LOAD, toOutcomeCells } from './workerKill.ts';

/** Long enough for some notes. */
const BEFORE_MS = 10_000;
const AFTER_MS = 5_000;

async function measureSeconds<T>(work: () => Promise<T>): Promise<{ result: T; seconds: string }> {
  const began = performance.now();
  const result = await work();
  return { result, seconds: ((performance.now() - began) / 1000).toFixed(1) };
}

async function moveBusiness(product: ProductOnCitus, businessId: number): Promise<Cells> {
  const worker = await findWorker(product, businessId);
  const isolation = await measureSeconds(() => isolateBusiness(product, businessId));
  const move = await measureSeconds(() => moveToOtherWorker(product, { shard: isolation.result, worker }));
  const [row] = await product.sql<{ count: number }>(
    `select count(*)::int as count from notes where business_id = ${businessId}`,
  );
  return { notes: String(row?.count), 'isolated in, s': isolation.seconds, 'moved in, s': move.seconds };
}

/** Moves a business under load, and one of the filled database without. @returns a section of the report */
export async function measureMoves(product: ProductOnCitus, filledBusinessId: number): Promise<string[]> {
  const created = await createAgencyOnWorker(product);
  const load = startLoad(created.agency, LOAD);
  await pause(BEFORE_MS);
  const moved = await moveBusiness(product, created.businessId);
  await pause(AFTER_MS);
  const outcome = await toOutcomeCells(created, load);
  const unused = Object.fromEntries(Object.keys(outcome).map((title) => [title, '-']));
  const table = formatTable([
    { business: 'in use', ...moved, ...outcome },
    { business: 'not in use', ...(await moveBusiness(product, filledBusinessId)), ...unused },
  ]);
  return [
    '## A business moved',
    `Put into shards of its own (\`block_writes\`), then moved to the other worker; one of them under the load of the section above.`,
    table,
  ];
}
