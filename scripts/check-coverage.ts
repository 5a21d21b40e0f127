/** The tables of docs/spec-coverage and docs/security.md: what they state is shown by tests that exist. */
import { type CallExpression, type Expression, Visitor } from 'oxc-parser';
import { type Finding, isTest, parse, readSources, report, type Source } from './sources.ts';

const index = 'docs/spec-coverage.md';
const folder = 'docs/spec-coverage/';
const security = 'docs/security.md';

export interface Row {
  path: string;
  line: number;
  /** Section, part and number, as in 2.home.3. */
  id: string;
  statement: string;
  /** What stands between backquotes in the column of the tests. */
  cited: string[];
  /** The last column: what was decided, or whether a threat is met. */
  state: string;
}

/** What a page asks of each of its rows. */
interface Kind {
  id: RegExp;
  idMend: string;
  /** What is wrong with the tests or the state of a row. */
  faultOf: (row: Row) => { what: string; mend: string } | undefined;
}

const STATEMENT: Kind = {
  id: /^\d+(\.[\w-]+)+$/,
  idMend: 'write section.part.number, as in 2.home.3',
  faultOf: ({ id, cited }) => (cited.length === 0 ? untested(id) : undefined),
};

/** A threat or goal holds, which tests show, or says why it does not. */
export const THREAT: Kind = {
  id: /^(T|[SPRD]-)\d+$/,
  idMend: 'write the letter of the table and a number, as in S-4',
  faultOf: ({ id, cited, state }) => {
    if (state === 'holds') return cited.length === 0 ? untested(id) : undefined;
    if (/^differs: ./.test(state)) return undefined;
    const mend = "write 'holds', or 'differs: …' with what is otherwise on purpose, and why";
    return { what: `${id} does not say whether it holds`, mend };
  },
};

const untested = (id: string) => ({
  what: `${id} names no test`,
  mend: 'write the test that would fail without it, and cite `path › title`',
});

/** The rows of one page: every line of a table but its head. */
export function readRows(page: Source): Row[] {
  return page.text.split('\n').flatMap((line, at) => {
    if (!line.startsWith('|') || /^\|\s*(id\s*\||:?-)/i.test(line)) return [];
    const [id = '', statement = '', tests = '', state = ''] = cells(line);
    const cited = [...tests.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
    return [{ path: page.path, line: at + 1, id, statement, cited, state }];
  });
}

/** A bar inside a cell is written `\|`, as everywhere in Markdown. */
function cells(line: string): string[] {
  return line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll(String.raw`\|`, '|').trim());
}

/** The titles of all tests in a source, as they stand there: one with placeholders keeps them. */
export function readTitles(source: Source): string[] {
  const titles: string[] = [];
  new Visitor({
    CallExpression(node) {
      const [first] = node.arguments;
      if (first && first.type !== 'SpreadElement' && callsTest(node)) {
        const title = textOf(first, source.text);
        if (title !== undefined) titles.push(title);
      }
    },
  }).visit(parse(source));
  return titles;
}

/** `test(…)`, and `test.each(…)(…)` and its like, but no `test.step(…)` or `test.use(…)`. */
function callsTest({ callee }: CallExpression): boolean {
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

function textOf(node: Expression, text: string): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' ? text.slice(node.start + 1, node.end - 1) : undefined;
}

/** What is wrong with the rows of one page, given the titles of each test file. */
export function checkRows(rows: Row[], titles: Map<string, string[]>, kind = STATEMENT): Finding[] {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const findings = rowFindings(row, titles, kind);
    if (seen.has(row.id)) {
      const what = `the id ${row.id} is there twice`;
      findings.push({ path: row.path, line: row.line, what, mend: 'number the row anew' });
    }
    seen.add(row.id);
    return findings;
  });
}

function rowFindings(row: Row, titles: Map<string, string[]>, kind: Kind): Finding[] {
  const { path, line, id, statement, cited } = row;
  const findings: Finding[] = [];
  const add = (what: string, mend: string) => findings.push({ path, line, what, mend });
  if (!kind.id.test(id)) add(`'${id}' is no id`, kind.idMend);
  if (statement === '') add(`${id} says nothing`, 'write the statement in few words');
  const fault = kind.faultOf(row);
  if (fault) add(fault.what, fault.mend);
  for (const one of cited) {
    const mend = mendOf(one, titles);
    if (mend !== undefined) add(`${id} cites what is not there: ${one}`, mend);
  }
  return findings;
}

/** How to mend a citation; undefined when the test is there. */
function mendOf(cited: string, titles: Map<string, string[]>): string | undefined {
  const cut = cited.indexOf(' › ');
  if (cut === -1) return 'write `path › title of the test`';
  const [file, title] = [cited.slice(0, cut), cited.slice(cut + 3)];
  const inFile = titles.get(file);
  if (inFile?.includes(title)) return undefined;
  const moved = [...titles].filter(([, others]) => others.includes(title)).map(([other]) => other);
  if (moved.length > 0) return `a test of this title is in ${moved.join(', ')}`;
  if (!inFile) return 'no such test file; cite the one that shows the statement now';
  return `cite the title as it stands in the file, or write the test; it has: ${inFile.join(' · ')}`;
}

/** Pages that the index does not link to. */
export function checkPages(pages: Source[]): Finding[] {
  const start = pages.find(({ path }) => path === index);
  return pages
    .filter(({ path }) => path !== index && !start?.text.includes(`(${path.slice('docs/'.length)})`))
    .map(({ path }) => ({
      path,
      line: 1,
      what: `is not linked from ${index}`,
      mend: 'add the page to its list',
    }));
}

if (import.meta.main) {
  const docs = readSources('.', ['docs'], ['.md']);
  const pages = docs.filter(({ path }) => path === index || path.startsWith(folder));
  const tests = readSources('.', ['src', 'tests', 'scripts'], ['.ts', '.tsx']).filter(({ path }) =>
    isTest(path),
  );
  const titles = new Map(tests.map((source) => [source.path, readTitles(source)]));
  const rows = pages.filter(({ path }) => path !== index).flatMap(readRows);
  const threats = docs.filter(({ path }) => path === security).flatMap(readRows);
  const findings = [...checkPages(pages), ...checkRows(rows, titles), ...checkRows(threats, titles, THREAT)];
  // A table without a row has covered nothing, so the rows are what is counted.
  report('coverage', findings, {
    files: rows.length && threats.length && pages.length,
    note: `${rows.length} statements, ${threats.length} threats and goals`,
  });
}
