/** The goals of reliability in docs/security.md, and what a run of the tests says of each. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { readRows } from './check-coverage.ts';
import type { Row } from './check-coverage.ts';

/** What is read of Vitest's report in JSON. */
export interface Report {
  testResults: { name: string; assertionResults: Result[] }[];
}

interface Result {
  title: string;
  status: string;
  meta?: { figures?: Record<string, number | string> };
}

/** A test that the page cites. */
interface Cited {
  file: string;
  title: RegExp;
}

/** They need a browser, or several servers, and run by commands of their own. */
const ELSEWHERE = /^tests\/(e2e|nodes)\//;

/** The rows of the goals. */
export const readGoals = (text = readFileSync('docs/security.md', 'utf8')): Row[] =>
  readRows({ path: 'docs/security.md', text }).filter(({ id }) => id.startsWith('R-'));

/** The files of Vitest's tests that goals rest on; what needs a browser or several servers runs elsewhere. */
export const filesOf = (goals: Row[]): string[] => [
  ...new Set(
    goals
      .flatMap(({ cited }) => cited.map((one) => citedOf(one).file))
      .filter((file) => !ELSEWHERE.test(file)),
  ),
];

/** One line for each goal: how many of its tests passed, its verdict, and what they counted. */
export function verdictsOf(
  goals: Row[],
  report: Report,
  root: string,
): { lines: string[]; passed: number; failed: number } {
  const verdicts = goals.map((goal) => verdictOf(goal, report, root));
  const lines = verdicts.map(({ id, verdict, passed, of, statement, figures }) =>
    [
      `${id.padEnd(5)} ${verdict.padEnd(8)} ${`${passed} of ${of}`.padStart(9)}  ${statement}`,
      ...figures,
    ].join('\n'),
  );
  const count = (wanted: string) => verdicts.filter(({ verdict }) => verdict === wanted).length;
  return { lines, passed: count('passed'), failed: count('FAILED') };
}

function verdictOf({ id, statement, cited }: Row, report: Report, root: string) {
  const here = cited.map(citedOf).filter(({ file }) => !ELSEWHERE.test(file));
  const found = here.map((one) => ({ one, results: resultsOf(one, report, root) }));
  const results = found.flatMap((each) => each.results);
  const passed = results.filter(({ status }) => status === 'passed').length;
  // A test that did not run shows nothing, unless the machine cannot run it, which it says itself.
  const missing = found.some((each) => each.results.length === 0);
  const failed =
    missing || (passed === 0 && here.length > 0) || results.some(({ status }) => status === 'failed');
  // What a row says that has no test was measured, by a command that the row names.
  const verdict = failed ? 'FAILED' : here.length === 0 ? 'measured' : 'passed';
  const figures = results.flatMap(({ title, meta }) => figuresLine(title, meta?.figures) ?? []);
  return { id, statement, verdict, passed, of: results.length, figures };
}

function resultsOf({ file, title }: Cited, { testResults }: Report, root: string): Result[] {
  return testResults
    .filter(({ name }) => relative(root, name).replaceAll('\\', '/') === file)
    .flatMap(({ assertionResults }) => assertionResults.filter((one) => title.test(one.title)));
}

/** What a test has counted; its title alone where that names a seed. */
function figuresLine(title: string, figures: Record<string, number | string> | undefined): string | null {
  const indent = ' '.repeat(26);
  if (!figures) return /\bseed\b/.test(title) ? `${indent}${title}` : null;
  const counts = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  return `${indent}${counts.join(', ')}  (${title})`;
}

/** A title as it stands in the source may have places that are filled in for each case. */
function citedOf(cited: string): Cited {
  const [file = '', title = ''] = cited.split(' › ');
  const filled = title
    .split(/\$\{[^}]+\}|%[sijdof]|\$\w+(?:\.\w+)*/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return { file, title: new RegExp(`^${filled.join('.*')}$`, 's') };
}
