/**
 * `npm test`: checks, then every suite, then one line with the totals. `npm test -- --only unit,e2e` runs a part:
 * names of checks (format, lint, …), `check` for all of them, or unit, api, races, faults, e2e. `npm run test:all`
 * runs what takes longer as well, for which a change should not have to wait: see CONTRIBUTING.md.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { bootstrap, projectRoot } from './bootstrap.mjs';
import { check, checkNames } from './check.mjs';
import { workInMemory } from './inMemory.mjs';
import { run, scored } from './run.mjs';

await bootstrap();
workInMemory();
if (process.argv.includes('--all')) process.env.TESTS = 'all';

const reports = join(projectRoot, 'test-results');
/** The projects of each suite of vitest. */
const projects = {
  unit: ['unit'],
  api: ['api-embedded', 'api-postgres'],
  races: ['races'],
  faults: ['faults'],
};
const suites = [...Object.keys(projects), 'e2e'];

const chosen = chosenSteps();
fs.mkdirSync(reports, { recursive: true });
const total = await check(checkNames.filter((name) => chosen.has(name)));
// Together, so that what is left of one suite does not keep a processor waiting.
const ofVitest = Object.keys(projects).filter((name) => chosen.has(name));
if (ofVitest.length > 0) await count(ofVitest.join(', '), () => vitest(ofVitest));
if (chosen.has('e2e')) await count('e2e', playwright);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function count(name, suite) {
  const { passed, failed } = await scored(name, suite);
  total.passed += passed;
  total.failed += failed;
}

function chosenSteps() {
  const all = [...checkNames, ...suites];
  const at = process.argv.findIndex((word) => word === '--only' || word.startsWith('--only='));
  if (at === -1) return new Set(all);
  const list = process.argv[at].split('=')[1] ?? process.argv[at + 1] ?? '';
  const names = list.split(',').flatMap((name) => (name === 'check' ? checkNames : [name]));
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Known: check, ${all.join(', ')}`);
    process.exit(2);
  }
  return new Set(names);
}

/** Counts what vitest ran. Suites that ran nothing, or broke outside of their tests, count as failed. */
async function vitest(names) {
  const file = join(reports, 'vitest.json');
  fs.rmSync(file, { force: true });
  const which = names.flatMap((name) => projects[name]).flatMap((project) => ['--project', project]);
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ended = await run(['vitest', 'run', ...which, ...output]);
  const report = readReport(file);
  return verdict(ended, report?.numPassedTests ?? 0, report?.numFailedTests ?? 0);
}

/** What a reader of a failure needs first: a log may be cut before its end. */
function withoutPassed(output) {
  return output
    .split('\n')
    .filter((line) => !/^\s*✓/.test(line))
    .join('\n');
}

async function playwright() {
  const file = join(reports, 'e2e.json');
  fs.rmSync(file, { force: true });
  const { ensureBrowser } = await import('#tests/support/helpers/browser.ts');
  ensureBrowser();
  const built = await run(['node', 'scripts/build.mjs']);
  if (built.code !== 0) return verdict(built, 0, 0);
  const ended = await run(['playwright', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const report = readReport(file);
  // Printed: a test that needed a second try hides a race, in it or in the product.
  for (const title of flakyTitles(report?.suites ?? [])) console.log(`flaky   ${title}`);
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {};
  return verdict(ended, expected + flaky, unexpected);
}

function flakyTitles(groups) {
  return groups.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file} › ${title}`),
    ...flakyTitles(inner),
  ]);
}

function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

function verdict({ code, output: printed }, passed, failed) {
  const output = withoutPassed(printed);
  if (passed + failed === 0) return { passed, failed: 1, output: `No test ran.\n${output}` };
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), output };
}
