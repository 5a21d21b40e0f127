/** Loads code that the first paint does not need, and recovers when it cannot be loaded. */

import { queryClient } from './queries.ts';

/** Lets the requests of the screen go first. */
const IDLE_AFTER_MS = 500;
const RESPONSE_MS = 5000;
/** A request for the code of a screen that gets no response must not hold back other code, such as what works offline. */
const SCREENS_MS = 5000;
const RELOADED = 'preload:reloaded';

let setRendered: () => void;
const rendered = new Promise<void>((resolve) => (setRendered = resolve));

/** Releases the functions queued by `whenIdle`. Called once the first screen is rendered. */
export const markRendered = (): void => setRendered();

/** Resolves once the first screen is rendered and no query is in progress. */
async function waitUntilIdle(): Promise<void> {
  await rendered;
  do await new Promise((resolve) => setTimeout(resolve, IDLE_AFTER_MS));
  while (queryClient.isFetching() > 0);
}

let screensLoaded: Promise<unknown> = Promise.resolve();

/** Loads the code of the navigation's screens when idle; callbacks of `whenIdle` wait up to 5 seconds for it. */
export function loadScreensWhenIdle(load: () => Promise<unknown>): void {
  screensLoaded = waitUntilIdle().then(load);
}

/** Runs once the first screen is rendered, no query is in progress and the navigation's screens are loaded or late. */
export function whenIdle(run: () => void): void {
  void waitUntilIdle()
    .then(() => Promise.race([screensLoaded, new Promise((resolve) => setTimeout(resolve, SCREENS_MS))]))
    .then(run);
}

/**
 * Reloads the page once for each URL if the server can be reached: after a release, the code of the previous one no
 * longer exists.
 * @returns whether the page is reloading
 */
export async function reloadAfterRelease(): Promise<boolean> {
  const address = `${location.pathname}${location.search}`;
  if (!navigator.onLine || sessionStorage.getItem(RELOADED) === address) return false;
  const signal = AbortSignal.timeout(RESPONSE_MS);
  const response = await fetch('/', { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined);
  if (!response?.ok) return false;
  sessionStorage.setItem(RELOADED, address);
  const { reloadToNewRelease } = await import('./offline/reloadToNewRelease.ts');
  await reloadToNewRelease();
  return true;
}
