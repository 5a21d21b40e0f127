import { describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { firstLoadProblem } from './firstLoad.ts';
import type { BuiltChunk } from './firstLoad.ts';

/** A chunk of so many bytes that do not compress well. */
function chunk(fileName: string, fields: { bytes: number; imports?: string[]; holds: string[] }): BuiltChunk {
  const modules = fields.holds.map((path) => [`/app/${path}`, { renderedLength: fields.bytes }]);
  return {
    fileName,
    code: randomBytes(fields.bytes).toString('latin1'),
    imports: fields.imports ?? [],
    modules: Object.fromEntries(modules),
  };
}

const MAIN = 'src/app/web/main.tsx';
const HOME = ['src/app/web/shell/Shell.tsx', 'src/app/web/home/HomePage.tsx'];

describe('the weight of the first load', () => {
  const start = chunk('start.js', { bytes: 1000, imports: ['kit.js'], holds: [MAIN] });
  const home = chunk('home.js', { bytes: 1000, imports: ['start.js', 'kit.js'], holds: HOME });
  const kit = chunk('kit.js', { bytes: 1000, holds: ['node_modules/kit/index.js'] });
  const later = chunk('later.js', { bytes: 90_000, imports: ['kit.js'], holds: ['src/later.tsx'] });

  it('counts each file that comes at once, and none that comes later', () => {
    expect(firstLoadProblem([start, home, kit, later], '/app/', 6000)).toBeUndefined();
    expect(firstLoadProblem([start, home, kit, later], '/app/', 3000)).toMatch(
      /loads 3\.\d kB .* limit is 3\.0 kB/,
    );
  });

  it('names the heaviest modules and how to mend it', () => {
    const heavy = { ...home, imports: ['later.js'] };
    const said = firstLoadProblem([start, heavy, kit, later], '/app/', 6000)?.split('\n') ?? [];
    expect(said.join(' ')).toContain('lazySoon()');
    expect(said[4]).toBe('  90000  src/later.tsx');
  });

  it('does not fall silent when a screen was moved', () => {
    expect(() => firstLoadProblem([start, kit], '/app/')).toThrow('src/app/web/shell/Shell.tsx');
  });
});
