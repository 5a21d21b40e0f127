import { expect, test } from 'vitest';
import { ACCEPTED_FILES, FILE_CHOOSER, findFileProblem } from './rules.ts';

const endings = ['pdf', 'doc', 'docx', 'txt', 'xlsx', 'ppt', 'pptx', 'png', 'jpg', 'jpeg', 'gif'];

test('eleven types of files are taken, and the chooser offers no others [5.resource.6]', () => {
  expect(ACCEPTED_FILES).toEqual(endings);
  expect(FILE_CHOOSER).toBe(endings.map((ending) => `.${ending}`).join(','));
  const mistakes = endings.map((ending) =>
    findFileProblem({ name: `Plan.${ending.toUpperCase()}`, size: 1 }),
  );
  expect(mistakes).toEqual(endings.map(() => null));
});

test.each([
  ['plan.zip', 1, /^This type of file is not accepted/],
  ['pdf', 1, /^This type of file is not accepted/],
  ['plan.pdf', 0, /^The file is empty$/],
  ['plan.pdf', 25 * 1024 * 1024 + 1, /^File must be smaller than 25MB$/],
])('%s of %i bytes is not', (name, size, message) => {
  expect(findFileProblem({ name, size })).toMatch(message);
});

test('a file of exactly 25 MB is taken [5.resource.7]', () => {
  expect(findFileProblem({ name: 'plan.pdf', size: 25 * 1024 * 1024 })).toBeNull();
});
