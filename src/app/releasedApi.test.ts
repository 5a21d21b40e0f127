/** The API compared with the last release, so that no program breaks without notice. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBreakingChanges, readApiShape, RELEASED_API } from '#tests/support/helpers/apiShape.ts';
import type { ApiShape } from '#tests/support/helpers/apiShape.ts';

test('the changelog names every breaking change since the last release', () => {
  const released = JSON.parse(readFileSync(RELEASED_API, 'utf8')) as ApiShape;
  const changelog = readFileSync('docs/api-changelog.md', 'utf8');
  const unnamed = findBreakingChanges(released, readApiShape()).filter((line) => !changelog.includes(line));
  expect(unnamed).toEqual([]);
});

test('a removed endpoint or field and a newly required field are breaking changes', () => {
  const before: ApiShape = {
    'GET /api/a': { request: [], response: ['.id'] },
    'POST /api/b': { request: ['body.name', 'body.note'], response: ['[].id', '[].name'] },
  };
  const after: ApiShape = {
    'POST /api/b': { request: ['body.color', 'body.name!'], response: ['[].id', '[].total'] },
  };
  expect(findBreakingChanges(before, after)).toEqual([
    'GET /api/a: removed',
    'POST /api/b: request field body.note removed',
    'POST /api/b: request field body.name is required',
    'POST /api/b: response field [].name removed',
  ]);
  expect(findBreakingChanges(after, after)).toEqual([]);
});
