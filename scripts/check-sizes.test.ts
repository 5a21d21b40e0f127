import { describe, expect, test } from 'vitest';
import { checkSizes, measure } from './check-sizes.ts';

/** A function of so many lines. */
function longFunction(name: string, lines: number): string {
  return [`export function ${name}() {`, ...Array<string>(lines - 2).fill('  void 0;'), '}', ''].join('\n');
}

function faults(path: string, text: string): string[] {
  return checkSizes({ path, text }).map((finding) => finding.what);
}

describe('files', () => {
  test('300 lines are enough, 500 in a test', () => {
    const lines = (count: number) => 'void 0;\n'.repeat(count);
    expect(faults('src/a.ts', lines(300))).toEqual([]);
    expect(faults('src/a.ts', lines(301))).toEqual(['the file has 301 lines, more than 300']);
    expect(faults('src/a.test.ts', lines(500))).toEqual([]);
    expect(faults('src/a.test.ts', lines(501))).toHaveLength(1);
  });
});

describe('functions', () => {
  test('60 lines are enough, 150 for a component', () => {
    expect(faults('src/a.ts', longFunction('a', 60))).toEqual([]);
    expect(faults('src/a.ts', longFunction('a', 61))).toEqual(['function a has 61 lines, more than 60']);
    expect(faults('src/A.tsx', longFunction('Page', 150))).toEqual([]);
    expect(faults('src/A.tsx', longFunction('Page', 151))).toEqual([
      'component Page has 151 lines, more than 150',
    ]);
    expect(faults('src/A.tsx', longFunction('useThing', 61))).toHaveLength(1);
  });

  test('arrow functions and methods are measured by their names', () => {
    const text = 'const a = () => 1;\nclass B {\n  c() {\n  }\n}\nconst d = { e: function () {} };\n';
    const measured = measure({ path: 'src/a.ts', text }).map(({ name, lines }) => [name, lines]);
    expect(Object.fromEntries(measured)).toEqual({ a: 1, c: 2, e: 1 });
  });

  test('three parameters are enough', () => {
    expect(faults('src/a.ts', 'export function a(this: object, b: 1, c: 2, d: 3) {}')).toEqual([]);
    expect(faults('src/a.ts', 'export const a = (b: 1, c: 2, d: 3, e: 4) => 1;')).toEqual([
      'function a has 4 parameters, more than 3',
    ]);
  });
});
