import { expect, test } from 'vitest';
import { ACCEPTED_FILES, FILE_CHOOSER, findFileProblem } from './rules.ts';

const extensions = ['pdf', 'doc', 'docx', 'txt', 'xlsx', 'ppt', 'pptx', 'png', 'jpg', 'jpeg', 'gif'];

test('findFileProblem accepts eleven types of files, which the file chooser offers [5.resource.6]', () => {
  expect(ACCEPTED_FILES).toEqual(extensions);
  expect(FILE_CHOOSER).toBe(extensions.map((extension) => `.${extension}`).join(','));
  const problems = extensions.map((extension) =>
    findFileProblem({ name: `Plan.${extension.toUpperCase()}`, size: 1 }),
  );
  expect(problems).toEqual(extensions.map(() => null));
});

test.each([
  ['plan.zip', 1, /^This file type is not accepted/],
  ['pdf', 1, /^This file type is not accepted/],
  ['plan.pdf', 0, /^The file is empty$/],
  ['plan.pdf', 25 * 1024 * 1024 + 1, /^File must be smaller than 25MB$/],
])('findFileProblem rejects %s of %i bytes', (name, size, message) => {
  expect(findFileProblem({ name, size })).toMatch(message);
});

test('findFileProblem accepts a file of exactly 25 MB [5.resource.7]', () => {
  expect(findFileProblem({ name: 'plan.pdf', size: 25 * 1024 * 1024 })).toBeNull();
});
