/** What a person's browser fetches before Home stands, and the limit that the build keeps it under. */
import type { Plugin } from 'vite';
import { gzipSync } from 'node:zlib';
import { SIGNED_IN, START } from './screens.ts';

/** Bytes of compressed JavaScript; half a second on a slow phone connection. */
const LIMIT = 130_000;

/** Modules that the message names, heaviest first. */
const NAMED = 12;

export interface BuiltChunk {
  fileName: string;
  code: string;
  /** Files that come with it at once. */
  imports: string[];
  /** What is inside, by path. */
  modules: Record<string, { renderedLength: number }>;
}

/** Fails the build when Home needs too much. */
export function keepFirstLoadSmall(root: string): Plugin {
  return {
    name: 'keep-first-load-small',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const tooMuch = firstLoadProblem(chunks, root);
      if (tooMuch !== undefined) this.error(tooMuch);
    },
  };
}

/** What is wrong with the weight of Home's first load, if anything. */
export function firstLoadProblem(chunks: BuiltChunk[], root: string, limit = LIMIT): string | undefined {
  const first = firstLoadOf(chunks, root);
  const bytes = first.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  if (bytes <= limit) return undefined;
  const kilobytes = (count: number) => (count / 1000).toFixed(1);
  return [
    `Home of a signed-in person loads ${kilobytes(bytes)} kB of compressed JavaScript; the limit is ${kilobytes(limit)} kB.`,
    'Fetch later what the first screen does not show: lazySoon() for what opens on a press, a dynamic import for the',
    'rest. A library, zod above all, has no place in what Shell.tsx, HomePage.tsx or a public.tsx of theirs imports.',
    'The heaviest own modules and small packages in it, before compression:',
    ...heaviest(first, root),
  ].join('\n');
}

/** The chunks with Home's files and all that comes with them. */
function firstLoadOf(chunks: BuiltChunk[], root: string): BuiltChunk[] {
  const byName = new Map(chunks.map((one) => [one.fileName, one]));
  const open = [START, ...SIGNED_IN].map((path) => {
    const chunk = chunks.find(({ modules }) => root + path in modules);
    if (!chunk) throw new Error(`${path} is named in scripts/web/screens.ts and is in no chunk`);
    return chunk;
  });
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
