/**
 * Checks that every requirement of docs/spec-coverage.md and docs/security.md has a test with its id at the end of the
 * title: `[1.units.1 S-2,3]`. `--table` prints each requirement with its tests.
 */

import { type CallExpression, type Expression, Visitor } from 'oxc-parser';
import { type Finding, isTest, lineAt, parse, readSources, report, type Source } from './sources.ts';

export interface Requirement {
  path: string;
  line: number;
  id: string;
  statement: string;
  /** `holds`, or `differs: …` with a deliberate deviation, which needs no test. */
  state: string;
}

export interface TestTitle {
  path: string;
  line: number;
  title: string;
  ids: string[];
}

const REQUIREMENT = /^- (?<id>\d+(?:\.[\w-]+)*\.\d+) (?<statement>.+)$/;
const THREAT = /^\| *(?<id>(?:T|[SPRD]-)\d+) *\| *(?<statement>.*?) *(?<!\\)\| *(?<state>.*?) *\|$/;

/** Reads the requirements of a page from the items of its lists and the rows of its tables. */
export function readRequirements({ path, text }: Source): Requirement[] {
  return text.split('\n').flatMap((row, index) => {
    const { id, statement = '', state = 'holds' } = (REQUIREMENT.exec(row) ?? THREAT.exec(row))?.groups ?? {};
    return id === undefined ? [] : [{ path, line: index + 1, id, statement, state }];
  });
}

/** Reads the ids at the end of a title; `S-1,3` counts as two. */
export function readIds(title: string): string[] {
  const [, list = ''] = /\[((?:T|[SPRD]-|\d+\.)[\w.,\- ]*)\]$/.exec(title) ?? [];
  return list.split(' ').flatMap((token) => {
    const [, prefix = '', numbers] = /^(.*?)(\d+(?:,\d+)*)$/.exec(token) ?? [];
    return numbers?.split(',').map((number) => prefix + number) ?? (token ? [token] : []);
  });
}

/** Reads the titles of all tests in a source, with their placeholders. */
export function readTitles(source: Source): TestTitle[] {
  const titles: TestTitle[] = [];
  new Visitor({
    CallExpression(node) {
      const [first] = node.arguments;
      if (!first || first.type === 'SpreadElement' || !isTestCall(node)) return;
      const title = readText(first, source.text);
      if (title === undefined) return;
      const line = lineAt(source.text, first.start + 1);
      titles.push({ path: source.path, line, title, ids: readIds(title) });
    },
  }).visit(parse(source));
  return titles;
}

/** True for `test(…)` and `test.each(…)(…)`, but not for `test.step(…)` or `test.use(…)`. */
function isTestCall({ callee }: CallExpression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it';
  if (callee.type !== 'CallExpression') return false;
  const made = callee.callee;
  return (
    made.type === 'MemberExpression' &&
    made.object.type === 'Identifier' &&
    made.object.name === 'test' &&
    made.property.type === 'Identifier' &&
    ['each', 'for', 'skipIf', 'runIf'].includes(made.property.name)
  );
}

function readText(node: Expression, text: string): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' ? text.slice(node.start + 1, node.end - 1) : undefined;
}

/** Finds requirements without a test, duplicate ids and ids in titles that no requirement has. */
export function checkCoverage(requirements: Requirement[], titles: TestTitle[]): Finding[] {
  const tested = new Set(titles.flatMap(({ ids }) => ids));
  const ids = new Set<string>();
  const findings: Finding[] = [];
  for (const { path, line, id, state } of requirements) {
    const add = (what: string, hint: string) => findings.push({ path, line, what, hint });
    if (ids.has(id)) add(`the id ${id} is used twice`, 'take the next free number');
    ids.add(id);
    const differs = /^differs: ./.test(state);
    if (state !== 'holds' && !differs)
      add(`${id} has no state`, "write 'holds', or 'differs: …' with the reason");
    if (!differs && !tested.has(id))
      add(`${id} has no test`, `add the id to the title of the test that shows it: 'title [${id}]'`);
  }
  const unknown = titles.flatMap((title) =>
    title.ids.filter((id) => !ids.has(id)).map((id) => ({ ...title, what: `${id} is no requirement` })),
  );
  const hint = 'correct the id, or add it to docs';
  return [...findings, ...unknown.map(({ path, line, what }) => ({ path, line, what, hint }))];
}

/** Reads the requirements and test titles of the project. */
export function readCoverage(): { requirements: Requirement[]; titles: TestTitle[] } {
  const pages = readSources('.', ['docs/spec-coverage.md', 'docs/security.md'], ['.md']);
  const tests = readSources('.', ['src', 'tests', 'scripts'], ['.ts', '.tsx']).filter(({ path }) =>
    isTest(path),
  );
  return { requirements: pages.flatMap(readRequirements), titles: tests.flatMap(readTitles) };
}

if (import.meta.main) {
  const { requirements, titles } = readCoverage();
  if (process.argv.includes('--table'))
    for (const { id, statement } of requirements) {
      const tests = titles.filter(({ ids }) => ids.includes(id));
      console.log(
        [`${id} ${statement}`, ...tests.map(({ path, title }) => `    ${path} › ${title}`)].join('\n'),
      );
    }
  else report('coverage', checkCoverage(requirements, titles), { files: requirements.length });
}
