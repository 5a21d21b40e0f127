import { expect, test } from 'vitest';
import { filesOf, readGoals, verdictsOf } from './goals.ts';
import type { Report } from './goals.ts';

const page = [
  '| Id | Statement | Tests | State |',
  '|---|---|---|---|',
  '| S-1 | Not a goal | `a.test.ts › other` | holds |',
  '| R-1 | Nothing is lost | `a.test.ts › ${rounds} kills (seed ${seed})`, `tests/e2e/b.spec.ts › in a browser` | holds |',
  '| R-2 | One note | `a.test.ts › $name does it once` | holds |',
].join('\n');

const report = (...results: [title: string, status: string, figures?: Record<string, number>][]): Report => ({
  testResults: [
    {
      name: '/place/a.test.ts',
      assertionResults: results.map(([title, status, figures]) => ({
        title,
        status,
        ...(figures && { meta: { figures } }),
      })),
    },
  ],
});

const verdicts = (...results: Parameters<typeof report>) =>
  verdictsOf(readGoals(page), report(...results), '/place');

test('the goals of a page and the files that they rest on, but for those of a browser', () => {
  const goals = readGoals(page);
  expect(goals.map(({ id }) => id)).toEqual(['R-1', 'R-2']);
  expect(filesOf(goals)).toEqual(['a.test.ts']);
});

test('a goal has passed when all its tests have, and says what they counted', () => {
  const { lines, failed } = verdicts(
    ['20 kills (seed 7)', 'passed', { seed: 7, lost: 0 }],
    ['POST /a does it once', 'passed'],
    ['PUT /b does it once', 'passed'],
  );
  expect(failed).toBe(0);
  expect(lines[0]).toMatch(
    /^R-1 +passed +1 of 1 +Nothing is lost\n +seed 7, lost 0 +\(20 kills \(seed 7\)\)$/,
  );
  expect(lines[1]).toMatch(/^R-2 +passed +2 of 2 +One note$/);
});

test('a goal of which a test failed, or did not run, has failed', () => {
  expect(verdicts(['20 kills (seed 7)', 'failed'], ['x does it once', 'passed']).lines[0]).toMatch(
    /^R-1 +FAILED +0 of 1/,
  );
  const { lines, failed } = verdicts(['another title', 'passed'], ['x does it once', 'passed']);
  expect([lines[0], failed]).toEqual([expect.stringMatching(/^R-1 +FAILED +0 of 0/), 1]);
  expect(verdicts(['20 kills (seed 7)', 'skipped'], ['x does it once', 'passed'])).toMatchObject({
    passed: 1,
    failed: 1,
  });
});
