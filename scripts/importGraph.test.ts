import { expect, test } from 'vitest';
import { findCircles } from './importGraph.ts';

const find = (files: Record<string, string>): string[] =>
  findCircles(Object.entries(files).map(([path, text]) => ({ path, text }))).map(
    ({ path, line, what }) => `${path}:${line} ${what}`,
  );

test.each([
  ['a statement', "import { b } from './b.ts';"],
  ['a type', "import type { B } from './b.ts';"],
  ['a re-export', "export { b } from './b.ts';"],
  ['a lazy import', "const load = () => import('./b.ts');"],
  ['an alias', "import { b } from '#platform/web/b.ts';"],
])('the check finds a circle of files that %s closes', (_, text) => {
  expect(
    find({
      'src/platform/web/a.ts': text,
      'src/platform/web/b.ts': "\nimport { c } from './c.ts';",
      'src/platform/web/c.ts': "\n\nimport { a } from './a.ts';",
    }),
  ).toEqual([
    'src/platform/web/c.ts:3 closes a circle of imports (src/platform/web/a.ts → src/platform/web/b.ts → src/platform/web/c.ts → src/platform/web/a.ts)',
  ]);
});

const notes = 'src/features/notes/web';

test('the check finds folders of a feature that import each other, without a circle of files', () => {
  const text = (path: string) => `import type { X } from '#features/notes/web/${path}';`;
  const files = {
    [`${notes}/form/Form.tsx`]: text('list/labels.ts'),
    [`${notes}/list/labels.ts`]: '',
    [`${notes}/form/values.ts`]: '',
    [`${notes}/list/List.tsx`]: text('form/values.ts'),
  };
  expect(find(files)).toEqual([
    `${notes}/list/List.tsx:1 closes a circle of folders (${notes}/form → ${notes}/list → ${notes}/form)`,
  ]);
  expect(find({ ...files, [`${notes}/list/List.tsx`]: text('queries.ts') })).toEqual([]);
});

test('the check accepts files that share a third one, tests, packages and files of no folder', () => {
  expect(
    find({
      [`${notes}/public.tsx`]: "import { a } from './form/a.ts';\nimport { b } from './list/b.ts';",
      [`${notes}/form/a.ts`]: "import { c } from '#features/notes/web/queries.ts';\nimport 'react';",
      [`${notes}/list/b.ts`]: "import { c } from '#features/notes/web/queries.ts';\nimport '../form/a.ts';",
      [`${notes}/queries.ts`]: '',
      [`${notes}/form/a.test.ts`]: "import { b } from '#features/notes/web/list/b.ts';",
    }),
  ).toEqual([]);
});
