/** Programs that tests need and npm does not have: installed from Debian and Ubuntu packages where that is possible. */

import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

/** Returns true if this account may run the program. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs the package on Debian and Ubuntu as root, and does nothing elsewhere. @throws when apt-get fails */
export function installPackage(name: string, purpose: string): void {
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return;
  process.stdout.write(`Installing ${name} for ${purpose} (apt-get, once)\n`);
  aptGet(['update']);
  aptGet(['install', '-y', '--no-install-recommends', name]);
}

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** The path of a program, or undefined where it is missing. */
export const findProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => `${folder}/${name}`).find(isExecutable);

/** The path of a program, installed from the package of its name where it is missing. @throws when it cannot be */
export function ensureProgram(name: string, purpose: string): string {
  if (findProgram(name) === undefined) installPackage(name, purpose);
  const path = findProgram(name);
  if (path === undefined) throw new Error(`No ${name} found. Install the package ${name}.`);
  return path;
}

function aptGet(args: string[]): void {
  const run = spawnSync('apt-get', ['-q', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (run.status !== 0) {
    throw new Error(`apt-get ${args.join(' ')} failed:\n${run.stdout}${run.stderr}`);
  }
}
