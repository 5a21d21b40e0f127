/**
 * `npm run bench:citus`: hot requests on a Citus cluster (a coordinator and two workers on this machine) beside one plain
 * server of the same PostgreSQL, in turn. Distributes a filled database, then kills a worker under load and moves two
 * businesses. `BENCH_NOTES` is the number of notes (20,000). Writes citus.md.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProductOnCitus } from '#tests/support/helpers/agenciesOnWorkers.ts';
import {
  createCitusDatabase,
  createRoles,
  findCitusPrograms,
  startCitusCluster,
} from '#tests/support/helpers/citus.ts';
import { startCluster, type Cluster } from '#tests/support/helpers/postgres.ts';
import { measureMoves } from './businessMove.ts';
import {
  fillDatabase,
  fillEmptyDatabase,
  query,
  type BenchData,
  type Office,
  type Person,
} from './data/fill.ts';
import {
  formatRow,
  formatTable,
  isSelected,
  NOTES,
  ROUNDS,
  SECONDS,
  startServer,
  writeReport,
  type Cells,
} from './harness.ts';
import { median } from './load.ts';
import { findPostmaster, measureOperation, medianOf, type Measurements, type Target } from './measure.ts';
import { createOperations } from './operations.ts';
import { measureWorkerKill } from './workerKill.ts';

const DATABASE = 'bench';
const ACCOUNT = 'postgres';
const HOT = [
  'my notes, first page',
  'note by id',
  'inbox',
  'client list',
  'payroll week',
  'search, common word',
  'submit a note',
  'approve a note',
];

/** The token with the business in front, by which Citus looks the session up in one shard. */
const tokenOf = (businessId: number, { id }: Person): Person => ({
  id,
  token: `${businessId}-${String(id).padStart(43, '0')}`,
});

const SET_TOKENS = `update sessions
  set token_hash = sha256(convert_to(business_id || '-' || lpad(user_id::text, 43, '0'), 'utf8'))`;

/** The same rows with the new tokens of their people. */
function withTokens({ middle, small, big, visits, stock }: BenchData): BenchData {
  const ofOffice = (office: Office): Office => ({
    ...office,
    manager: tokenOf(office.businessId, office.manager),
    author: tokenOf(office.businessId, office.author),
  });
  return {
    middle: ofOffice(middle),
    small: ofOffice(small),
    big: ofOffice(big),
    visits: visits.map((visit) => ({
      ...visit,
      author: tokenOf(visit.businessId, visit.author),
      manager: tokenOf(visit.businessId, visit.manager),
    })),
    stock,
  };
}

/** Servers to end, in reverse order. */
const running: (() => Promise<unknown>)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'bench-'));

interface Filled {
  data: BenchData;
  url: string;
  /** Addresses of the servers of the database. */
  servers: string[];
}

async function fillPlain(programs: string): Promise<Filled> {
  const cluster = await startCluster({ durable: true, programs });
  running.push(() => cluster.remove());
  const data = await fillDatabase(cluster.url, { database: DATABASE, notes: NOTES });
  const url = cluster.url(DATABASE);
  await query(url, SET_TOKENS);
  return { data: withTokens(data), url, servers: [url] };
}

interface FilledCitus extends Filled {
  workers: readonly Cluster[];
  /** How long `npm run distribute` took. */
  distributionSeconds: number;
}

async function fillCitus(): Promise<FilledCitus> {
  const cluster = await startCitusCluster({ durable: true });
  running.push(() => cluster.remove());
  const servers = [cluster.coordinator, ...cluster.workers];
  const admins = servers.map((server) => server.url('postgres'));
  await createRoles(admins, ACCOUNT);
  await createCitusDatabase(admins, DATABASE, ACCOUNT);
  const url = cluster.coordinator.url(DATABASE);
  const data = await fillEmptyDatabase(url, NOTES);
  await query(url, SET_TOKENS);
  const started = performance.now();
  const environment = { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, 'distribution') };
  execFileSync(process.execPath, ['scripts/distribute.ts'], { stdio: 'inherit', env: environment });
  const distributionSeconds = (performance.now() - started) / 1000;
  return {
    data: withTokens(data),
    url,
    servers: servers.map((server) => server.url(DATABASE)),
    workers: cluster.workers,
    distributionSeconds,
  };
}

async function startOn({ data, url, servers }: Filled, name: string) {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  const product = await startServer({ DATABASE_URL: url, DATA_DIR: dataDir });
  running.push(() => product.end('SIGTERM'));
  const target: Target = {
    url: product.url,
    server: product.child.pid ?? 0,
    database: await Promise.all(servers.map(findPostmaster)),
  };
  return { target, operations: await createOperations(data, product.url) };
}

const toCells = (name: string, plain: Measurements[], citus: Measurements[]): Cells => {
  const [one, other] = [medianOf(plain), medianOf(citus)];
  const ratio = median(plain.map(({ perSecond }, round) => (citus[round]?.perSecond ?? 0) / perSecond));
  return {
    operation: name,
    'plain, requests/s': one.perSecond.toFixed(0),
    'Citus, requests/s': other.perSecond.toFixed(0),
    ratio: ratio.toFixed(2),
    'plain, p50 ms': one.p50.toFixed(1),
    'Citus, p50 ms': other.p50.toFixed(1),
    'plain, server CPU us': one.serverCpu.toFixed(0),
    'Citus, server CPU us': other.serverCpu.toFixed(0),
    'plain, database CPU us': one.databaseCpu.toFixed(0),
    'Citus, database CPU us': other.databaseCpu.toFixed(0),
  };
};

async function readSetting(url: string, name: string): Promise<string> {
  const [row] = await query<{ value: string }>(url, 'select current_setting($1) as value', [name]);
  return row?.value ?? '';
}

try {
  const programs = findCitusPrograms();
  if (programs === null) throw new Error('No PostgreSQL with the extension citus is installed');
  const [filledPlain, filledCitus] = [await fillPlain(programs), await fillCitus()];
  // Debian adds the version of its package.
  const [version] = (await readSetting(filledCitus.url, 'server_version')).split(' ');
  const shards = await readSetting(filledCitus.url, 'citus.shard_count');
  const [plain, citus] = [await startOn(filledPlain, 'plain'), await startOn(filledCitus, 'citus')];
  const rows: Cells[] = [];
  for (const [index, operation] of plain.operations.entries()) {
    const other = citus.operations[index];
    if (!other || !HOT.includes(operation.name) || !isSelected(operation)) continue;
    await operation.prepare?.();
    await other.prepare?.();
    const measured: [Measurements[], Measurements[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      measured[0].push(await measureOperation(operation, plain.target, SECONDS));
      measured[1].push(await measureOperation(other, citus.target, SECONDS));
    }
    // In the first round code is compiled and rows are read from the disk.
    rows.push(toCells(operation.name, measured[0].slice(1), measured[1].slice(1)));
    console.log(formatRow(rows.at(-1) as Cells));
  }
  const product: ProductOnCitus = {
    url: citus.target.url,
    workers: filledCitus.workers,
    sql: (statement) => query(filledCitus.url, statement),
  };
  const sections: string[] = [];
  if (isSelected({ name: 'a worker killed' })) sections.push(...(await measureWorkerKill(product)));
  if (isSelected({ name: 'a business moved' }))
    sections.push(...(await measureMoves(product, filledCitus.data.middle.businessId)));
  console.log(sections.join('\n\n'));
  writeReport(
    'citus.md',
    'bench:citus',
    `${NOTES} notes. A Citus cluster of a coordinator and two workers, all on this machine, beside one plain server of the same PostgreSQL (${version}), measured in turn, without TLS. So it shows what the distribution costs, not what more machines bring. The CPU of the database is that of all its servers. [How it is measured](citus.ts).`,
    formatTable(rows),
    `\`npm run distribute\` took ${filledCitus.distributionSeconds.toFixed(0)} s, with ${shards} shards.`,
    ...sections,
  );
} finally {
  for (const end of running.toReversed()) await end();
  rmSync(folder, { recursive: true, force: true });
}
