/** Limits the JavaScript that a browser loads before a screen can be used. */

import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Compressed bytes of JavaScript: Home, and what each other screen adds. */
const LIMITS = { home: 135_300, screen: 79_000 };
/** The modules that load before Home of a signed-in user renders, with their static imports. */
const HOME = ['start.ts', 'main.tsx', 'shell/Shell.tsx', 'home/HomePage.tsx'].map(
  (path) => `src/app/web/${path}`,
);
/** How many modules the error message lists. */
const LISTED_MODULES = 12;

export interface BuiltChunk {
  fileName: string;
  code: string;
  /** The module whose dynamic import loads this chunk. */
  facadeModuleId: string | null;
  /** Files loaded together with it. */
  imports: string[];
  modules: Record<string, { renderedLength: number }>;
}

/** Fails the build when a screen loads too much. */
export function limitFirstLoad(root: string): Plugin {
  return {
    name: 'limit-first-load',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const [problem] = findFirstLoadProblems(chunks, root);
      if (problem !== undefined) this.error(problem);
    },
  };
}

/** Finds the screens whose first load exceeds its limit. */
export function findFirstLoadProblems(chunks: BuiltChunk[], root: string, limits = LIMITS): string[] {
  const home = addImports(
    chunks,
    HOME.map((path) => findChunk(chunks, root + path)),
  );
  const screens = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('Page.tsx'));
  return [
    ...overLimit('Home of a signed-in user', home, { limit: limits.home, root }),
    ...screens.flatMap((screen) => {
      const more = addImports(chunks, [screen]).filter((one) => !home.includes(one));
      return overLimit(`In addition to Home, the screen in ${screen.fileName}`, more, {
        limit: limits.screen,
        root,
      });
    }),
  ];
}

function overLimit(
  what: string,
  loaded: BuiltChunk[],
  { limit, root }: { limit: number; root: string },
): string[] {
  const bytes = loaded.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  if (bytes <= limit) return [];
  const kilobytes = (count: number) => (count / 1000).toFixed(1);
  const problem = [
    `${what} loads ${kilobytes(bytes)} kB of compressed JavaScript; the limit is ${kilobytes(limit)} kB.`,
    'Load later what the screen does not show at first: lazyDialog() and lazyComponent() for dialogs and menus,',
    'a dynamic import for other code. In particular, Shell.tsx and screens must not import zod statically.',
    'The largest modules, without React and TanStack, before compression:',
    ...largestModules(loaded, root),
  ];
  return [problem.join('\n')];
}

function findChunk(chunks: BuiltChunk[], path: string): BuiltChunk {
  const chunk = chunks.find(({ modules }) => path in modules);
  if (!chunk) throw new Error(`${path} is listed in scripts/web/firstLoad.ts but in no chunk`);
  return chunk;
}

/** The chunks and everything they import statically. */
function addImports(chunks: BuiltChunk[], first: BuiltChunk[]): BuiltChunk[] {
  const byName = new Map(chunks.map((one) => [one.fileName, one]));
  const loaded = new Set(first);
  for (const chunk of loaded) {
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) loaded.add(imported);
    }
  }
  return [...loaded];
}

function largestModules(chunks: BuiltChunk[], root: string): string[] {
  return chunks
    .flatMap(({ modules }) => Object.entries(modules))
    .filter(([path]) => !/\/node_modules\/(react|react-dom|scheduler|@tanstack)\//.test(path))
    .toSorted(([, a], [, b]) => b.renderedLength - a.renderedLength)
    .slice(0, LISTED_MODULES)
    .map(([path, { renderedLength }]) => `${String(renderedLength).padStart(7)}  ${path.replace(root, '')}`);
}
