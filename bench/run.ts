/**
 * `npm run bench`: the product on PostgreSQL against pgbench with the least SQL that could answer, in turn in one run,
 * then the product on the embedded database with as many notes, up to 20,000.
 * Fills databases with data/fill.sql, prints a row for each operation and writes results.md. `BENCH_NOTES` chooses
 * 20000 (the usual), 200000 or 2000000 notes, `BENCH_SECONDS` how long each measurement takes, `BENCH_ROUNDS` how
 * many there are, of which the median counts. `npm run bench -- search` measures the operations with that word alone.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startCluster } from '#tests/support/helpers/postgres.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { startProduct } from '#tests/support/helpers/process.ts';
import type { ProductProcess } from '#tests/support/helpers/process.ts';
import { startFaultyPostgres } from '#tests/support/fakes/faultyPostgres.ts';
import { askOnce, measureOperation, limitOf, median, medianOf } from './measure.ts';
import type { Measurements, Processes } from './measure.ts';
import { fillDatabase, fillEmbedded } from './data/fill.ts';
import type { BenchData } from './data/fill.ts';
import { memoryOf, mostMemoryOf } from './load.ts';
import { operationsAt } from './operations.ts';
import type { Operation } from './operations.ts';
import { embeddedLineOf, lineOf, pageOf } from './page.ts';
import type { EmbeddedRun, Named, Row, ServerRun } from './page.ts';

const NOTES = Number(process.env['BENCH_NOTES'] ?? 20_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** What one office has; more of them belong on a server. */
const MOST_EMBEDDED = 20_000;
const FILTERS = process.argv.slice(2);
const DATABASE = 'bench';
const SERVER_KEY = randomBytes(32).toString('hex');

const SETTLED_MS = 3_000;

const folder = mkdtempSync(join(tmpdir(), 'bench-'));

async function onServer({ url }: Cluster): Promise<ServerRun> {
  const data = await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const network = await startFaultyPostgres(url(DATABASE));
  const began = performance.now();
  const product = await server(url(DATABASE));
  const seconds = (performance.now() - began) / 1000;
  // Beside it a second server whose statements are counted, so that the one that is measured has nothing in between.
  const counted = await server(network.url);
  try {
    const { pid = 0 } = product.child;
    const held = await heldAfterStart(pid);
    const processes: Processes = { server: pid, database: await serverProcess(url) };
    const rows: Row[] = [];
    for (const operation of await wantedIn(data, product.url)) {
      const counts = await statementsOf(operation, { url: counted.url, network });
      const row = await measure(operation, { limit: url(DATABASE), product: product.url, processes });
      rows.push({ ...row, ...counts });
      console.log(lineOf({ ...row, ...counts }));
    }
    return { seconds, megabytes: { ...held, after: inMegabytes(memoryOf(pid)) }, rows };
  } finally {
    await Promise.all([product.end('SIGTERM'), counted.end('SIGTERM')]);
    await network.stop();
  }
}

/** What the start took at most, and what is left once the compiler and the readers of files have given theirs back. */
async function heldAfterStart(pid: number): Promise<{ most: number; settled: number }> {
  await pause(SETTLED_MS);
  return { most: inMegabytes(mostMemoryOf(pid)), settled: inMegabytes(memoryOf(pid)) };
}

const inMegabytes = (kilobytes: number) => kilobytes / 1024;

async function wantedIn(data: BenchData, url: string): Promise<Operation[]> {
  const all = await operationsAt(data, url);
  return all.filter(({ name }) => FILTERS.every((filter) => name.includes(filter)));
}

/** The same operations where the database is a thread of the product. */
async function embedded(): Promise<EmbeddedRun> {
  const directory = join(folder, 'embedded');
  const notes = Math.min(NOTES, MOST_EMBEDDED);
  const data = await fillEmbedded(directory, notes);
  const began = performance.now();
  const product = await startProduct({
    DATA_DIR: directory,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    SERVER_KEY,
  });
  const seconds = (performance.now() - began) / 1000;
  try {
    const { pid = 0 } = product.child;
    const held = await heldAfterStart(pid);
    const rows: Named[] = [];
    for (const operation of await wantedIn(data, product.url)) {
      const targets = { url: product.url, processes: { server: pid, database: null } };
      const runs = await medians(operation, targets);
      rows.push({ name: operation.name, ...runs });
      console.log(embeddedLineOf({ name: operation.name, ...runs }));
    }
    return { notes, seconds, megabytes: { ...held, after: inMegabytes(memoryOf(pid)) }, rows };
  } finally {
    await product.end('SIGTERM');
  }
}

/**
 * A round that does not count: the first requests read from the disk, each on its connection, and the code of a process
 * that lives for weeks is compiled in its first seconds.
 */
const warm = (operation: Operation, { url, processes }: Served) =>
  measureOperation(operation, { url, seconds: SECONDS, processes });

interface Served {
  url: string;
  processes: Processes;
}

/** The medians of as many rounds. */
async function medians(operation: Operation, { url, processes }: Served) {
  const runs: Measurements[] = [];
  await warm(operation, { url, processes });
  for (let round = 0; round < ROUNDS; round += 1)
    runs.push(await measureOperation(operation, { url, seconds: SECONDS, processes }));
  return medianOf(runs);
}

/** The product on the database. */
function server(DATABASE_URL: string): Promise<ProductProcess> {
  const DATA_DIR = join(folder, randomBytes(4).toString('hex'));
  // Codes that one has sealed the other opens.
  return startProduct({
    DATABASE_URL,
    DATA_DIR,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    SERVER_KEY,
  });
}

/** The first process of PostgreSQL, which is the parent of all others. */
async function serverProcess(url: Cluster['url']): Promise<number> {
  const client = new pg.Client({ connectionString: url(DATABASE) });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8');
  await client.end();
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** How many statements one such request makes in how many roundTrips, the transaction's own among them. */
async function statementsOf(
  operation: Operation,
  { url, network }: { url: string; network: Awaited<ReturnType<typeof startFaultyPostgres>> },
): Promise<Pick<Row, 'statements' | 'roundTrips'>> {
  // The first one prepares what later ones only name.
  await askOnce(url, operation);
  network.expect(null);
  await askOnce(url, operation);
  const { statements, roundTrips } = network.seen();
  return { statements, roundTrips };
}

interface Targets {
  limit: string;
  product: string;
  processes: Processes;
}

/** The medians of rounds in which both take their turns. */
async function measure(
  operation: Operation,
  { limit, product, processes }: Targets,
): Promise<Omit<Row, 'statements' | 'roundTrips'>> {
  const limits: number[] = [];
  const runs: Measurements[] = [];
  await warm(operation, { url: product, processes });
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await limitOf(operation, { url: limit, seconds: SECONDS, folder }));
    runs.push(await measureOperation(operation, { url: product, seconds: SECONDS, processes }));
  }
  return {
    name: operation.name,
    limit: median(limits),
    ratio: median(runs.map(({ perSecond }, round) => perSecond / (limits[round] ?? 1))),
    ...medianOf(runs),
  };
}

/** Microseconds of processor time of a request of nothing: other machines are compared by it. */
async function emptyRequest(): Promise<number> {
  const bare = await startProduct({}, join(import.meta.dirname, 'bare.ts'));
  const anonymous = { id: 0, token: 'anonymous' };
  const targets = { url: bare.url, processes: { server: bare.child.pid ?? 0, database: null } };
  try {
    const { serverCpu } = await medians({ name: 'empty', who: anonymous, path: '/', limit: '' }, targets);
    return serverCpu;
  } finally {
    await bare.end('SIGTERM');
  }
}

async function onOwnServer(): Promise<ServerRun> {
  const cluster = await startCluster({
    durable: true,
    settings: { shared_buffers: '1GB', max_wal_size: '4GB' },
  });
  try {
    return await onServer(cluster);
  } finally {
    await cluster.remove();
  }
}

try {
  const emptyCpu = await emptyRequest();
  console.log(`An empty request of Fastify alone: ${emptyCpu.toFixed(0)} us`);
  const ofBoth = { server: await onOwnServer(), embedded: await embedded() };
  const run = { notes: NOTES, rounds: ROUNDS, seconds: SECONDS, emptyCpu, ...ofBoth };
  if (FILTERS.length === 0) writeFileSync(join(import.meta.dirname, 'results.md'), pageOf(run));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
