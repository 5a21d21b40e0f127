/**
 * `npm run bench [-- PART_OF_A_NAME …]`: the product on PostgreSQL compared with pgbench running the least SQL that could answer,
 * alternating in one run; then the product on the embedded database. Writes results.md. `BENCH_NOTES` is the number of
 * notes (20000, 200000 or 2000000), `BENCH_SECONDS` the length of a measurement, `BENCH_ROUNDS` how many there are.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startFaultyPostgres } from '#tests/support/fakes/faultyPostgres.ts';
import { startProduct, type ProductProcess } from '#tests/support/helpers/process.ts';
import { fillDatabase, fillEmbedded, type BenchData } from './data/fill.ts';
import {
  formatRow,
  formatTable,
  isSelected,
  NOTES,
  ROUNDS,
  runBench,
  SECONDS,
  startServer,
  writeReport,
  type Bench,
  type Cells,
} from './harness.ts';
import { median, memoryOf, peakMemoryOf } from './load.ts';
import {
  findPostmaster,
  measureLimit,
  measureOperation,
  medianOf,
  sendOnce,
  type Measurements,
  type Target,
} from './measure.ts';
import type { Operation } from './operation.ts';
import { createOperations } from './operations.ts';

/** More notes belong on a PostgreSQL server. */
const MAX_EMBEDDED_NOTES = 20_000;
const SETTLED_MS = 3_000;
const DATABASE = 'bench';

/** The table of a run, and the sentence about start and memory. */
interface Results {
  rows: Cells[];
  startup: string;
}

/** Measures the product on PostgreSQL, beside pgbench. */
async function measureOnPostgres({ url, folder }: Bench): Promise<Results> {
  const data = await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const network = await startFaultyPostgres(url(DATABASE));
  const { product, finish } = await startMeasured({
    DATABASE_URL: url(DATABASE),
    DATA_DIR: join(folder, 'one'),
  });
  // Statements are counted on a second server, so that the measured one has no relay in between.
  const counted = await startServer({ DATABASE_URL: network.url, DATA_DIR: join(folder, 'two') });
  // Its scheduled jobs run right after the start.
  await pause(SETTLED_MS);
  try {
    const target = {
      url: product.url,
      server: product.child.pid ?? 0,
      database: [await findPostmaster(url(DATABASE))],
    };
    const rows: Cells[] = [];
    for (const operation of await selectOperations(data, product.url)) {
      await operation.prepare?.();
      // The first request prepares the statements.
      await sendOnce(counted.url, operation);
      network.expect(null);
      await sendOnce(counted.url, operation);
      const { statements, roundTrips } = network.getStatistics();
      const limits: number[] = [];
      const runs = await measureRounds(operation, target, async () => {
        limits.push(await measureLimit(operation, { url: url(DATABASE), seconds: SECONDS, folder }));
      });
      const ratio = median(runs.map(({ perSecond }, round) => perSecond / (limits[round] ?? 1)));
      const result = medianOf(runs);
      rows.push({
        ...toCells(operation, result),
        'database CPU us': result.databaseCpu.toFixed(0),
        'pgbench tps': median(limits).toFixed(0),
        ratio: ratio.toFixed(2),
        statements: String(statements),
        'round trips': String(roundTrips),
      });
      console.log(formatRow(rows.at(-1) as Cells));
    }
    return { rows, startup: finish() };
  } finally {
    await Promise.all([product.end('SIGTERM'), counted.end('SIGTERM')]);
    await network.stop();
  }
}

/** Measures the product on the embedded database, which runs in a thread of its process. */
async function measureEmbedded({ folder }: Bench): Promise<Results> {
  const DATA_DIR = join(folder, 'embedded');
  const data = await fillEmbedded(DATA_DIR, Math.min(NOTES, MAX_EMBEDDED_NOTES));
  const { product, finish } = await startMeasured({ DATA_DIR });
  try {
    const target = { url: product.url, server: product.child.pid ?? 0, database: [] };
    const rows: Cells[] = [];
    for (const operation of await selectOperations(data, product.url)) {
      await operation.prepare?.();
      rows.push(toCells(operation, medianOf(await measureRounds(operation, target))));
      console.log(formatRow(rows.at(-1) as Cells));
    }
    return { rows, startup: finish() };
  } finally {
    await product.end('SIGTERM');
  }
}

/** Starts a server, and measures the time and memory that this takes. */
async function startMeasured(environment: Parameters<typeof startServer>[0]) {
  const started = performance.now();
  const product: ProductProcess = await startServer(environment);
  const seconds = (performance.now() - started) / 1000;
  const { pid = 0 } = product.child;
  // Until then the compiler and file readers have released their memory.
  await pause(SETTLED_MS);
  const megabytes = (kilobytes: number) => `${(kilobytes / 1024).toFixed(0)} MB`;
  const [peak, settled] = [megabytes(peakMemoryOf(pid)), megabytes(memoryOf(pid))];
  const finish = () =>
    `Ready ${seconds.toFixed(1)} s after the start. Memory: ${peak} at most during the start, ${settled} three seconds later, ${megabytes(memoryOf(pid))} after the run.`;
  return { product, finish };
}

const selectOperations = async (data: BenchData, url: string): Promise<Operation[]> =>
  (await createOperations(data, url)).filter(isSelected);

/** Measures rounds after one that does not count, in which code is compiled and rows are read from the disk. */
async function measureRounds(
  operation: Operation,
  target: Target,
  beforeRound?: () => Promise<void>,
): Promise<Measurements[]> {
  await measureOperation(operation, target, SECONDS);
  const runs: Measurements[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await beforeRound?.();
    runs.push(await measureOperation(operation, target, SECONDS));
  }
  return runs;
}

const toCells = ({ name }: Operation, { perSecond, p50, p99, serverCpu }: Measurements): Cells => ({
  operation: name,
  'requests/s': perSecond.toFixed(0),
  'p50 ms': p50.toFixed(1),
  'p99 ms': p99.toFixed(1),
  'server CPU us': serverCpu.toFixed(0),
});

/** Measures an empty request to Fastify alone, by which machines can be compared. @returns CPU microseconds */
async function measureEmptyRequest(): Promise<number> {
  const bare = await startProduct({}, join(import.meta.dirname, 'bare.ts'));
  const target = { url: bare.url, server: bare.child.pid ?? 0, database: [] };
  const operation = { name: 'empty', who: { id: 0, token: 'anonymous' }, path: '/', limit: '' };
  try {
    return medianOf(await measureRounds(operation, target)).serverCpu;
  } finally {
    await bare.end('SIGTERM');
  }
}

/** The figures of the last `npm run bench:citus`, which needs Citus, with their headings one level lower. */
const readCitusReport = (): string =>
  readFileSync(join(import.meta.dirname, 'citus.md'), 'utf8')
    .replace(/^# .*\n+/, 'From [citus.md](citus.md): ')
    .replaceAll(/^## /gm, '### ')
    .trimEnd();

await runBench({ shared_buffers: '1GB', max_wal_size: '4GB' }, async (bench) => {
  const emptyCpu = (await measureEmptyRequest()).toFixed(0);
  console.log(`Empty request of Fastify alone: ${emptyCpu} us`);
  const postgres = await measureOnPostgres(bench);
  const embedded = await measureEmbedded(bench);
  writeReport(
    'results.md',
    'bench',
    `PostgreSQL with synchronous commits, ${NOTES} notes, 16 connections; medians of ${ROUNDS} rounds of ${SECONDS} s in which pgbench and the product alternate. The load generators run on the same machine, on which an empty request to Fastify alone costs ${emptyCpu} us of CPU. [How it is measured](run.ts).`,
    formatTable(postgres.rows),
    postgres.startup,
    '## On the embedded database',
    `${Math.min(NOTES, MAX_EMBEDDED_NOTES)} notes. The CPU is that of the whole process, including the database's thread. ${embedded.startup}`,
    formatTable(embedded.rows),
    '## On a Citus cluster',
    readCitusReport(),
  );
});
