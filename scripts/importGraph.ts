/** The imports between source files, static, lazy and of types, and the circles that they close. */

import { posix } from 'node:path';
import { Visitor } from 'oxc-parser';
import { type Finding, isTest, lineAt, parse, type Source } from './sources.ts';

const ALIAS = /^#(app|features|platform|tests|scripts|bench)\//;
const FOLDERS: Record<string, string> = {
  app: 'src/app',
  features: 'src/features',
  platform: 'src/platform',
};

/** Lists all imports of a source: statements, re-exports, dynamic imports and types like import('…'). */
export function listImports(source: Source): { target: string; at: number }[] {
  const imports: { target: string; at: number }[] = [];
  const add = (node: { value: string; start: number } | null) => {
    if (node) imports.push({ target: node.value, at: node.start });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    ImportExpression(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        add({ value: node.source.value, start: node.start });
    },
  }).visit(parse(source));
  return imports;
}

interface Edge {
  from: string;
  to: string;
  /** The import that it stands for. */
  at: Pick<Finding, 'path' | 'line'>;
}

/** Finds files that import each other, directly or through others, and folders of a feature that do. */
export function findCircles(sources: Source[]): Finding[] {
  const edges = sources.flatMap(toEdges);
  const folderEdges = edges.flatMap(({ from, to, at }): Edge[] => {
    const [one, other] = [folderOf(from), folderOf(to)];
    const isInside = one && other && one.half === other.half && one.folder !== other.folder;
    return isInside && !isTest(from) ? [{ from: one.folder, to: other.folder, at }] : [];
  });
  return [
    ...listCircles(edges).map(({ at, names }) => ({
      ...at,
      what: `closes a circle of imports (${names.join(' → ')})`,
      hint: 'move what both need to a file of its own, or announce what happened and let the other file subscribe',
    })),
    ...listCircles(folderEdges).map(({ at, names }) => ({
      ...at,
      what: `closes a circle of folders (${names.join(' → ')})`,
      hint: 'folders of a feature import each other in one direction: move the file, or what both need',
    })),
  ];
}

function toEdges(source: Source): Edge[] {
  const { path, text } = source;
  return listImports(source).flatMap(({ target, at }) => {
    const to = resolve(path, target);
    return to === undefined ? [] : [{ from: path, to, at: { path, line: lineAt(text, at + 1) } }];
  });
}

/** The path that a file of the project is imported by; undefined for a package. */
function resolve(path: string, target: string): string | undefined {
  if (target.startsWith('.')) return posix.join(posix.dirname(path), target);
  return ALIAS.test(target)
    ? target.replace(ALIAS, (_, name: string) => `${FOLDERS[name] ?? name}/`)
    : undefined;
}

/** The folder of a file in one half of a feature; undefined for a file that is directly in the half. */
function folderOf(path: string): { half: string; folder: string } | undefined {
  const [, half, folder] = /^(src\/features\/[^/]+\/(?:server|web))\/([^/]+)\//.exec(path) ?? [];
  return half === undefined || folder === undefined ? undefined : { half, folder: `${half}/${folder}` };
}

/** Walks depth first, and lists each edge that leads back to a node of its own way. */
function listCircles(edges: Edge[]): { at: Edge['at']; names: string[] }[] {
  const edgesOf = Map.groupBy(edges, ({ from }) => from);
  const circles: { at: Edge['at']; names: string[] }[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  function walk(node: string) {
    way.push(node);
    for (const { to, at } of edgesOf.get(node) ?? []) {
      const start = way.indexOf(to);
      if (start !== -1) circles.push({ at, names: [...way.slice(start), to] });
      else if (!done.has(to)) walk(to);
    }
    way.pop();
    done.add(node);
  }
  for (const node of edgesOf.keys()) if (!done.has(node)) walk(node);
  return circles;
}
