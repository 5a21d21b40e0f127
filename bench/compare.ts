/**
 * `npm run bench:compare -- FOLDER [PART_OF_A_NAME …]`: CPU time of the operations, compared with another version of the
 * product, a clone in FOLDER with its packages installed. Both run on copies of one database on one PostgreSQL server,
 * measured in turn. `BENCH_NOTES`, `BENCH_SECONDS` and `BENCH_ROUNDS` as in `run.ts`.
 */

import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ProductProcess } from '#tests/support/helpers/process.ts';
import { query, type BenchData } from './data/fill.ts';
import {
  formatRow,
  formatTable,
  isSelected,
  NOTES,
  ROUNDS,
  runBench,
  SECONDS,
  startServer,
  type Cells,
} from './harness.ts';
import { median } from './load.ts';
import { findPostmaster, measureOperation, type Measurements, type Target } from './measure.ts';
import type { Operation } from './operation.ts';
import { createOperations } from './operations.ts';

const run = promisify(execFile);
// `isSelected` reads the remaining arguments.
const [folder] = process.argv.splice(2, 1);
if (folder === undefined) throw new Error('Name the folder of the version to compare with');
const other = resolve(folder);

/** Fills a database with the schema and the rows of the other version. */
async function fillWithOther(url: string): Promise<BenchData> {
  await run(process.execPath, ['scripts/build.mjs', 'server'], { cwd: other });
  const script = `import { fillEmptyDatabase } from '#bench/data/fill.ts';
    console.log(JSON.stringify(await fillEmptyDatabase('${url}', ${NOTES})));`;
  const options = { cwd: other, maxBuffer: 2 ** 26 };
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], options);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as BenchData;
}

const cpuOf = ({ serverCpu, databaseCpu }: Measurements): number => serverCpu + databaseCpu;
const cell = (values: number[]): string => median(values).toFixed(0);

interface Version {
  server: ProductProcess;
  operations: Operation[];
  target: Target;
}

/** Starts a version on its database. @param program its server; the one of this version when omitted */
async function startVersion(
  { databaseUrl, dataDir, rows }: { databaseUrl: string; dataDir: string; rows: BenchData },
  program?: string,
): Promise<Version> {
  const server = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, program);
  // The migration of the newer version may have written rows.
  await query(databaseUrl, 'vacuum full analyze');
  const operations = (await createOperations(rows, server.url)).filter(isSelected);
  const database = [await findPostmaster(databaseUrl)];
  return { server, operations, target: { url: server.url, server: server.child.pid ?? 0, database } };
}

/** Measures an operation of both versions in turn; one of them begins in each second round. */
async function measureAlternately(versions: Version[], index: number): Promise<Measurements[][]> {
  const runs: Measurements[][] = versions.map(() => []);
  for (const { operations } of versions) await operations[index]?.prepare?.();
  // The first round does not count: code is compiled and rows are read from the disk.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const which of order) {
      const { operations, target } = versions[which] as Version;
      const result = await measureOperation(operations[index] as Operation, target, SECONDS);
      if (round > 0) runs[which]?.push(result);
    }
  }
  return runs;
}

function toCells(name: string, [before = [], after = []]: Measurements[][]): Cells {
  const ratios = after.map((one, round) => cpuOf(one) / cpuOf(before[round] ?? one));
  const range = [Math.min(...ratios), Math.max(...ratios)];
  return {
    operation: name,
    'CPU before us': cell(before.map(cpuOf)),
    'CPU after us': cell(after.map(cpuOf)),
    'server before us': cell(before.map(({ serverCpu }) => serverCpu)),
    'server after us': cell(after.map(({ serverCpu }) => serverCpu)),
    ratio: median(ratios).toFixed(3),
    'lowest and highest ratio': range.map((one) => one.toFixed(2)).join(' to '),
  };
}

await runBench({ shared_buffers: '1GB', max_wal_size: '4GB' }, async ({ url, folder: data }) => {
  await query(url('postgres'), 'create database before');
  const rows = await fillWithOther(url('before'));
  await query(url('postgres'), 'create database after template before');
  const optionsOf = (name: string) => ({ databaseUrl: url(name), dataDir: join(data, name), rows });
  const before = await startVersion(optionsOf('before'), join(other, 'dist/server/main.js'));
  const after = await startVersion(optionsOf('after'));
  try {
    for (const [index, { name }] of after.operations.entries()) {
      const cells = toCells(name, await measureAlternately([before, after], index));
      console.log(index === 0 ? formatTable([cells]) : formatRow(cells));
    }
  } finally {
    await Promise.all([before, after].map(({ server }) => server.end('SIGTERM')));
  }
});
