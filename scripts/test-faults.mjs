/**
 * `npm run test:faults`: the reliability goals (R- in docs/security.md) with all rounds, and a verdict for each.
 * `npm run test:faults -- R-3 R-8` runs only these. A seed in a title repeats its run.
 */

import { readCoverage } from './check-coverage.ts';
import { isGoal, judgeGoals, listGoalFiles } from './goals.ts';
import { runVitest } from './runProgram.mjs';

const ROUNDS = {
  FAULT_ROUNDS: '1000',
  KILL_ROUNDS: '200',
  AUTHORIZATION_SEEDS: '20',
  RACE_ROUNDS: '50',
  REVIEW_PAIRS: '500',
  PERIOD_ROUNDS: '200',
  LOST_TRIALS: '200',
  CROWD_SEEDS: '20',
  CROWD_ACTIONS: '200',
  PRODUCT_KILLS: '20',
  AWAY_ROUNDS: '10',
  STOP_ROUNDS: '10',
  COMMAND_KILLS: '12',
  SLOW_SOCKETS: '2000',
};
const PROJECTS = ['unit', 'api-embedded', 'api-postgres', 'races', 'faults'];

const ids = process.argv.slice(2);
const { requirements, titles } = readCoverage();
const goals = requirements.filter(isGoal).filter(({ id }) => ids.length === 0 || ids.includes(id));
const files = listGoalFiles(goals, titles);
if (files.length === 0) {
  console.error('No test verifies these goals; docs/security.md names what was measured.');
  process.exit(2);
}
const env = { TESTS: 'all', ...ROUNDS };
for (const name of Object.keys(ROUNDS)) env[name] = process.env[name] ?? env[name];
const { failed: failedTests, output, report } = await runVitest('faults', PROJECTS, { args: files, env });
if (failedTests > 0) console.log(output.trimEnd());
if (report) {
  const { lines, passed, failed } = judgeGoals(goals, titles, report);
  console.log(`${lines.join('\n')}\n${passed} goals passed, ${failed} failed`);
  process.exitCode = failedTests + failed === 0 ? 0 : 1;
} else process.exitCode = 1;
