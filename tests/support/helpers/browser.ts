/** Finds Chromium for the browser tests, and installs it if it is missing. */

import { installPackage, isExecutable } from './packages.ts';

/** The headless shell comes first, because pages load faster in it. */
const PROGRAM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function findBrowser(): string | undefined {
  const chosen = process.env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (!isExecutable(chosen)) throw new Error(`CHROME_PATH is ${chosen}, which is not an executable file`);
    return chosen;
  }
  return PROGRAM_PATHS.find(isExecutable);
}

/**
 * The path of the browser.
 * @throws an error with instructions when the machine has none
 */
export function browserPath(): string {
  const path = findBrowser();
  if (path !== undefined) return path;
  throw new Error('No Chromium found. Install chromium or google-chrome, or set CHROME_PATH to one.');
}

/**
 * The path of a browser that keeps pages in a back/forward cache, which the headless shell does not have; installed from
 * its package where `isRequired` and it is missing.
 * @returns undefined where there is none
 */
export function findCachingBrowser(isRequired: boolean): string | undefined {
  const find = () =>
    [findBrowser(), ...PROGRAM_PATHS].find(
      (path) => path !== undefined && !path.includes('headless-shell') && isExecutable(path),
    );
  if (isRequired && find() === undefined) installPackage('chromium', 'the tests of the back/forward cache');
  return find();
}

/**
 * Returns the path of the browser, after installing it as root on Debian and Ubuntu where it is missing.
 * @throws an error with instructions when it cannot be installed
 */
export function ensureBrowser(): string {
  if (findBrowser() === undefined) installPackage('chromium-headless-shell', 'the browser tests');
  return browserPath();
}
