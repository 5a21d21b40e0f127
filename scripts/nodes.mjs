/**
 * `npm run test:nodes`: three processes of the built product behind haproxy, with pgbouncer in transaction mode, two
 * PostgreSQL servers of which one follows the other, and files in a bucket, set up by the files in deploy/. First what
 * several nodes promise (tests/nodes), then the whole API suite through the proxy. Prints counts and a verdict for
 * each goal. Words behind `--` are files of the API suite to run instead of all.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { bootstrap, projectRoot } from './bootstrap.mjs';
import { workInMemory } from './inMemory.mjs';
import { run } from './run.mjs';

await bootstrap();
workInMemory();
const files = process.argv.slice(2);
const goals = await vitest('nodes', []);
for (const line of goals.output.split('\n').filter((one) => one.startsWith('goal '))) console.log(line);
const suite = await vitest('api-postgres', files);
console.log(
  `goal    a: ${suite.files} files of the API suite, ${suite.passed} tests through the proxy; ` +
    `${suite.skipped} tests need the server in their own process (tests/setup/throughProxy.ts)`,
);
const broken = goals.failed + suite.failed;
for (const [name, one] of Object.entries({ 'b to e': goals, a: suite }))
  console.log(
    `${one.failed === 0 ? 'ok     ' : 'FAILED '} ${name}: ${one.passed} passed, ${one.failed} failed`,
  );
if (broken > 0) console.log([goals, suite].flatMap((one) => (one.failed > 0 ? [one.output] : [])).join('\n'));
process.exitCode = broken === 0 ? 0 : 1;

/** Runs a project; each node is a process of its own, so that one file at a time is enough for a machine. */
async function vitest(project, paths) {
  const report = join(projectRoot, 'test-results', `${project}-nodes.json`);
  fs.rmSync(report, { force: true });
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ended = await run(['vitest', 'run', '--project', project, ...paths, '--maxWorkers=1', ...output], {
    TEST_POSTGRES: 'nodes',
  });
  const results = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : {};
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests: skipped = 0 } = results;
  // One that ran nothing, or broke outside of its tests, has failed.
  const failed = ended.code === 0 && passed > 0 ? 0 : Math.max(numFailedTests, 1);
  return { passed, failed, skipped, files: results.testResults?.length ?? 0, output: ended.output };
}
