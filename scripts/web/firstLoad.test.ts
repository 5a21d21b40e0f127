import { describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { firstLoadProblems } from './firstLoad.ts';
import type { BuiltChunk } from './firstLoad.ts';

/** A chunk of so many bytes that do not compress well. */
function chunk(
  fileName: string,
  fields: { bytes: number; imports?: string[]; later?: string[]; holds: string[] },
): BuiltChunk {
  const modules = fields.holds.map((path) => [`/app/${path}`, { renderedLength: fields.bytes }]);
  return {
    fileName,
    code: randomBytes(fields.bytes).toString('latin1'),
    imports: fields.imports ?? [],
    dynamicImports: fields.later ?? [],
    modules: Object.fromEntries(modules),
  };
}

const MAIN = 'src/app/web/main.tsx';
const AHEAD = 'src/app/web/ahead.ts';
const HOME = ['src/app/web/shell/Shell.tsx', 'src/app/web/home/HomePage.tsx'];
const PLENTY = { home: 8000, screen: 200_000 };

describe('the weight of first loads', () => {
  const ahead = chunk('ahead.js', { bytes: 1000, later: ['home.js', 'later.js'], holds: [AHEAD] });
  const start = chunk('start.js', { bytes: 1000, imports: ['ahead.js', 'kit.js'], holds: [MAIN] });
  const home = chunk('home.js', { bytes: 1000, imports: ['start.js', 'kit.js'], holds: HOME });
  const kit = chunk('kit.js', { bytes: 1000, holds: ['node_modules/kit/index.js'] });
  const later = chunk('later.js', { bytes: 90_000, imports: ['kit.js'], holds: ['src/later.tsx'] });
  const all = [ahead, start, home, kit, later];

  it('counts each file that comes at once, and none that comes later', () => {
    expect(firstLoadProblems(all, '/app/', PLENTY)).toEqual([]);
    const [tooMuch] = firstLoadProblems(all, '/app/', { ...PLENTY, home: 4000 });
    expect(tooMuch).toMatch(/^Home .* loads \d\.\d kB .* limit is 4\.0 kB/);
  });

  it('counts what a screen brings beside that of Home', () => {
    const [tooMuch, ...more] = firstLoadProblems(all, '/app/', { ...PLENTY, screen: 60_000 });
    expect(more).toEqual([]);
    expect(tooMuch).toMatch(/^Beside Home the screen in later\.js loads 1?\d\d\.\d kB .* limit is 60\.0 kB/);
  });

  it('names the heaviest modules and how to hint it', () => {
    const heavy = { ...home, imports: ['later.js', 'start.js'] };
    const [said = ''] = firstLoadProblems([ahead, start, heavy, kit, later], '/app/', PLENTY);
    expect(said).toContain('lazySoon()');
    expect(said.split('\n')[4]).toBe('  90000  src/later.tsx');
  });

  it('does not fall silent when a screen was moved', () => {
    expect(() => firstLoadProblems([ahead, start, kit], '/app/')).toThrow('src/app/web/shell/Shell.tsx');
  });
});
