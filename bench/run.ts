/**
 * `npm run bench`: the product on PostgreSQL against pgbench with the least SQL that could answer, in turn in one run.
 * Fills a database with data/fill.sql, prints a row for each operation and writes results.md. `BENCH_NOTES` chooses
 * 20000 (the usual), 200000 or 2000000 notes, `BENCH_SECONDS` how long each measurement takes, `BENCH_ROUNDS` how
 * many there are, of which the median counts. `npm run bench -- search` measures the operations with that word alone.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../tests/world/postgres.ts';
import type { Cluster } from '../tests/world/postgres.ts';
import { startProduct } from '../tests/world/process.ts';
import type { ProductProcess } from '../tests/world/process.ts';
import { startFaultyNetwork } from '../tests/world/faults.ts';
import { figuresOf, limitOf } from './measure.ts';
import type { Figures, Processes } from './measure.ts';
import { fillDatabase } from './data/fill.ts';
import type { Office, Person } from './data/fill.ts';
import { operations } from './operations.ts';
import type { Operation } from './operations.ts';

const NOTES = Number(process.env['BENCH_NOTES'] ?? 20_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const WORDS = process.argv.slice(2);
const CODE = 'harbor';
const DATABASE = 'bench';
const SERVER_KEY = randomBytes(32).toString('hex');

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
async function main({ url }: Cluster): Promise<void> {
  const world = await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const network = await startFaultyNetwork(url(DATABASE));
  // Beside it a second server whose statements are counted, so that the one that is measured has nothing in between.
  const [product, counted] = await Promise.all([server(url(DATABASE)), server(network.url)]);
  try {
    const processes: Processes = { server: product.child.pid ?? 0, database: await serverProcess(url) };
    await giveCodes(product.url, world.middle);
    const wanted = operations(world, await deepPage(product.url, world.middle.author), CODE);
    const rows: Row[] = [];
    for (const operation of wanted.filter(({ name }) => WORDS.every((word) => name.includes(word)))) {
      const statements = await statementsOf(operation, { url: counted.url, network });
      const row = await measure(operation, { limit: url(DATABASE), product: product.url, processes });
      rows.push({ ...row, statements });
      console.log(lineOf({ ...row, statements }));
    }
    if (WORDS.length === 0) writeFileSync(join(import.meta.dirname, 'results.md'), pageOf(rows));
  } finally {
    await Promise.all([product.end('SIGTERM'), counted.end('SIGTERM')]);
    await network.stop();
  }
}

interface Row extends Figures {
  name: string;
  limit: number;
  ratio: number;
  statements: number;
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

/** How many statements one such request makes, the business's transaction with all its words among them. */
async function statementsOf(
  { who, method = 'GET', path, body }: Operation,
  { url, network }: { url: string; network: Awaited<ReturnType<typeof startFaultyNetwork>> },
): Promise<number> {
  const request: [string, object?] = body ? [`${method} ${path}`, body(0)] : [`${method} ${path}`];
  // The first one prepares what later ones only name.
  await ask(url, who, request);
  network.expect(null);
  await ask(url, who, request);
  return network.seen().statements;
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
): Promise<Omit<Row, 'statements'>> {
  const limits: number[] = [];
  const figures: Figures[] = [];
  // Warm, so that the first round is like the others.
  await figuresOf(operation, { url: product, seconds: 1, processes });
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await limitOf(operation, { url: limit, seconds: SECONDS, folder }));
    figures.push(await figuresOf(operation, { url: product, seconds: SECONDS, processes }));
  }
  const of = (field: keyof Figures) => median(figures.map((one) => one[field]));
  return {
    name: operation.name,
    limit: median(limits),
    perSecond: of('perSecond'),
    ratio: median(figures.map(({ perSecond }, round) => perSecond / (limits[round] ?? 1))),
    p50: of('p50'),
    p99: of('p99'),
    serverCpu: of('serverCpu'),
    databaseCpu: of('databaseCpu'),
  };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const HEADS = [
  'operation',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'server CPU us',
  'database CPU us',
  'pgbench tps',
  'ratio',
  'statements',
];

const cells = ({
  name,
  perSecond,
  p50,
  p99,
  serverCpu,
  databaseCpu,
  limit,
  ratio,
  statements,
}: Row): string[] => [
  name,
  perSecond.toFixed(0),
  p50.toFixed(1),
  p99.toFixed(1),
  serverCpu.toFixed(0),
  databaseCpu.toFixed(0),
  limit.toFixed(0),
  ratio.toFixed(2),
  String(statements),
];

const lineOf = (row: Row): string => `| ${cells(row).join(' | ')} |`;

function pageOf(rows: Row[]): string {
  const [cpu] = cpus();
  return [
    '# The last run of `npm run bench`',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, PostgreSQL with synchronous commits, ${NOTES} notes. 16 connections; medians of ${ROUNDS} rounds of ${SECONDS} s in which pgbench and the product take turns. The load generators run on the same machine. [How it is measured](run.ts).`,
    '',
    `| ${HEADS.join(' | ')} |`,
    `|${HEADS.map(() => '---').join('|')}|`,
    ...rows.map(lineOf),
    '',
  ].join('\n');
}

const cluster = await startCluster({
  durable: true,
  settings: { shared_buffers: '1GB', max_wal_size: '4GB' },
});
try {
  await main(cluster);
} finally {
  await cluster.remove();
  rmSync(folder, { recursive: true, force: true });
}
