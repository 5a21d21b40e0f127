/**
 * Which modules travel together. Left to itself the bundler makes a file of every set of screens that share a
 * module: more than forty for the first screen, each compressed by itself.
 */
import type { Rolldown } from 'vite';
import { SIGNED_IN, SIGNED_OUT, START } from './screens.ts';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;
type Group = Rolldown.CodeSplittingGroup;

/** Re-exports every icon there is; which of them a module uses stands in that module. */
const ICONS = '/node_modules/lucide-react/dist/esm/lucide-react.mjs';

/**
 * Packages that change rarely are files of their own, so that a release leaves them in people's caches. `start` is
 * what every first screen needs, `home` what comes beside it once somebody is signed in, `kit` what the other screens
 * are made of, less what the landing page needs of it. Anything else stays with the screens that use it.
 */
export function chunkGroups(root: string): Group[] {
  const firstScreens = once((graph: Graph) => findFirstScreens(graph, root));
  const inFirst = (part: keyof FirstScreens) => (id: string, graph: Graph) =>
    firstScreens(graph)[part].has(id) ? part : null;
  return [
    { name: vendorChunk, priority: 6, debugName: 'vendor' },
    { name: inFirst('start'), priority: 5, debugName: 'start' },
    { name: inFirst('home'), priority: 4, debugName: 'home' },
    { name: inFirst('landing'), priority: 3, debugName: 'landing' },
    { name: laterChunk, priority: 2, debugName: 'later' },
    // What opens on a press around every screen.
    { name: 'shell', test: /\/src\/app\/web\/(shell|home|palette)\//, priority: 1 },
    { name: sharedChunks(root), priority: 0, debugName: 'shared' },
  ];
}

function vendorChunk(id: string): string | null {
  if (!id.includes('/node_modules/')) return null;
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  // Lists that are read further and further stand on no first screen.
  if (/infiniteQueryObserver|useInfiniteQuery/.test(id)) return null;
  if (/\/node_modules\/(@tanstack|use-sync-external-store)\//.test(id)) return 'router-and-query';
  return null;
}

/** Many small files that most of the other screens need, in few: each name of a file is part of the first load. */
function laterChunk(id: string): string | null {
  if (/\/node_modules\/lucide-react\/.*\/icons\//.test(id)) return 'icons';
  if (/\/node_modules\/(zod|react-hook-form|@hookform)\//.test(id)) return 'forms';
  return isKit(id) ? 'kit' : null;
}

/**
 * The rest of what more than one screen needs, in one file: a browser starts a dozen files sooner than thirty.
 * The landing page keeps what is its own, whoever else needs it: it should not wait for that file.
 */
function sharedChunks(root: string): (id: string, graph: Graph) => string | null {
  const users = once((graph: Graph) => usersOfModules(graph, root));
  const landing = once((graph: Graph) =>
    reachable(
      graph,
      SIGNED_OUT.map((path) => root + path),
    ),
  );
  return (id, graph) => {
    const isShared = id.includes('/src/') && (users(graph).get(id) ?? 0) > 1;
    return isShared && !landing(graph).has(id) ? 'shared' : null;
  };
}

/** How many of the parts that are asked for later bring each module along. */
function usersOfModules(graph: Graph, root: string): Map<string, number> {
  const users = new Map<string, number>();
  const parts = new Set([root + START]);
  for (const part of parts) {
    for (const id of reachable(graph, [part])) {
      users.set(id, (users.get(id) ?? 0) + 1);
      for (const later of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) parts.add(later);
    }
  }
  return users;
}

interface FirstScreens {
  start: Set<string>;
  home: Set<string>;
  landing: Set<string>;
}

function findFirstScreens(graph: Graph, root: string): FirstScreens {
  const reach = (...paths: string[]) =>
    reachable(
      graph,
      paths.map((path) => root + path),
    );
  const start = reach(START);
  const home = reach(...SIGNED_IN);
  const signedOut = reach(...SIGNED_OUT);
  // What the landing page shares with Home would otherwise bring the whole of Home along.
  for (const id of signedOut) if (home.has(id)) start.add(id);
  const landing = new Set([...signedOut].filter((id) => isKit(id)));
  return { start, home, landing };
}

/** Widgets, fields and what they stand on. */
const isKit = (id: string) => /\/src\/platform\/web\/|\/node_modules\/(@?radix-ui|lucide-react)\//.test(id);

/** Every module that comes with these without being asked for later. */
function reachable(graph: Graph, roots: string[]): Set<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    const info = graph.getModuleInfo(id);
    if (!info) throw new Error(`${id} is named in scripts/web/screens.ts and is no part of the web app`);
    found.add(id);
    const icons = info.importedIds.find((one) => one.endsWith(ICONS));
    // Packages in files of their own re-export far more than anybody uses.
    open.push(
      ...info.importedIds.filter((one) => one !== icons && !one.includes('/node_modules/@tanstack/')),
    );
    if (icons !== undefined) open.push(...iconsOf(info.code ?? '', graph.getModuleInfo(icons)));
  }
  return found;
}

const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/;

/** The icons that a module takes out of the package's long list. */
function iconsOf(code: string, list: Rolldown.ModuleInfo | null): string[] {
  const lines = (list?.code ?? '').split('\n');
  const names = (ICON_IMPORT.exec(code)?.[1] ?? '').split(',').map((one) => one.trim().split(' ')[0] ?? '');
  return names.flatMap((name) => {
    const line = lines.find((one) => new RegExp(`\\bas ${name}\\b`).test(one)) ?? '';
    const file = /from\s*["']\.(\/icons\/[^"']+)["']/.exec(line)?.[1];
    const id = list?.importedIds.find((one) => file !== undefined && one.endsWith(file));
    return id === undefined ? [] : [id];
  });
}

function once<Argument, Result>(make: (argument: Argument) => Result): (argument: Argument) => Result {
  let made: { result: Result } | undefined;
  return (argument) => (made ??= { result: make(argument) }).result;
}
