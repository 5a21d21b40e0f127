/**
 * Which modules travel together. Left to itself the bundler makes a file of every set of screens that share a
 * module: more than forty for the first screen, each compressed by itself.
 */
import { basename } from 'node:path';
import type { Rolldown } from 'vite';
import { AHEAD, SIGNED_IN, SIGNED_OUT, START } from './screens.ts';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;
type Group = Rolldown.CodeSplittingGroup;

/** Re-exports every icon there is; which of them a module uses stands in that module. */
const ICONS = '/node_modules/lucide-react/dist/esm/lucide-react.mjs';

/**
 * `ahead` sends for the screen's code before anything else is there. Packages that change rarely are files of their own, so that a release leaves them in people's caches. `start` is
 * what every first screen needs, `home` what comes beside it once somebody is signed in, `kit` what the other screens
 * are made of, less what the landing page needs of it. Anything else stays with the screens that use it.
 */
export function chunkGroups(root: string): Group[] {
  const firstScreens = once((graph: Graph) => findFirstScreens(graph, root));
  const inFirst = (part: keyof FirstScreens) => (id: string, graph: Graph) =>
    firstScreens(graph)[part].has(id) ? part : null;
  return [
    { name: aheadChunk(root), priority: 12, debugName: 'ahead' },
    { name: vendorChunk, priority: 11, debugName: 'vendor' },
    { name: inFirst('start'), priority: 10, debugName: 'start' },
    { name: inFirst('home'), priority: 9, debugName: 'home' },
    { name: inFirst('landing'), priority: 8, debugName: 'landing' },
    ...laterChunks(root),
    // What opens on a press around every screen.
    { name: 'shell', test: /\/src\/app\/web\/(shell|home|palette)\//, priority: 1 },
  ];
}

/** What runs first, with the bundler's own few lines for code that is asked for later. */
function aheadChunk(root: string): (id: string, graph: Graph) => string | null {
  const ahead = once((graph: Graph) => reachable(graph, [root + AHEAD]));
  return (id, graph) => (id.includes('vite/preload-helper') || ahead(graph).has(id) ? 'ahead' : null);
}

function vendorChunk(id: string): string | null {
  if (!id.includes('/node_modules/')) return null;
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  if (LONG_LISTS.test(id)) return null;
  if (/\/node_modules\/(@tanstack|use-sync-external-store)\//.test(id)) return 'router-and-query';
  return null;
}

/** Lists that are read further and further, which stand on no first screen. */
const LONG_LISTS = /infiniteQueryObserver|useInfiniteQuery/;
/** What a screen without fields does without. */
const FORMS = /\/node_modules\/react-hook-form\//;
/** The rules of fields, which come once the page stands. */
const RULES = /\/node_modules\/(zod|@hookform)\//;
/** Windows over the page, and what keeps the page behind them still: no screen needs them to stand. */
const DIALOGS =
  /\/src\/platform\/web\/ui\/(DialogWindow|ConfirmDialog|Scrim)|\/node_modules\/(react-remove-scroll|aria-hidden|use-sidecar|use-callback-ref|react-style-singleton|get-nonce|@radix-ui\/react-(dialog|alert-dialog|focus-scope|focus-guards|dismissable-layer|portal))/;

/**
 * Many small files that most of the other screens need, in few: each name of a file is part of the first load. What
 * needs less is in a file that needs no more: a file brings along whatever a single module of it asks for.
 */
function laterChunks(root: string): Group[] {
  const weigh = weighing();
  const screens = neededBy(root, screensOf);
  const parts = neededBy(root, partsOf);
  const isLight = (id: string, graph: Graph) => isKit(id) && weigh(id, graph) === 'light';
  const named = (name: string, priority: number, test: (id: string, graph: Graph) => boolean): Group => ({
    name: (id, graph) => (test(id, graph) ? name : null),
    priority,
    debugName: name,
  });
  return [
    named('icons', 7, (id) => /\/node_modules\/lucide-react\/.*\/icons\//.test(id)),
    named(
      'kit',
      6,
      (id, graph) => LONG_LISTS.test(id) || (isLight(id, graph) && screens(id, graph).size > 1),
    ),
    named('dialogs', 5, (id, graph) => DIALOGS.test(id) || (isKit(id) && weigh(id, graph) === 'dialogs')),
    named('forms', 4, (id, graph) => FORMS.test(id) || (isKit(id) && weigh(id, graph) === 'forms')),
    named('rules', 4, (id) => RULES.test(id)),
    named('shared', 3, (id, graph) => screens(id, graph).size > 1 && weigh(id, graph) !== 'forms'),
    named('shared-forms', 2, (id, graph) => screens(id, graph).size > 1),
    // What one screen shares with the rest would otherwise take the whole rest along to it.
    {
      name: (id, graph) => (parts(id, graph).size > 1 ? ofOne(screens(id, graph)) : null),
      priority: 1,
      debugName: 'parts of a screen',
    },
    named('rest', 0, (id, graph) => id.includes('/src/') && parts(id, graph).size > 1),
  ];
}

/** A name of what only one screen needs. */
const ofOne = (screens: Set<string>): string | null =>
  screens.size === 1 ? `${basename([...screens].join(), 'Page.tsx')}Parts` : null;

type Weight = 'light' | 'dialogs' | 'forms';

/** What a module brings along. */
function weighing(): (id: string, graph: Graph) => Weight {
  const known = new Map<string, Weight>();
  return (id, graph) => {
    const all = () => [...reachable(graph, [id])];
    const weight =
      known.get(id) ??
      (all().some((one) => FORMS.test(one))
        ? 'forms'
        : all().some((one) => DIALOGS.test(one))
          ? 'dialogs'
          : 'light');
    known.set(id, weight);
    return weight;
  };
}

/** Which of the screens or parts need a module; none where the landing page has it, which should not wait for theirs. */
function neededBy(
  root: string,
  usersOf: (graph: Graph, root: string) => string[],
): (id: string, graph: Graph) => Set<string> {
  const users = once((graph: Graph) => usersOfModules(graph, usersOf(graph, root)));
  const landing = once((graph: Graph) => ofLanding(graph, root));
  const none = new Set<string>();
  return (id, graph) => (landing(graph).has(id) ? none : (users(graph).get(id) ?? none));
}

const ofLanding = (graph: Graph, root: string): Set<string> =>
  reachable(
    graph,
    SIGNED_OUT.map((path) => root + path),
  );

const laterIds = (graph: Graph, id: string): string[] =>
  graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];

/** The screens, as what runs first knows them. */
const screensOf = (graph: Graph, root: string): string[] =>
  [...reachable(graph, [root + AHEAD])].flatMap((id) => laterIds(graph, id));

/** Everything that is asked for by itself: the start, screens, and what opens on a press. */
function partsOf(graph: Graph, root: string): string[] {
  const parts = new Set([root + START]);
  for (const part of parts) {
    for (const id of reachable(graph, [part])) for (const later of laterIds(graph, id)) parts.add(later);
  }
  return [...parts];
}

/** Which of the parts bring each module along. */
function usersOfModules(graph: Graph, parts: string[]): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const part of parts) {
    for (const id of reachable(graph, [part])) users.set(id, (users.get(id) ?? new Set()).add(part));
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
  const signedOut = ofLanding(graph, root);
  // What the landing page shares with Home would otherwise bring the whole of Home along.
  for (const id of signedOut) if (home.has(id)) start.add(id);
  const users = usersOfModules(graph, screensOf(graph, root));
  const landing = new Set([...signedOut].filter((id) => isKit(id) || (users.get(id)?.size ?? 0) > 1));
  return { start, home, landing };
}

/** Widgets, fields and what they stand on. */
const isKit = (id: string): boolean =>
  /\/src\/platform\/web\/|\/node_modules\/(@?radix-ui|lucide-react)\//.test(id);

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
      ...info.importedIds.filter(
        (one) => one !== icons && !/\/node_modules\/(@tanstack|radix-ui)\//.test(one),
      ),
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
