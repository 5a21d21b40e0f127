/**
 * `npm run bench:growth`: the same calls about businesses of the same size, in databases that hold more and more notes
 * of others, in turn in one run. `BENCH_SIZES` sets the sizes (20000,200000,2000000, which takes some minutes to fill),
 * `BENCH_SECONDS` and `BENCH_ROUNDS` as of `npm run bench`. `npm run bench:growth -- search` measures the operations
 * with that word alone. Writes growth.md.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '#tests/support/helpers/postgres.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { startProduct } from '#tests/support/helpers/process.ts';
import type { ProductProcess } from '#tests/support/helpers/process.ts';
import { fillDatabase } from './data/fill.ts';
import { askOnce, measureOperation, median } from './measure.ts';
import { operationsAt } from './operations.ts';
import type { Operation } from './operations.ts';
import { growthLineOf, growthPageOf } from './page.ts';
import type { GrowthRow } from './page.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '20000,200000,2000000').split(',').map(Number);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const FILTERS = process.argv.slice(2);

interface Target {
  product: ProductProcess;
  operations: Operation[];
}

async function createTarget({ url }: Cluster, notes: number): Promise<Target> {
  const database = `notes_${notes}`;
  const data = await fillDatabase(url, { database, notes });
  const product = await startProduct({
    DATABASE_URL: url(database),
    DATA_DIR: join(folder, database),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    SERVER_KEY: randomBytes(32).toString('hex'),
  });
  return { product, operations: await operationsAt(data, product.url) };
}

/** The p50 of one operation in each target, from rounds in which they take turns; the first does not count. */
async function measure(targets: Target[], name: string): Promise<GrowthRow> {
  const measured = targets.map((): number[] => []);
  const asked = ({ operations }: Target) => operations.find((one) => one.name === name) as Operation;
  // What no one asked for since the filling may have to come from the disk, which takes longer than a short round.
  for (const target of targets) await askOnce(target.product.url, asked(target));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, target] of targets.entries()) {
      const { product } = target;
      const processes = { server: product.child.pid ?? 0, database: null };
      const { p50 } = await measureOperation(asked(target), {
        url: product.url,
        seconds: SECONDS,
        processes,
      });
      if (round > 0) measured[at]?.push(p50);
    }
  }
  return { name, p50: measured.map(median) };
}

/** Those about the biggest business are left out, which is another size in each target. */
const isOfOneSize = ({ name }: Operation) => !name.includes('biggest');

async function main(cluster: Cluster): Promise<void> {
  const targets: Target[] = [];
  try {
    for (const notes of SIZES) targets.push(await createTarget(cluster, notes));
    const names = (targets[0]?.operations ?? []).filter(isOfOneSize).map(({ name }) => name);
    const rows: GrowthRow[] = [];
    for (const name of names.filter((one) => FILTERS.every((filter) => one.includes(filter)))) {
      rows.push(await measure(targets, name));
      console.log(growthLineOf(rows.at(-1) as GrowthRow));
    }
    const page = growthPageOf({ sizes: SIZES, rounds: ROUNDS, rows });
    if (FILTERS.length === 0) writeFileSync(join(import.meta.dirname, 'growth.md'), page);
  } finally {
    await Promise.all(targets.map(({ product }) => product.end('SIGTERM')));
  }
}

const folder = mkdtempSync(join(tmpdir(), 'growth-'));
const cluster = await startCluster({
  durable: true,
  settings: { shared_buffers: '4GB', max_wal_size: '8GB' },
});
try {
  await main(cluster);
} finally {
  await cluster.remove();
  rmSync(folder, { recursive: true, force: true });
}
