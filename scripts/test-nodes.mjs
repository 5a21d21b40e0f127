/**
 * `npm run test:nodes`: three processes of the built product behind haproxy and pgbouncer, with files in a bucket, set
 * up by the files in deploy/. Runs tests/nodes, then the API tests through the proxy, or the files given as arguments.
 */
import { runVitest, moveTemporaryFilesToMemory } from './runProgram.mjs';

moveTemporaryFilesToMemory();

/** Each file starts several processes, so one runs at a time. */
const runProject = (project, files) =>
  runVitest(`${project}-nodes`, [project], {
    args: [...files, '--maxWorkers=1'],
    env: { TEST_POSTGRES: 'nodes' },
  });

const nodes = await runProject('nodes', []);
for (const line of nodes.output.split('\n').filter((text) => text.startsWith('goal '))) console.log(line);
const api = await runProject('api-postgres', process.argv.slice(2));
console.log(
  `goal    a: ${api.report?.testResults.length ?? 0} files of API tests, ${api.passed} tests through the proxy; ` +
    `${api.skipped} tests need the server in their own process (tests/setup/throughProxy.ts)`,
);
for (const [goals, { passed, failed, output }] of Object.entries({ 'b to e': nodes, a: api })) {
  console.log(`${failed === 0 ? 'ok     ' : 'FAILED '} ${goals}: ${passed} passed, ${failed} failed`);
  if (failed > 0) console.log(output);
}
process.exitCode = nodes.failed + api.failed === 0 ? 0 : 1;
