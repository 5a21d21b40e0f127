/**
 * `npm run test:nodes`: three processes of the built product behind haproxy and pgbouncer, with files in a bucket, set
 * up by the files in deploy/. Runs tests/nodes, then the API tests through the proxy, or the files given as arguments.
 * `npm run test:nodes -- --citus` runs tests/nodes on a Citus cluster.
 */

import { runVitest, moveTemporaryFilesToMemory } from './runProgram.mjs';

moveTemporaryFilesToMemory();

/** Each file starts several processes, so one runs at a time. */
const runProject = (project, files, shape = 'nodes') =>
  runVitest(`${project}-nodes`, [project], {
    args: [...files, '--maxWorkers=1'],
    env: { TEST_POSTGRES: shape },
  });

const onCitus = process.argv.includes('--citus');
const nodes = await runProject('nodes', [], onCitus ? 'citus' : 'nodes');
for (const line of nodes.output.split('\n').filter((text) => text.startsWith('goal '))) console.log(line);
const results = { 'b to e': nodes };
if (!onCitus) {
  const api = await runProject('api-postgres', process.argv.slice(2));
  console.log(
    `goal    a: ${api.report?.testResults.length ?? 0} files of API tests, ${api.passed} tests through the proxy; ` +
      `${api.skipped} tests need the server in their own process (tests/setup/throughProxy.ts)`,
  );
  results.a = api;
}
for (const [goals, { passed, failed, output }] of Object.entries(results)) {
  console.log(`${failed === 0 ? 'ok     ' : 'FAILED '} ${goals}: ${passed} passed, ${failed} failed`);
  if (failed > 0) console.log(output);
}
process.exitCode = Object.values(results).every(({ failed }) => failed === 0) ? 0 : 1;
