/** Loading code that the first paint does not need, and recovering when it cannot be loaded. */
import { queryClient } from './queries.ts';

/** Long enough for the screen's own requests to go first. */
const IDLE_AFTER_MS = 500;
const RESPONSE_MS = 5000;
const RELOADED = 'preload:reloaded';

/** Runs after the page has loaded and while no query is in progress, so that it delays nothing on the screen. */
export function whenIdle(run: () => void): void {
  const wait = () => setTimeout(() => (queryClient.isFetching() > 0 ? wait() : run()), IDLE_AFTER_MS);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}

/**
 * After a release the files of the previous one are gone, and only a new page knows the new names. Reloads when the
 * server can be reached, once for each address; otherwise does nothing.
 * @returns whether the page is reloading
 */
export async function reloadAfterRelease(): Promise<boolean> {
  const address = `${location.pathname}${location.search}`;
  if (!navigator.onLine || sessionStorage.getItem(RELOADED) === address) return false;
  const signal = AbortSignal.timeout(RESPONSE_MS);
  const response = await fetch('/', { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined);
  if (!response?.ok) return false;
  sessionStorage.setItem(RELOADED, address);
  location.reload();
  return true;
}
