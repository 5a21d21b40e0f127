import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findFirstLoadProblems, type BuiltChunk } from './firstLoad.ts';

/** Creates a chunk of incompressible bytes. */
function createChunk(
  fileName: string,
  fields: { bytes: number; imports?: string[]; facade?: string; modules: string[] },
): BuiltChunk {
  const modules = fields.modules.map((path) => [`/app/${path}`, { renderedLength: fields.bytes }]);
  return {
    fileName,
    code: randomBytes(fields.bytes).toString('latin1'),
    imports: fields.imports ?? [],
    facadeModuleId: fields.facade ?? null,
    modules: Object.fromEntries(modules),
  };
}

const MAIN = 'src/app/web/main.tsx';
const HOME = ['src/app/web/shell/Shell.tsx', 'src/app/web/home/HomePage.tsx'];
const PLENTY = { home: 8000, screen: 200_000 };

describe('findFirstLoadProblems', () => {
  const start = createChunk('start.js', {
    bytes: 1000,
    imports: ['kit.js'],
    modules: ['src/app/web/start.ts', MAIN],
  });
  const home = createChunk('home.js', { bytes: 1000, imports: ['start.js', 'kit.js'], modules: HOME });
  const kit = createChunk('kit.js', { bytes: 1000, modules: ['node_modules/kit/index.js'] });
  const other = createChunk('other.js', {
    bytes: 90_000,
    imports: ['kit.js'],
    facade: '/app/src/OtherPage.tsx',
    modules: ['src/OtherPage.tsx'],
  });
  const all = [start, home, kit, other];

  it('counts the static imports of Home, and no others', () => {
    expect(findFirstLoadProblems(all, '/app/', PLENTY)).toEqual([]);
    const [problem] = findFirstLoadProblems(all, '/app/', { ...PLENTY, home: 3000 });
    expect(problem).toMatch(/^Home .* loads \d\.\d kB .* limit is 3\.0 kB/);
  });

  it('counts what a screen loads in addition to Home', () => {
    const [problem, ...more] = findFirstLoadProblems(all, '/app/', { ...PLENTY, screen: 60_000 });
    expect(more).toEqual([]);
    expect(problem).toMatch(
      /^In addition to Home, the screen in other\.js loads 1?\d\d\.\d kB .* limit is 60\.0 kB/,
    );
  });

  it('lists the largest modules and how to load them later', () => {
    const large = { ...home, imports: ['other.js', 'start.js'] };
    const [problem = ''] = findFirstLoadProblems([start, large, kit, other], '/app/', PLENTY);
    expect(problem).toContain('lazyComponent()');
    expect(problem.split('\n')[4]).toBe('  90000  src/OtherPage.tsx');
  });

  it('throws when a module of Home was moved', () => {
    expect(() => findFirstLoadProblems([start, kit], '/app/')).toThrow('src/app/web/shell/Shell.tsx');
  });
});
