/** Compares the API with the last release, so that no client breaks without notice. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  findBreakingChanges,
  readApiShape,
  RELEASED_API,
  type ApiShape,
} from '#tests/support/helpers/apiShape.ts';

test('the changelog lists every removed endpoint or field and every access change since the last release [7.all.3,4,5 10.8.1]', () => {
  const released = JSON.parse(readFileSync(RELEASED_API, 'utf8')) as ApiShape;
  const changelog = readFileSync('docs/api-changelog.md', 'utf8');
  expect(Object.keys(released).length).toBeGreaterThan(100);
  const unnamed = findBreakingChanges(released, readApiShape()).filter((line) => !changelog.includes(line));
  expect(unnamed).toEqual([]);
});

test('a removed endpoint or field, a newly required field and an access change are breaking changes', () => {
  const before: ApiShape = {
    'GET /api/a': { access: 'member', request: '', response: '.id' },
    'POST /api/b': { access: 'member', request: 'body.name body.note', response: '[].id [].name' },
  };
  const after: ApiShape = {
    'POST /api/b': {
      access: 'manager',
      request: 'body.clock body.clock.end! body.color body.name!',
      response: '[].id [].total',
    },
  };
  expect(findBreakingChanges(before, after)).toEqual([
    'GET /api/a: removed',
    'POST /api/b: access member changed',
    'POST /api/b: request field body.note removed',
    'POST /api/b: request field body.name is required',
    'POST /api/b: response field [].name removed',
  ]);
  expect(findBreakingChanges(after, after)).toEqual([]);
});
