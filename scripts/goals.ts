/** The reliability goals (R- in docs/security.md) and the verdict of a test run on each. */

import { readIds, type Requirement, type TestTitle } from './check-coverage.ts';

/** The fields of Vitest's JSON report that are used. */
export interface Report {
  testResults: { assertionResults: TestResult[] }[];
}

interface TestResult {
  title: string;
  status: string;
  meta?: { metrics?: Record<string, number | string> };
}

/** Tests that need a browser or several servers have their own commands. */
const RUN_SEPARATELY = /^tests\/(e2e|nodes)\//;

export const isGoal = ({ id }: Requirement): boolean => id.startsWith('R-');

/** Lists the tests of a goal that `npm run test:faults` runs. */
const listTests = ({ id }: Requirement, titles: TestTitle[]): TestTitle[] =>
  titles.filter(({ ids, path }) => ids.includes(id) && !RUN_SEPARATELY.test(path));

/** Lists the test files of the goals. */
export const listGoalFiles = (goals: Requirement[], titles: TestTitle[]): string[] => [
  ...new Set(goals.flatMap((goal) => listTests(goal, titles)).map(({ path }) => path)),
];

/** Formats a block of lines for each goal: its verdict, its tests and what they measured. */
export function judgeGoals(
  goals: Requirement[],
  titles: TestTitle[],
  report: Report,
): { lines: string[]; passed: number; failed: number } {
  const ran = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const verdicts = goals.map((goal) => judgeGoal(goal, listTests(goal, titles), ran));
  const count = (name: string) => verdicts.filter(({ verdict }) => verdict === name).length;
  return { lines: verdicts.map(({ text }) => text), passed: count('passed'), failed: count('FAILED') };
}

function judgeGoal({ id, statement }: Requirement, tests: TestTitle[], ran: TestResult[]) {
  const results = ran.filter(({ title }) => readIds(title).includes(id));
  const passed = results.filter(({ status }) => status === 'passed').length;
  // A skipped test counts only if another test of the goal passed.
  const isMissing = results.length < tests.length || (passed === 0 && tests.length > 0);
  const isFailed = isMissing || results.some(({ status }) => status === 'failed');
  const verdict = isFailed ? 'FAILED' : tests.length === 0 ? 'measured' : 'passed';
  const summary = `${id.padEnd(5)} ${verdict.padEnd(8)} ${`${passed} of ${results.length}`.padStart(9)}  ${statement}`;
  return { verdict, text: [summary, ...results.flatMap(formatMetrics)].join('\n') };
}

/** Formats the metrics of a test; without any, its title if it contains a seed. */
function formatMetrics({ title, meta }: TestResult): string[] {
  const indent = ' '.repeat(26);
  if (!meta?.metrics) return /\bseed\b/.test(title) ? [`${indent}${title}`] : [];
  const counts = Object.entries(meta.metrics).map(([name, value]) => `${name} ${value}`);
  return [`${indent}${counts.join(', ')}  (${title})`];
}
