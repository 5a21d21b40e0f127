/** Finds the Chromium for the browser tests, and puts one in place on a machine that has none. */
import { installPackage, isExecutable } from './packages.ts';

/** First the browser without windows of its own, which pages take a quarter less time in. */
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
    if (!isExecutable(chosen))
      throw new Error(`CHROME_PATH is ${chosen}, which is not a program that can be run`);
    return chosen;
  }
  return PROGRAM_PATHS.find(isExecutable);
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
  installPackage('chromium-headless-shell', 'the browser tests');
  return browserPath();
}
