/**
 * `npm test`: all checks, then all test suites, then one line with the totals. `npm test -- --only unit,e2e` runs some
 * steps; `check` means all checks. `npm run test:all` adds the longer tests (CONTRIBUTING.md).
 */

import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import {
  createReportFile,
  getVerdict,
  readReport,
  runProgram,
  runVitest,
  moveTemporaryFilesToMemory,
} from './runProgram.mjs';

moveTemporaryFilesToMemory();
const { values } = parseArgs({ options: { only: { type: 'string' }, all: { type: 'boolean' } } });
if (values.all) process.env.TESTS = 'all';

/** Checks of the sources, which do not run the product. */
const checks = {
  format: ['oxfmt', '--check'],
  lint: ['oxlint'],
  vocabulary: ['node', 'scripts/check-vocabulary.ts'],
  structure: ['node', 'scripts/check-structure.ts'],
  boundaries: ['node', 'scripts/check-boundaries.ts'],
  coverage: ['node', 'scripts/check-coverage.ts'],
  versions: ['node', 'scripts/check-versions.ts'],
  types: ['tsc', '-b'],
  unused: ['knip', '--no-progress'],
};
/** The Vitest projects of each suite. */
const projects = {
  unit: ['unit', 'unit-isolated'],
  api: ['api-embedded', 'api-postgres', 'api-abroad'],
  races: ['races'],
  faults: ['faults'],
};

const steps = selectSteps();
const total = { passed: 0, failed: 0 };
const selectedChecks = Object.entries(checks).filter(([name]) => steps.has(name));
// Most of them use one processor.
const limit = pLimit(2);
await limit.map(selectedChecks, ([name, command]) => runStep(name, () => runCheck(command)));
const suites = Object.keys(projects).filter((name) => steps.has(name));
// In one run, so that the end of one suite does not leave a processor idle.
if (suites.length > 0) {
  const all = suites.flatMap((name) => projects[name]);
  await runStep(suites.join(', '), () => runVitest('vitest', all));
}
if (steps.has('e2e')) await runStep('e2e', runPlaywright);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/** The names after --only, or all. Ends the process when one is unknown. */
function selectSteps() {
  const names = [...Object.keys(checks), ...Object.keys(projects), 'e2e'];
  if (values.only === undefined) return new Set(names);
  const selection = values.only
    .split(',')
    .flatMap((name) => (name === 'check' ? Object.keys(checks) : [name]));
  const unknown = selection.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown steps: ${unknown.join(', ')}. Use check, ${names.join(', ')}.`);
    process.exit(2);
  }
  return new Set(selection);
}

/** Runs a step, prints its line and, if it failed, its output. */
async function runStep(name, step) {
  const started = performance.now();
  const { passed, failed, output } = await step();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const count = passed + failed > 1 ? ` (${passed} of ${passed + failed})` : '';
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(14)} ${seconds.padStart(6)} s${count}`);
  if (failed > 0) console.log(output.trimEnd());
  total.passed += passed;
  total.failed += failed;
}

async function runCheck(command) {
  const { code, output } = await runProgram(command);
  return { passed: Number(code === 0), failed: Number(code !== 0), output };
}

async function runPlaywright() {
  const { ensureBrowser } = await import('#tests/support/helpers/browser.ts');
  ensureBrowser();
  const build = await runProgram(['node', 'scripts/build.mjs']);
  if (build.code !== 0) return getVerdict(build, 0, 0);
  const file = createReportFile('e2e');
  const result = await runProgram(['playwright', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const report = readReport(file);
  // A test that passed on a retry has a race, in itself or in the product.
  for (const title of listFlakyTitles(report?.suites ?? [])) console.log(`flaky   ${title}`);
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {};
  return getVerdict(result, expected + flaky, unexpected);
}

function listFlakyTitles(groups) {
  return groups.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file} › ${title}`),
    ...listFlakyTitles(inner),
  ]);
}
