import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Versions = Record<string, string>;

const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
const manifest = readJson<Record<string, Versions>>('package.json');
const lock = readJson<{ packages: Record<string, { version?: string; integrity?: string }> }>(
  'package-lock.json',
);
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');

test.each(['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'])(
  'package.json pins the %s to exact versions [S-39]',
  (list) => {
    const versions = Object.entries(manifest[list] ?? {});
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  },
);

test('package-lock.json has a digest for every package [S-39]', () => {
  expect(locked.length).toBeGreaterThan(100);
  expect(locked.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
});

test('npm installs packages without running their scripts [S-39]', () => {
  expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true');
});
