/**
 * Checks what the linter cannot express: features import only public files of earlier features, no import closes a
 * circle of files or folders, features write no table of another feature, keep SQL in its files, convert no times in
 * SQL and do not read the clock, one file calculates with decimals and one formats them, only the database folder
 * depends on how tables are distributed, and the docs have the features as they are.
 */

import { type Expression, Visitor } from 'oxc-parser';
import { comesLater } from './feature-order.ts';
import { checkFeatureDocs } from './featureDocs.ts';
import { findCircles, listImports } from './importGraph.ts';
import { type Finding, isTest, lineAt, parse, readSources, report, type Source } from './sources.ts';

/** The files of a feature that other features may import. */
const PUBLIC_FILES =
  /^(\w*[cC]ontract\.ts|\w*[rR]ules\.ts|server\/public\.ts|server\/(\w+\/)?(tables|actions|reads|\w+Actions|\w+Reads)\.ts|web\/(\w+\/)?(queries\.ts|searchParams\.ts|public\.tsx))$/;
const SQL_FILES =
  /^src\/(platform\/server\/|app\/schema\.ts$|features\/[^/]+\/server\/(\w+\/)?(tables|reads|actions|\w+Reads|\w+Actions)\.ts$)/;
const TABLES_FILE = /^server\/(\w+\/)?tables\.ts$/;
const CLOCK_FILES = ['src/platform/server/clock.ts', 'src/platform/web/clock.ts'];

const SQL_TEXT =
  /^\s*(select\s[^]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\S+\s+as\s*\()/i;
/** Compares the database's zones with ours, so that it must name them. */
const ZONE_FILE = 'src/platform/server/database/zoneOffsets.ts';
const ZONE_IN_SQL =
  /\bat\s+time\s+zone\b(?!\s+'UTC')|\bset\s+(local\s+)?time\s*zone\b(?!\s+'UTC')|\btimezone\s*\(/i;

const WRITE_METHODS = new Set(['insert', 'update', 'delete']);
const WRITE_BEFORE_TABLE = /\b(insert\s+into|update|delete\s+from)\s*$/i;

const DECIMAL_FILES = ['src/platform/contract/decimals.ts', 'src/platform/contract/decimalFormat.ts'];
/** Formats of counts, hours and written languages, which are no units or money. */
const NUMBER_FORMAT_FILES = [
  'src/platform/web/format.ts',
  'src/platform/web/numberFormat.ts',
  'src/features/imports/server/cells/conventions.ts',
];

const DATABASE_FOLDER = 'src/platform/server/database/';
const DISTRIBUTION: readonly [pattern: RegExp, what: string, hint: string][] = [
  [
    /citus|distribut|\bshards?\b/gi,
    'depends on the distribution of tables',
    'add a function to platform/server/database that does it, or follow a rule of docs/decisions/047',
  ],
  [
    /\bnextval\b/gi,
    'takes an id in a statement',
    'use nextId, nextIds or selectNextIds (docs/decisions/047)',
  ],
];

type Report = (at: number, what: string, hint: string) => void;

/** The feature of a path or import alias, and the file in it; undefined outside of features. */
function parseFeaturePath(path: string): { feature: string; file: string } | undefined {
  const [, feature, file] = /^(?:src\/|#)features\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return feature === undefined || file === undefined ? undefined : { feature, file };
}

/** Finds violations in one source. */
export function checkBoundaries(source: Source): Finding[] {
  const { path, text } = source;
  if (!path.startsWith('src/') || isTest(path)) return [];
  const findings: Finding[] = [];
  const add: Report = (at, what, hint) => findings.push({ path, line: lineAt(text, at + 1), what, hint });
  checkImports(source, add);
  checkWrites(source, add);
  checkZones(source, add);
  if (!DECIMAL_FILES.includes(path)) checkDecimals(source, add);
  if (!path.startsWith(DATABASE_FOLDER)) checkDistribution(source, add);
  if (!CLOCK_FILES.includes(path)) checkClock(source, add);
  if (!path.includes('/web/') && !SQL_FILES.test(path)) checkSql(source, add);
  return findings;
}

function checkImports(source: Source, add: Report): void {
  const from = parseFeaturePath(source.path);
  if (!from) return;
  for (const { target, at } of listImports(source)) {
    const to = parseFeaturePath(target);
    if (!to || to.feature === from.feature) continue;
    if (!PUBLIC_FILES.test(to.file))
      add(
        at,
        `imports a private file of ${to.feature} (${to.file})`,
        'use its contract, rules, tables, actions, reads, queries or public files; export what is missing there',
      );
    else if (comesLater(to.feature, from.feature))
      add(
        at,
        `${from.feature} imports the later feature ${to.feature} (${to.file})`,
        'features import only earlier ones (scripts/feature-order.ts): combine the two in app, or pass it as a parameter',
      );
  }
}

/** Finds reads of the current time, which tests could not set. */
function checkClock(source: Source, add: Report): void {
  const hint = 'take the time from the context (server) or from platform/web/clock.ts (web)';
  new Visitor({
    MemberExpression({ object, property, start }) {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return;
      if (object.name === 'Date' && property.name === 'now') add(start, 'reads the clock (Date.now)', hint);
    },
    NewExpression({ callee, arguments: { length }, start }) {
      if (callee.type === 'Identifier' && callee.name === 'Date' && length === 0)
        add(start, 'reads the clock (new Date())', hint);
    },
  }).visit(parse(source));
}

function checkSql(source: Source, add: Report): void {
  const check = (text: string, at: number) => {
    if (SQL_TEXT.test(text))
      add(at, 'contains SQL', 'SQL belongs in tables, reads and actions: move the query there');
  };
  new Visitor({
    TemplateLiteral: (node) => check(node.quasis[0]?.value.raw ?? '', node.start),
    Literal(node) {
      if (typeof node.value === 'string') check(node.value, node.start);
    },
  }).visit(parse(source));
}

/** Finds conversions by SQL, whose database may lack the zone of a business or have older data about it. */
function checkZones(source: Source, add: Report): void {
  if (source.path === ZONE_FILE) return;
  const check = (text: string, at: number) => {
    if (ZONE_IN_SQL.test(text))
      add(at, 'converts to a time zone in SQL', 'pass bounds, computed with platform/contract/zone.ts');
  };
  new Visitor({
    TemplateElement: (node) => check(node.value.raw, node.start),
    Literal(node) {
      if (typeof node.value === 'string') check(node.value, node.start);
    },
  }).visit(parse(source));
}

/** Finds calculations with big.js, units as floats times a hundred, and formats of numbers. */
function checkDecimals({ path, text }: Source, add: Report): void {
  const find = (pattern: RegExp, what: string) => {
    for (const { index } of text.matchAll(pattern))
      add(index, what, 'use platform/contract/decimals.ts and decimalFormat.ts');
  };
  find(/from 'big\.js'/g, 'calculates with decimals');
  find(/\bNumber\(\w+\) \* 100\b/g, 'calculates with decimals');
  if (!NUMBER_FORMAT_FILES.includes(path)) find(/\bIntl\.NumberFormat\(/g, 'formats numbers');
}

/** Finds code and comments that are about the distribution of tables over servers. */
function checkDistribution({ text }: Source, add: Report): void {
  for (const [pattern, what, hint] of DISTRIBUTION)
    for (const { index } of text.matchAll(pattern)) add(index, what, hint);
}

/** Finds writes to tables of other features, by the query builder or in SQL. */
function checkWrites(source: Source, add: Report): void {
  const foreign = listForeignTables(source);
  if (foreign.size === 0) return;
  const check = (table: { type: string } | undefined) => {
    const node = table as Expression | undefined;
    const name = node?.type === 'MemberExpression' ? node.object : node;
    const owner = name?.type === 'Identifier' ? foreign.get(name.name) : undefined;
    if (name && owner !== undefined)
      add(name.start, `writes a table of ${owner}`, `call a function of ${owner}/server/actions.ts`);
  };
  new Visitor({
    CallExpression({ callee, arguments: [table] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (WRITE_METHODS.has(callee.property.name)) check(table);
    },
    TemplateLiteral({ expressions, quasis }) {
      expressions.forEach((expression, index) => {
        if (WRITE_BEFORE_TABLE.test(quasis[index]?.value.raw ?? '')) check(expression);
      });
    },
  }).visit(parse(source));
}

/** Maps the imported tables of other features to their features. */
function listForeignTables(source: Source): Map<string, string> {
  const foreign = new Map<string, string>();
  new Visitor({
    ImportDeclaration(node) {
      const target = parseFeaturePath(node.source.value);
      if (!target || target.feature === parseFeaturePath(source.path)?.feature) return;
      if (!TABLES_FILE.test(target.file)) return;
      for (const { local } of node.specifiers) foreign.set(local.name, target.feature);
    },
  }).visit(parse(source));
  return foreign;
}

if (import.meta.main) {
  const sources = readSources('.', ['src', 'tests', 'scripts', 'bench'], ['.ts', '.tsx']);
  const findings = [
    ...sources.flatMap(checkBoundaries),
    ...findCircles(sources),
    ...checkFeatureDocs(sources),
  ];
  report('boundaries', findings, { files: sources.length });
}
