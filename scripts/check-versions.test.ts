import { expect, test } from 'vitest';
import { checkVersions, isFixed, listPinned, MINIMUMS } from './check-versions.ts';

test('nothing is pinned below a version that fixes a known vulnerability [16.versions.1 S-39]', () => {
  expect(checkVersions(listPinned())).toEqual([]);
});

test.each(MINIMUMS)(
  'the check finds $name below $fixed, with its source [16.versions.1 S-39]',
  ({ name, fixed, source }) => {
    const below = `${Number.parseInt(fixed[0] ?? '', 10) - 1}.99.0`;
    const others = listPinned().filter((one) => one.name !== name);
    const findings = checkVersions([...others, { name, version: below, path: 'package-lock.json' }]);
    expect(findings).toEqual([
      {
        path: 'package-lock.json',
        line: 1,
        what: `pins ${name} ${below}`,
        hint: expect.stringContaining(source) as string,
      },
    ]);
    expect(source).toMatch(/^https:\/\//);
  },
);

test.each([
  ['24.21.0', false],
  ['24.22.1', true],
  ['24.22.3', true],
  ['25.9.0', false],
  ['26.10.0', false],
  ['26.12.1', true],
  ['27.0.0', true],
  ['22.23.2', false],
])('with fixes in 24.22.1 and 26.12.1, isFixed(%s) is %s', (version, expected) => {
  expect(isFixed(version, ['24.22.1', '26.12.1'])).toBe(expected);
});

test('the check finds a parser that is in its lists and is not pinned', () => {
  const rest = listPinned().filter(({ name }) => name !== 'saxen');
  expect(checkVersions(rest).map(({ what }) => what)).toEqual(['saxen is not pinned']);
});

test('the packages of Node and the image have the same version [16.versions.2]', () => {
  const pinned = listPinned().filter(({ name, path }) => name === 'node' && !path.startsWith('Node '));
  expect(pinned.length).toBeGreaterThan(2);
  expect(new Set(pinned.map(({ version }) => version)).size).toBe(1);
});
