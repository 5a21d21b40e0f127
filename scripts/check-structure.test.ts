import { describe, expect, test } from 'vitest';
import { checkPlaces, checkWords } from './check-structure.ts';

describe('places', () => {
  test.each([
    'src/features/notes/contract.ts',
    'src/features/notes/rules.ts',
    'src/features/notes/rules.test.ts',
    'src/features/notes/server/submission/actions.ts',
    'src/features/notes/server/review/actions.ts',
    'src/features/notes/server/notes.test.ts',
    'src/features/notes/web/queries.ts',
    'src/features/notes/web/NotePage.tsx',
    'src/features/notes/web/public.tsx',
    'src/features/notes/web/parts/NoteCard.tsx',
    'src/features/notes/web/submission/noteForm.ts',
    'src/platform/server/database/embedded/worker.ts',
    'src/platform/web/ui/Button.tsx',
    'src/app/main.ts',
    'src/app/web/router.tsx',
    'src/app/web/index.html',
  ])('%s has its place', (path) => {
    expect(checkPlaces([path])).toEqual([]);
  });

  test.each([
    'src/features/notes/helpers.ts',
    'src/features/notes/api/routes.ts',
    'src/features/notes/server/NoteService.ts',
    'src/features/notes/server/review/deep/reads.ts',
    'src/features/notes/web/NoteCard.tsx',
    'src/features/notes/web/parts/deep/NoteCard.tsx',
    'src/features/Notes/contract.ts',
    'src/platform/notes.ts',
    'src/platform/shared/dates.ts',
    'src/shared/dates.ts',
    'src/main.ts',
    'src/app/Server.ts',
  ])('%s has none', (path) => {
    expect(checkPlaces([path]).map((finding) => finding.what)).toContain('has no place in the tree');
  });

  test.each(['src/platform/web/ui/index.ts', 'src/app/web/index.ts'])('%s is a barrel', (path) => {
    expect(checkPlaces([path]).map((finding) => finding.what)).toContain('is a barrel');
  });

  test('a name that says nothing is refused', () => {
    expect(checkPlaces(['src/platform/web/utils.ts'])).toHaveLength(1);
  });
});

describe('words', () => {
  const faults = (path: string, text: string) => checkWords({ path, text }).map((finding) => finding.line);

  test.each([
    `// ${'TO' + 'DO'} later`,
    `/* ${'FIX' + 'ME'}: x */`,
    `const text = '${'lorem' + ' ipsum'} dolor';`,
    `const path = '${'/wor' + 'k/main/data'}';`,
    `cd ${'/roo' + 't/x'}`,
    `"resolved": "https://${'regis' + 'try'}.npmjs.org/x"`,
    `as asked in ${'iss' + 'ue'} 2`,
  ])('%s is found, with its line', (text) => {
    expect(faults('src/a.ts', `\n\n${text}\n`)).toEqual([3]);
  });

  test('the same words inside others are left alone', () => {
    expect(faults('src/a.ts', 'mastodont /api/work/1 ./work/x const issue = 2;')).toEqual([]);
  });

  test.each([`test.${'only'}('a', () => {})`, `describe.${'skip'}('a', () => {})`, `test.${'skip'}(true)`])(
    '%s is found in a test',
    (text) => {
      expect(faults('tests/api/a.test.ts', text)).toEqual([1]);
    },
  );

  test.each([
    `await page.${'waitForTimeout'}(100);`,
    `await new Promise((resolve) => ${'setTimeout'}(resolve, 100));`,
    `import { setTimeout } from 'node:${'timers'}/promises';`,
  ])('%s is a sleep', (text) => {
    expect(faults('tests/e2e/a.spec.ts', text)).toEqual([1]);
    expect(faults('tests/support/helpers/appFixture.ts', text)).toEqual([]);
  });
});
