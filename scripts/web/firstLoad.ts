/** What a person's browser fetches before a screen stands, and the limits that the build keeps it under. */
import type { Plugin } from 'vite';
import { gzipSync } from 'node:zlib';
import { AHEAD, SIGNED_IN, START } from './screens.ts';

/** Bytes of compressed JavaScript: of Home, half a second on a slow phone connection, and of a screen beside it. */
const LIMITS = { home: 130_000, screen: 60_000 };

/** Modules that the message names, heaviest first. */
const NAMED = 12;

export interface BuiltChunk {
  fileName: string;
  code: string;
  /** Files that come with it at once. */
  imports: string[];
  /** Files that it asks for later. */
  dynamicImports: string[];
  /** What is inside, by path. */
  modules: Record<string, { renderedLength: number }>;
}

/** Fails the build when a screen needs too much. */
export function keepFirstLoadSmall(root: string): Plugin {
  return {
    name: 'keep-first-load-small',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const [tooMuch] = firstLoadProblems(chunks, root);
      if (tooMuch !== undefined) this.error(tooMuch);
    },
  };
}

/** What is wrong with the weight of first loads: that of Home, and of each screen beyond what Home has brought. */
export function firstLoadProblems(chunks: BuiltChunk[], root: string, limits = LIMITS): string[] {
  const home = comingWith(
    chunks,
    [START, ...SIGNED_IN].map((path) => chunkOf(chunks, root + path)),
  );
  const screens = new Set(chunkOf(chunks, root + AHEAD).dynamicImports);
  const ofScreens = chunks
    .filter(({ fileName }) => screens.has(fileName))
    .flatMap((screen) => {
      const more = comingWith(chunks, [screen]).filter((one) => !home.includes(one));
      return problemOf(`Beside Home the screen in ${screen.fileName}`, more, { limit: limits.screen, root });
    });
  return [...problemOf('Home of a signed-in person', home, { limit: limits.home, root }), ...ofScreens];
}

function problemOf(
  what: string,
  loaded: BuiltChunk[],
  { limit, root }: { limit: number; root: string },
): string[] {
  const bytes = loaded.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  if (bytes <= limit) return [];
  const kilobytes = (count: number) => (count / 1000).toFixed(1);
  const said = [
    `${what} loads ${kilobytes(bytes)} kB of compressed JavaScript; the limit is ${kilobytes(limit)} kB.`,
    'Fetch later what the screen does not show at first: lazyDialog() and lazySoon() for what opens on a press, a',
    'dynamic import for the rest. zod, above all, has no place in what Shell.tsx or a screen imports.',
    'The heaviest own modules and small packages in it, before compression:',
    ...heaviest(loaded, root),
  ];
  return [said.join('\n')];
}

function chunkOf(chunks: BuiltChunk[], path: string): BuiltChunk {
  const chunk = chunks.find(({ modules }) => path in modules);
  if (!chunk) throw new Error(`${path} is named in scripts/web/screens.ts and is in no chunk`);
  return chunk;
}

/** These chunks and all that comes along. */
function comingWith(chunks: BuiltChunk[], first: BuiltChunk[]): BuiltChunk[] {
  const byName = new Map(chunks.map((one) => [one.fileName, one]));
  const open = [...first];
  const found = new Set<BuiltChunk>();
  for (let chunk = open.pop(); chunk; chunk = open.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    open.push(...chunk.imports.flatMap((name) => byName.get(name) ?? []));
  }
  return [...found];
}

function heaviest(chunks: BuiltChunk[], root: string): string[] {
  return chunks
    .flatMap(({ modules }) => Object.entries(modules))
    .filter(([path]) => !/\/node_modules\/(react|react-dom|scheduler|@tanstack)\//.test(path))
    .toSorted(([, a], [, b]) => b.renderedLength - a.renderedLength)
    .slice(0, NAMED)
    .map(([path, { renderedLength }]) => `${String(renderedLength).padStart(7)}  ${path.replace(root, '')}`);
}
