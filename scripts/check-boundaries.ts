/** The import rules of docs/architecture.md: who may use what. Each broken one is an error. */
import { Visitor } from 'oxc-parser';
import { checkHabits } from './boundary-habits.ts';
import { comesLater, pendingImports } from './feature-order.ts';
import { fileOf, mayHoldSql, type Place, placeOf } from './places.ts';
import { type Finding, isTest, lineAt, parse, readSources, report, type Source } from './sources.ts';

interface Edge {
  from: Place;
  to: Place;
}

interface Rule {
  isBroken: (edge: Edge) => boolean;
  what: (edge: Edge) => string;
  hint: string;
}

const openToOtherFeatures =
  /^(\w*[cC]ontract\.ts|\w*[rR]ules\.ts|server\/(\w+\/)?(tables|actions|reads)\.ts|web\/(\w+\/)?(queries\.ts|public\.tsx))$/;

const rules: Rule[] = [
  {
    isBroken: ({ from, to }) =>
      from.feature !== undefined &&
      to.feature !== undefined &&
      comesLater(to.feature, from.feature) &&
      !pendingImports.has(`${from.feature} → ${to.feature}`),
    what: ({ from, to }) => `${from.feature} imports the later feature ${to.feature} (${to.file})`,
    hint: 'features import only those before them (scripts/feature-order.ts): compose the two in app, or pass it in',
  },
  {
    isBroken: ({ to }) => to.zone === 'outside',
    what: ({ to }) => `imports ${to.file}, which is outside of src`,
    hint: 'the product stands on its own: move the thing into src',
  },
  {
    isBroken: ({ from, to }) => from.zone === 'platform' && (to.zone === 'feature' || to.zone === 'app'),
    what: ({ to }) => `platform imports the ${to.zone} file ${to.file}`,
    hint: 'platform knows no product: let the caller pass it in',
  },
  {
    isBroken: ({ from, to }) => from.zone === 'feature' && to.zone === 'app',
    what: ({ to }) => `a feature imports app/${to.file}`,
    hint: 'app composes features, never the reverse: move the thing into platform or the feature',
  },
  {
    isBroken: ({ from, to }) => from.half === 'web' && to.half === 'server',
    what: ({ to }) => `the web half imports server code (${to.file})`,
    hint: 'put what both halves need into contract.ts or rules.ts',
  },
  {
    isBroken: ({ from, to }) => from.half === 'server' && to.half === 'web',
    what: ({ to }) => `the server half imports web code (${to.file})`,
    hint: 'put what both halves need into contract.ts or rules.ts',
  },
  {
    isBroken: ({ from, to }) => from.half === 'shared' && to.half !== 'shared',
    what: ({ to }) => `a contract or rules file imports ${to.half} code (${to.file})`,
    hint: 'contracts and rules stand on zod, platform/contract and other contracts and rules alone',
  },
  {
    isBroken: ({ from, to }) =>
      from.zone === 'feature' &&
      to.zone === 'feature' &&
      from.feature !== to.feature &&
      !openToOtherFeatures.test(to.file),
    what: ({ to }) => `reaches into the inside of ${to.feature} (${to.file})`,
    hint: `use its contract, rules, tables, actions, reads, queries or public.tsx, and export there what is missing`,
  },
];

/** Imports of the source that break a rule, with its other breaches of the boundaries. */
export function checkBoundaries(source: Source): Finding[] {
  const from = placeOf(source.path);
  if (from.zone === 'outside' || isTest(source.path)) return [];
  const findings = importsOf(source).flatMap(({ target, at }): Finding[] => {
    const line = lineAt(source.text, at);
    const file = fileOf(source.path, target);
    if (file === undefined) {
      const hint = packageFault(from, target);
      return hint === undefined ? [] : [{ path: source.path, line, what: `imports ${target} here`, hint }];
    }
    const to = placeOf(file);
    const edge = { from, to };
    const broken = rules.find((rule) => rule.isBroken(edge));
    return broken ? [{ path: source.path, line, what: broken.what(edge), hint: broken.hint }] : [];
  });
  return [...findings, ...checkHabits(source, from)];
}

/** Why a package may not be used at this place; undefined if it may. */
function packageFault(from: Place, name: string): string | undefined {
  if (from.half !== 'server' && name.startsWith('node:'))
    return 'this code runs in the browser: leave Node to server/';
  const isContractOrRules = from.zone === 'feature' && from.half === 'shared';
  if (isContractOrRules && !/^zod(\/|$)/.test(name)) {
    return 'contracts and rules use zod alone: wrap what you need in platform/contract';
  }
  if (/^drizzle-orm(\/|$)|^pg$/.test(name) && !mayHoldSql(from)) {
    return 'SQL lives in tables, reads and actions: put the query there and call it';
  }
  return undefined;
}

/** Everything a source imports: statements, re-exports, dynamic imports and types of the form import('…'). */
export function importsOf(source: Source): { target: string; at: number }[] {
  const found: { target: string; at: number }[] = [];
  const add = (node: { value: string; start: number } | null) => {
    if (node) found.push({ target: node.value, at: node.start });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    ImportExpression(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string') {
        add({ value: node.source.value, start: node.start });
      }
    },
  }).visit(parse(source));
  return found;
}

if (import.meta.main) {
  const sources = readSources('.', ['src'], ['.ts', '.tsx']);
  report('boundaries', sources.flatMap(checkBoundaries), { files: sources.length });
}
