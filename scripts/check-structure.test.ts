import { expect, test } from 'vitest';
import {
  checkFileComments,
  checkFolders,
  checkPaths,
  checkServerComments,
  checkTexts,
} from './check-structure.ts';

test.each([
  'src/features/notes/contract.ts',
  'src/features/notes/rules.test.ts',
  'src/features/notes/server/checks/actions.ts',
  'src/features/notes/web/NotePage.tsx',
  'src/features/notes/web/NoteCard.tsx',
  'src/features/notes/web/list/NoteCard.tsx',
  'src/features/notes/server/lists.both.test.ts',
  'src/features/submission/web/entry/noteForm.ts',
  'src/platform/server/database/embedded/worker.ts',
  'src/app/web/router.tsx',
  'src/app/web/index.html',
])('the check accepts the path %s', (path) => {
  expect(checkPaths([path])).toEqual([]);
});

test.each([
  'src/features/notes/helpers.ts',
  'src/features/notes/api/routes.ts',
  'src/features/notes/server/NoteActions.ts',
  'src/features/notes/server/checks/deep/reads.ts',
  'src/features/notes/web/noteCard.ts',
  'src/features/Notes/contract.ts',
  'src/platform/notes.ts',
  'src/shared/dates.ts',
  'src/main.ts',
  'src/platform/web/ui/index.ts',
  'src/platform/web/utils.ts',
])('the check rejects the path %s', (path) => {
  expect(checkPaths([path])).toHaveLength(1);
});

test('the check finds folders that hold one file or folder, except the halves of a feature', () => {
  const paths = [
    'web/list/NoteCard.tsx',
    'web/form/a.ts',
    'web/form/b.ts',
    'server/a/b/c.ts',
    'server/a/b/d.ts',
  ];
  const find = (inside: string[]) =>
    checkFolders([
      'src/app/main.ts',
      'src/app/server.ts',
      'src/features/a/rules.ts',
      'src/features/a/contract.ts',
      ...inside.map((path) => `src/features/notes/${path}`),
    ]);
  expect(find([...paths, 'rules.ts']).map(({ path, what }) => `${path} ${what}`)).toEqual([
    'src/features/notes/web/list holds only NoteCard.tsx',
    'src/features/notes/server/a holds only b',
  ]);
});

test.each([
  `const text = '${'lorem' + ' ipsum'} dolor';`,
  `const path = '${'/wor' + 'k/main/data'}';`,
  `cd ${'/roo' + 't/x'}`,
  `"resolved": "https://${'regis' + 'try'}.npmjs.org/x"`,
  `as asked in ${'iss' + 'ue'} 2`,
])('the check finds the text %s and its line', (text) => {
  expect(checkTexts({ path: 'src/a.ts', text: `\n\n${text}\n` })).toEqual([
    expect.objectContaining({ line: 3 }),
  ]);
});

test('the check accepts the same letters in other words', () => {
  expect(checkTexts({ path: 'src/a.ts', text: '/api/work/1 ./work/x const issue = 2;' })).toEqual([]);
});

test('the check finds a comment of a file that the formatter would move with an import', () => {
  const at = (text: string, path = 'src/a.ts') => checkFileComments({ path, text });
  expect(at("/** Reads. */\nimport { x } from './x.ts';")).toEqual([expect.objectContaining({ line: 1 })]);
  expect(at("import { x } from './x.ts';\n/** Reads. */\nimport { y } from './y.ts';")).toHaveLength(1);
  expect(at("/** Reads. */\n\nimport { x } from './x.ts';\n\n/** X. */\nexport const y = x;")).toEqual([]);
  expect(at("/* a */\nimport './x.ts';", 'docs/a.md')).toEqual([]);
});

test('the check finds server files of more than 60 lines without a sentence at the top', () => {
  const withLines = (count: number, top: string) => top + 'x;\n'.repeat(count - top.split('\n').length + 1);
  const find = (text: string, path = 'src/features/notes/server/checks/reads.ts') =>
    checkServerComments({ path, text }).map(({ what }) => what);
  const problem = ['has 61 lines and no sentence at the top'];
  expect(find(withLines(61, ''))).toEqual(problem);
  expect(find(withLines(61, ''), 'src/platform/server/clock.ts')).toEqual(problem);
  expect(find(withLines(61, '/** Reads checks. */\n'))).toEqual(problem);
  expect(find(withLines(61, '/** Checks */\n\n'))).toEqual(problem);
  expect(find(withLines(61, '/** */\n\n/** Reads checks. */\n\n'))).toEqual(problem);
  expect(find(withLines(61, '/** Reads checks. */\n\n'))).toEqual([]);
  expect(find(withLines(61, '/**\n * Reads checks,\n * of all notes.\n */\n\n'))).toEqual([]);
  expect(find(withLines(60, ''))).toEqual([]);
  expect(find(withLines(61, ''), 'src/features/notes/server/checks/reads.test.ts')).toEqual([]);
  expect(find(withLines(61, ''), 'src/features/notes/web/list/noteFilter.ts')).toEqual([]);
});
