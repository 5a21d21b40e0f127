import { expect, test } from 'vitest';
import { checkCoverage, readIds, readRequirements, readTitles } from './check-coverage.ts';

const page = {
  path: 'docs/page.md',
  text: [
    '# Page',
    '- 2.home.1 The greeting changes at 12:00',
    '- a list item without an id',
    '| Id | Statement | State |',
    '|---|---|---|',
    '| S-1 | Nothing leaks | holds |',
    '| R-2 | A \\| bar | differs: measured |',
  ].join('\n'),
};

const checkTitles = (...titles: string[]) => {
  const text = titles.map((title) => `test(${JSON.stringify(title)}, () => {});`).join('\n');
  return checkCoverage(readRequirements(page), readTitles({ path: 'a.test.ts', text })).map(
    ({ what }) => what,
  );
};

test('readRequirements() reads the items of lists and the rows of tables', () => {
  expect(readRequirements(page).map(({ id, line, state }) => [id, line, state])).toEqual([
    ['2.home.1', 2, 'holds'],
    ['S-1', 6, 'holds'],
    ['R-2', 7, 'differs: measured'],
  ]);
});

test.each([
  ['greets [2.home.1]', ['2.home.1']],
  ['greets [2.home.1,3 S-1,12 T4 10.4.2]', ['2.home.1', '2.home.3', 'S-1', 'S-12', 'T4', '10.4.2']],
  ['takes %s [%s]', []],
  ['takes a list [a, b]', []],
  ['[2.home.1] at the beginning', []],
])('readIds() reads the ids at the end of "%s"', (title, ids) => {
  expect(readIds(title)).toEqual(ids);
});

test('readTitles() reads the titles of tests, but not of steps', () => {
  const text = 'test("a", f); test.each([1])("b %s [S-1]", f); test(`c ${1}`, f); test.step("d", f);';
  expect(readTitles({ path: 'a.test.ts', text }).map(({ title }) => title)).toEqual([
    'a',
    'b %s [S-1]',
    'c ${1}',
  ]);
});

test('checkCoverage() reports a requirement without a test unless it differs', () => {
  expect(checkTitles('one [2.home.1]', 'two [S-1]')).toEqual([]);
  expect(checkTitles('one [2.home.1]')).toEqual(['S-1 has no test']);
});

test('checkCoverage() reports an id in a title that no requirement has', () => {
  expect(checkTitles('one [2.home.1 S-1]', 'two [2.home.9]')).toEqual(['2.home.9 is no requirement']);
});

test('checkCoverage() reports a duplicate id and an unknown state', () => {
  const text = '- 1.a.1 One\n- 1.a.1 Other\n| T1 | Threat | perhaps |';
  const titles = [{ path: 'a.test.ts', line: 1, title: '', ids: ['1.a.1', 'T1'] }];
  expect(checkCoverage(readRequirements({ path: 'p.md', text }), titles).map(({ what }) => what)).toEqual([
    'the id 1.a.1 is used twice',
    'T1 has no state',
  ]);
});
