/** Finds the Chromium for the browser tests, and puts one in place on a machine that has none. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

/** First the browser without windows of its own, which pages take a quarter less time in. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findBrowser(): string | undefined {
  const chosen = process.env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (!isExecutable(chosen))
      throw new Error(`CHROME_PATH is ${chosen}, which is not a program that can be run`);
    return chosen;
  }
  return usualPlaces.find(isExecutable);
}

/** Path of the browser to drive. Throws with what to do when the machine has none. */
export function browserPath(): string {
  const found = findBrowser();
  if (found !== undefined) return found;
  throw new Error('No Chromium found. Install chromium or google-chrome, or set CHROME_PATH to one.');
}

/**
 * Makes sure there is a browser: on Debian and Ubuntu, as root, installs the package `chromium-headless-shell`.
 * Throws with what to do where it cannot.
 */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium for the browser tests (apt-get, once)\n');
    aptGet(['update']);
    aptGet(['install', '-y', '--no-install-recommends', 'chromium-headless-shell']);
  }
  return browserPath();
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
