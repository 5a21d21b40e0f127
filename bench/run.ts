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
import pg from 'pg';
import { startCluster } from '../tests/world/postgres.ts';
import type { Cluster } from '../tests/world/postgres.ts';
import { startProduct } from '../tests/world/process.ts';
import type { ProductProcess } from '../tests/world/process.ts';
import { startFaultyNetwork } from '../tests/world/faults.ts';
import { figuresOf, limitOf } from './measure.ts';
import type { Figures, Processes } from './measure.ts';
import { fillDatabase, fillEmbedded } from './data/fill.ts';
import type { Office, Person, World } from './data/fill.ts';
import { memoryOf } from './load.ts';
import { operations } from './operations.ts';
import type { Operation } from './operations.ts';
import { embeddedLineOf, lineOf, pageOf } from './page.ts';
import type { EmbeddedRun, Named, Row } from './page.ts';

const NOTES = Number(process.env['BENCH_NOTES'] ?? 20_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** What one office has; more of them belong on a server. */
const MOST_EMBEDDED = 20_000;
const WARMING = 20;
const WORDS = process.argv.slice(2);
const CODE = 'harbor';
const DATABASE = 'bench';
const SERVER_KEY = randomBytes(32).toString('hex');

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
async function onServer({ url }: Cluster): Promise<Row[]> {
  const world = await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const network = await startFaultyNetwork(url(DATABASE));
  // Beside it a second server whose statements are counted, so that the one that is measured has nothing in between.
  const [product, counted] = await Promise.all([server(url(DATABASE)), server(network.url)]);
  try {
    const processes: Processes = { server: product.child.pid ?? 0, database: await serverProcess(url) };
    const rows: Row[] = [];
    for (const operation of await wantedIn(world, product.url)) {
      const said = await statementsOf(operation, { url: counted.url, network });
      const row = await measure(operation, { limit: url(DATABASE), product: product.url, processes });
      rows.push({ ...row, ...said });
      console.log(lineOf({ ...row, ...said }));
    }
    return rows;
  } finally {
    await Promise.all([product.end('SIGTERM'), counted.end('SIGTERM')]);
    await network.stop();
  }
}

async function wantedIn(world: World, url: string): Promise<Operation[]> {
  await giveCodes(url, world.middle);
  const all = operations(world, { deepPage: await deepPage(url, world.middle.author), code: CODE });
  return all.filter(({ name }) => WORDS.every((word) => name.includes(word)));
}

/** The same operations where the database is a thread of the product. */
async function embedded(): Promise<EmbeddedRun> {
  const directory = join(folder, 'embedded');
  const notes = Math.min(NOTES, MOST_EMBEDDED);
  const world = await fillEmbedded(directory, notes);
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
    const before = memoryOf(pid);
    const rows: Named[] = [];
    for (const operation of await wantedIn(world, product.url)) {
      const places = { url: product.url, processes: { server: pid, database: null } };
      const figures = await medians(operation, places);
      rows.push({ name: operation.name, ...figures });
      console.log(embeddedLineOf({ name: operation.name, ...figures }));
    }
    return { notes, seconds, megabytes: [before, memoryOf(pid)].map((kilobytes) => kilobytes / 1024), rows };
  } finally {
    await product.end('SIGTERM');
  }
}

/** So that the first round is like the others: the first requests read from the disk, each on its connection. */
async function warm(operation: Operation, url: string): Promise<void> {
  for (let times = 0; times < WARMING; times += 1) await ask(url, operation.who, requestOf(operation));
}

/** The medians of as many rounds. */
async function medians(operation: Operation, { url, processes }: { url: string; processes: Processes }) {
  const figures: Figures[] = [];
  await warm(operation, url);
  for (let round = 0; round < ROUNDS; round += 1)
    figures.push(await figuresOf(operation, { url, seconds: SECONDS, processes }));
  return medianOf(figures);
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

async function ask<Answer>(url: string, { token }: Person, [call, body]: [string, object?]): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ');
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** The codes of clients are sealed with the server's key, so that no SQL can make them. */
async function giveCodes(url: string, { manager, clientIds }: Office): Promise<void> {
  for (const id of clientIds) await ask(url, manager, [`PUT /api/clients/${id}`, { signatureCode: CODE }]);
}

/** The address of the tenth page of somebody's notes. */
async function deepPage(url: string, { token }: Person): Promise<string> {
  let path = '/api/notes/my';
  for (let page = 1; page < 10; page += 1) {
    const { headers } = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    path = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? path;
  }
  return path;
}

function requestOf({ method = 'GET', path, body }: Operation): [string, object?] {
  const call = `${method} ${typeof path === 'string' ? path : path()}`;
  return body ? [call, body(0)] : [call];
}

/** How many statements one such request makes in how many journeys, the transaction's own among them. */
async function statementsOf(
  operation: Operation,
  { url, network }: { url: string; network: Awaited<ReturnType<typeof startFaultyNetwork>> },
): Promise<Pick<Row, 'statements' | 'journeys'>> {
  // The first one prepares what later ones only name.
  await ask(url, operation.who, requestOf(operation));
  network.expect(null);
  await ask(url, operation.who, requestOf(operation));
  const { statements, journeys } = network.seen();
  return { statements, journeys };
}

interface Places {
  limit: string;
  product: string;
  processes: Processes;
}

/** The medians of rounds in which both take their turns. */
async function measure(
  operation: Operation,
  { limit, product, processes }: Places,
): Promise<Omit<Row, 'statements' | 'journeys'>> {
  const limits: number[] = [];
  const figures: Figures[] = [];
  await warm(operation, product);
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await limitOf(operation, { url: limit, seconds: SECONDS, folder }));
    figures.push(await figuresOf(operation, { url: product, seconds: SECONDS, processes }));
  }
  return {
    name: operation.name,
    limit: median(limits),
    ratio: median(figures.map(({ perSecond }, round) => perSecond / (limits[round] ?? 1))),
    ...medianOf(figures),
  };
}

function medianOf(figures: Figures[]): Figures {
  const of = (field: keyof Figures) => median(figures.map((one) => one[field]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    serverCpu: of('serverCpu'),
    databaseCpu: of('databaseCpu'),
  };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function onOwnServer(): Promise<Row[]> {
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
  const rows = await onOwnServer();
  const run = { notes: NOTES, rounds: ROUNDS, seconds: SECONDS, rows, embedded: await embedded() };
  if (WORDS.length === 0) writeFileSync(join(import.meta.dirname, 'results.md'), pageOf(run));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
