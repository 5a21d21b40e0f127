/**
 * `npm run bench:growth [-- WORD …]`: the same requests to businesses of the same size, in databases with more and more
 * notes of other businesses, alternating in one run. Writes growth.md. `BENCH_SIZES` are the sizes
 * (20000,200000,2000000; the largest takes minutes to fill), `BENCH_SECONDS` and `BENCH_ROUNDS` as in `npm run bench`.
 */

import { join } from 'node:path';
import type { ProductProcess } from '#tests/support/helpers/process.ts';
import { fillDatabase } from './data/fill.ts';
import {
  formatRow,
  formatTable,
  isSelected,
  ROUNDS,
  runBench,
  SECONDS,
  startServer,
  writeReport,
  type Bench,
  type Cells,
} from './harness.ts';
import { median } from './load.ts';
import { measureOperation, sendOnce } from './measure.ts';
import type { Operation } from './operation.ts';
import { createOperations } from './operations.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '20000,200000,2000000').split(',').map(Number);

interface Server {
  product: ProductProcess;
  operations: Operation[];
}

async function createServer({ url, folder }: Bench, notes: number): Promise<Server> {
  const database = `notes_${notes}`;
  const data = await fillDatabase(url, { database, notes });
  const product = await startServer({ DATABASE_URL: url(database), DATA_DIR: join(folder, database) });
  return { product, operations: await createOperations(data, product.url) };
}

/** Measures one operation on each server, in alternating rounds. The first round does not count. */
async function measure(servers: Server[], index: number): Promise<Cells> {
  const times = servers.map((): number[] => []);
  // Rows may have to come from the disk the first time, which takes longer than a short round.
  for (const { product, operations } of servers) await sendOnce(product.url, operations[index] as Operation);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [size, { product, operations }] of servers.entries()) {
      const target = { url: product.url, server: product.child.pid ?? 0, database: [] };
      const { p50 } = await measureOperation(operations[index] as Operation, target, SECONDS);
      if (round > 0) times[size]?.push(p50);
    }
  }
  const medians = times.map(median);
  return {
    operation: servers[0]?.operations[index]?.name ?? '',
    ...Object.fromEntries(SIZES.map((notes, size) => [`${notes} notes`, (medians[size] ?? 0).toFixed(1)])),
    growth: ((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toFixed(2),
  };
}

await runBench({ shared_buffers: '4GB', max_wal_size: '8GB' }, async (bench) => {
  const servers: Server[] = [];
  try {
    for (const notes of SIZES) servers.push(await createServer(bench, notes));
    const rows: Cells[] = [];
    for (const [index, operation] of servers[0]?.operations.entries() ?? []) {
      // The biggest business has another size in each database.
      if (!isSelected(operation) || operation.name.includes('biggest')) continue;
      for (const { operations } of servers) await operations[index]?.prepare?.();
      rows.push(await measure(servers, index));
      console.log(formatRow(rows.at(-1) as Cells));
    }
    writeReport(
      'growth.md',
      'bench:growth',
      `One PostgreSQL server with synchronous commits, one database for each number of notes. The requests are to a business with 10,000 notes (small: 200) in each of them. 16 connections; p50 in milliseconds, medians of ${ROUNDS} rounds in which the databases alternate. [How it is measured](growth.ts).`,
      formatTable(rows),
    );
  } finally {
    await Promise.all(servers.map(({ product }) => product.end('SIGTERM')));
  }
});
