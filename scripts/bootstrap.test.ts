import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isInstalled } from './bootstrap.mjs';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((root) => rmSync(root, { recursive: true })));

type Packages = Record<string, { version?: string; optional?: boolean }>;

/** Creates a project with this lock file and npm's record of the installed packages. */
function createProject(lock: Packages, installed?: Packages): string {
  const root = mkdtempSync(join(tmpdir(), 'quarterhour-bootstrap-'));
  folders.push(root);
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...lock } }));
  if (installed) {
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  }
  return root;
}

const a = { 'node_modules/a': { version: '1.0.0' } };
const otherPlatform = { 'node_modules/b-win32': { version: '1.0.0', optional: true } };

test('isInstalled() is false when nothing is installed [10.7.15]', () => {
  expect(isInstalled(createProject(a))).toBe(false);
});

test('isInstalled() is true without packages of other platforms, and writes a stamp', () => {
  const root = createProject({ ...a, ...otherPlatform }, a);
  expect(isInstalled(root)).toBe(true);
  expect(readFileSync(join(root, 'node_modules/.lock-hash'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
});

test('isInstalled() is false when a package is missing or has another version [10.7.15]', () => {
  expect(isInstalled(createProject({ ...a, 'node_modules/c': { version: '1.0.0' } }, a))).toBe(false);
  expect(isInstalled(createProject({ 'node_modules/a': { version: '1.0.1' } }, a))).toBe(false);
});

test('isInstalled() is false when the lock file changed after the stamp', () => {
  const root = createProject(a, a);
  expect(isInstalled(root)).toBe(true);
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { version: '2.0.0' } } }),
  );
  expect(isInstalled(root)).toBe(false);
});

test.skipIf(process.platform === 'win32')('replaceProcess() runs another program in the same process', () => {
  const bootstrap = JSON.stringify(join(import.meta.dirname, 'bootstrap.mjs'));
  const program = `
    console.log(process.pid);
    const { replaceProcess } = await import(${bootstrap});
    await replaceProcess(['-p', 'process.pid + process.env.WORD'], { env: { WORD: ' later' } });`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const [first, second] = output.trim().split('\n');
  expect(second).toBe(`${first} later`);
});
