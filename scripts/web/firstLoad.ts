/** Limits the JavaScript that a browser loads before a screen can be used. */
import type { Plugin } from 'vite';
import { gzipSync } from 'node:zlib';

/** Bytes of compressed JavaScript: of Home, and of each other screen beside it. */
const LIMITS = { home: 133_000, screen: 75_000 };
/** The modules whose static imports are loaded before Home of a signed-in user is rendered. */
const HOME = ['src/app/web/main.tsx', 'src/app/web/shell/Shell.tsx', 'src/app/web/home/HomePage.tsx'];
/** Modules that the message names, largest first. */
const NAMED = 12;

export interface BuiltChunk {
  fileName: string;
  code: string;
  /** The module whose dynamic import this chunk is for. */
  facadeModuleId: string | null;
  /** Files that are loaded with it. */
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

/** Finds the first loads over their limit: Home, and what each screen loads beside it. */
export function findFirstLoadProblems(chunks: BuiltChunk[], root: string, limits = LIMITS): string[] {
  const home = withImports(
    chunks,
    HOME.map((path) => findChunk(chunks, root + path)),
  );
  const screens = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('Page.tsx'));
  return [
    ...overLimit('Home of a signed-in user', home, { limit: limits.home, root }),
    ...screens.flatMap((screen) => {
      const more = withImports(chunks, [screen]).filter((one) => !home.includes(one));
      return overLimit(`Beside Home the screen in ${screen.fileName}`, more, { limit: limits.screen, root });
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
    'Load later what the screen does not show at first: lazyDialog() and lazyComponent() for what opens on a press,',
    'a dynamic import for the rest. zod, above all, does not belong in what Shell.tsx or a screen imports.',
    'The largest own modules and small packages in it, before compression:',
    ...largestModules(loaded, root),
  ];
  return [problem.join('\n')];
}

function findChunk(chunks: BuiltChunk[], path: string): BuiltChunk {
  const chunk = chunks.find(({ modules }) => path in modules);
  if (!chunk) throw new Error(`${path} is named in scripts/web/firstLoad.ts and is in no chunk`);
  return chunk;
}

/** These chunks and everything they import statically. */
function withImports(chunks: BuiltChunk[], first: BuiltChunk[]): BuiltChunk[] {
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
    .slice(0, NAMED)
    .map(([path, { renderedLength }]) => `${String(renderedLength).padStart(7)}  ${path.replace(root, '')}`);
}
