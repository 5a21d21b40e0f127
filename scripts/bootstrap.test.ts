import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isInstalled } from './bootstrap.mjs';

const made: string[] = [];
afterEach(() => made.splice(0).forEach((root) => rmSync(root, { recursive: true })));

type Packages = Record<string, { version?: string; optional?: boolean }>;

/** A project folder with this lock file and, when given, npm's record of what is installed. */
function project(lock: Packages, installed?: Packages): string {
  const root = mkdtempSync(join(tmpdir(), 'quarterhour-bootstrap-'));
  made.push(root);
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...lock } }));
  if (installed) {
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  }
  return root;
}

const a = { 'node_modules/a': { version: '1.0.0' } };
const otherPlatform = { 'node_modules/b-win32': { version: '1.0.0', optional: true } };

test('nothing installed [10.7.15]', () => {
  expect(isInstalled(project(a))).toBe(false);
});

test('all there, but for a package of another platform; remembered in a stamp', () => {
  const root = project({ ...a, ...otherPlatform }, a);
  expect(isInstalled(root)).toBe(true);
  expect(readFileSync(join(root, 'node_modules/.lock-hash'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
});

test('a package is missing, or there in another version [10.7.15]', () => {
  expect(isInstalled(project({ ...a, 'node_modules/c': { version: '1.0.0' } }, a))).toBe(false);
  expect(isInstalled(project({ 'node_modules/a': { version: '1.0.1' } }, a))).toBe(false);
});

test('a lock file that changed after the stamp was made', () => {
  const root = project(a, a);
  expect(isInstalled(root)).toBe(true);
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { version: '2.0.0' } } }),
  );
  expect(isInstalled(root)).toBe(false);
});
