/**
 * `npm run test:faults`: the goals of reliability (R- in docs/security.md), with all the rounds that `npm test` has no
 * time for, and what each of them has come to: seeds, counts and a verdict. `npm run test:faults -- R-3 R-8` runs those
 * alone. A seed in a title repeats its run, with the variable that the file of the test names.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, projectRoot } from './bootstrap.mjs';
import { run } from './run.mjs';

/** How often each is done. */
const ROUNDS = {
  FAULT_ROUNDS: '1000',
  KILL_ROUNDS: '200',
  RACE_ROUNDS: '50',
  REVIEW_PAIRS: '500',
  LOST_TRIALS: '200',
  CROWD_SEEDS: '20',
  CROWD_ACTIONS: '200',
  PRODUCT_KILLS: '20',
  AWAY_ROUNDS: '10',
  STOP_ROUNDS: '10',
  SLOW_SOCKETS: '2000',
};

await bootstrap();
const { readCoverage } = await import('./check-coverage.ts');
const { isGoal, judgeGoals, listGoalFiles } = await import('./goals.ts');
const wanted = process.argv.slice(2);
const { requirements, titles } = readCoverage();
const goals = requirements.filter(isGoal).filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const reports = join(projectRoot, 'test-results');
mkdirSync(reports, { recursive: true });
const files = listGoalFiles(goals, titles);
if (files.length === 0) {
  console.error('None of these goals has a test: docs/security.md names what was measured.');
  process.exit(2);
}
const file = join(reports, 'faults.json');
// Nothing of an earlier run is taken for this one's.
rmSync(file, { force: true });
const how = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
const projects = ['unit', 'api-embedded', 'api-postgres', 'races', 'faults'].flatMap((name) => [
  '--project',
  name,
]);
const { code, output } = await run(['vitest', 'run', ...projects, ...how, ...files], {
  TESTS: 'all',
  ...Object.fromEntries(Object.entries(ROUNDS).map(([name, many]) => [name, process.env[name] ?? many])),
});
if (code !== 0) console.log(output.trimEnd());
const { lines, passed, failed } = judgeGoals(goals, titles, JSON.parse(readFileSync(file, 'utf8')));
console.log(lines.join('\n'));
console.log(`${passed} goals passed, ${failed} failed`);
process.exitCode = code === 0 && failed === 0 ? 0 : 1;
