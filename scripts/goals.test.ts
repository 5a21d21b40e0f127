import { expect, test } from 'vitest';
import { readIds } from './check-coverage.ts';
import { isGoal, judgeGoals, listGoalFiles } from './goals.ts';

const requirements = ['S-1', 'R-1', 'R-2'].map((id) => ({
  path: 'docs/security.md',
  line: 1,
  id,
  statement: `Statement of ${id}`,
  state: 'holds',
}));
const goals = requirements.filter(isGoal);
const titles = [
  ['a.test.ts', '${rounds} kills (seed ${seed}) lose nothing [R-1 S-1]'],
  ['b.test.ts', '$name does it once [R-2]'],
  ['tests/e2e/c.spec.ts', 'in a browser [R-1]'],
  ['d.test.ts', 'other [S-1]'],
].map(([path = '', title = '']) => ({ path, line: 1, title, ids: readIds(title) }));

const judge = (...results: [title: string, status: string, metrics?: Record<string, number>][]) =>
  judgeGoals(goals, titles, {
    testResults: [
      {
        assertionResults: results.map(([title, status, metrics]) => ({
          title,
          status,
          ...(metrics && { meta: { metrics } }),
        })),
      },
    ],
  });

test('listGoalFiles() lists the test files of the goals without browser tests', () => {
  expect(goals.map(({ id }) => id)).toEqual(['R-1', 'R-2']);
  expect(listGoalFiles(goals, titles)).toEqual(['a.test.ts', 'b.test.ts']);
});

test('a goal passes when all its tests pass, and lists their metrics', () => {
  const { lines, failed } = judge(
    ['20 kills (seed 7) lose nothing [R-1 S-1]', 'passed', { seed: 7, lost: 0 }],
    ['POST /a does it once [R-2]', 'passed'],
    ['PUT /b does it once [R-2]', 'passed'],
  );
  expect(failed).toBe(0);
  expect(lines[0]).toMatch(/^R-1 +passed +1 of 1 +Statement of R-1\n +seed 7, lost 0 +\(20 kills/);
  expect(lines[1]).toMatch(/^R-2 +passed +2 of 2 +Statement of R-2$/);
});

test('a goal fails when one of its tests failed, was skipped or did not run', () => {
  const once = ['x does it once [R-2]', 'passed'] as const;
  const kills = '20 kills (seed 7) lose nothing [R-1 S-1]';
  expect(judge([kills, 'failed'], [...once]).lines[0]).toMatch(/^R-1 +FAILED +0 of 1/);
  expect(judge([...once]).lines[0]).toMatch(/^R-1 +FAILED +0 of 0/);
  expect(judge([kills, 'skipped'], [...once])).toMatchObject({ passed: 1, failed: 1 });
});
