/**
 * `npm run bench:compare -- FOLDER [PART_OF_A_NAME …]`: CPU time of the operations, compared with another version of the
 * product, a clone in FOLDER with its packages installed. Both run on copies of one database on one PostgreSQL server,
 * measured in turn. `BENCH_NOTES`, `BENCH_SECONDS` and `BENCH_ROUNDS` as in `run.ts`.
 */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { query, type BenchData } from './data/fill.ts';
import {
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
import { findPostmaster, measureOperation, type Measurements } from './measure.ts';
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

await runBench({ shared_buffers: '1GB', max_wal_size: '4GB' }, async ({ url, folder: data }) => {
  await query(url('postgres'), 'create database before');
  const rows = await fillWithOther(url('before'));
  await query(url('postgres'), 'create database after template before');
  const database = [await findPostmaster(url('before'))];
  const versions = await Promise.all(
    Object.entries({ before: join(other, 'dist/server/main.js'), after: undefined }).map(
      async ([name, program]) => {
        const server = await startServer({ DATABASE_URL: url(name), DATA_DIR: join(data, name) }, program);
        await query(url(name), 'vacuum analyze');
        const operations = (await createOperations(rows, server.url)).filter(isSelected);
        const target = { url: server.url, server: server.child.pid ?? 0, database };
        return { server, operations, target, runs: operations.map((): Measurements[] => []) };
      },
    ),
  );
  try {
    const operations = versions[0]?.operations ?? [];
    const results: Cells[] = [];
    for (const [index, { name }] of operations.entries()) {
      for (const { operations: own } of versions) await own[index]?.prepare?.();
      // The first round does not count: code is compiled and rows are read from the disk.
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const { operations: own, target, runs } of round % 2 === 0 ? versions : versions.toReversed()) {
          const operation = own[index];
          const result = operation && (await measureOperation(operation, target, SECONDS));
          if (result && round > 0) runs[index]?.push(result);
        }
      }
      const [before = [], after = []] = versions.map(({ runs }) => runs[index] ?? []);
      const ratios = after.map((one, round) => cpuOf(one) / cpuOf(before[round] ?? one));
      results.push({
        operation: name,
        'CPU before us': cell(before.map(cpuOf)),
        'CPU after us': cell(after.map(cpuOf)),
        'server before us': cell(before.map(({ serverCpu }) => serverCpu)),
        'server after us': cell(after.map(({ serverCpu }) => serverCpu)),
        ratio: median(ratios).toFixed(3),
        'lowest and highest ratio': [Math.min(...ratios), Math.max(...ratios)]
          .map((one) => one.toFixed(2))
          .join(' to '),
      });
    }
    console.log(formatTable(results));
  } finally {
    await Promise.all(versions.map(({ server }) => server.end('SIGTERM')));
  }
});
