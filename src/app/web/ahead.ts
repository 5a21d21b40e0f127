/**
 * The first of the page's code, and little of it: what the asked-for screen is made of sets out together with what
 * every screen needs, where it would otherwise begin its way after all of that has come and run.
 */
import { SESSION_TOKEN } from '#platform/web/sessionKeys.ts';
import { loadLanding, loadLiveChanges, loadShell, signedInScreens, signedOutScreens } from './screenCode.ts';

/** Whether the browser keeps a session; who looks closer is told to the screens later. */
function hasSession(): boolean {
  try {
    return localStorage.getItem(SESSION_TOKEN) !== null;
  } catch {
    // Forbidden storage: nobody is signed in.
    return false;
  }
}

/** `/profile/12` has the code of `/profile`. */
const address = `/${location.pathname.split('/')[1] ?? ''}`;

function codeOfPage(): (() => Promise<unknown>)[] {
  if (hasSession()) {
    const screen = Object.entries(signedInScreens).find(([path]) => path === address)?.[1];
    // Changes are listened for when the screen reads, so that none falls between.
    return [loadShell, loadLiveChanges, ...(screen ? [screen] : [])];
  }
  return [Object.entries(signedOutScreens).find(([path]) => path === address)?.[1] ?? loadLanding];
}

function sendForCode(): void {
  // Whatever does not come is asked for again by its place on the page, which says so as well.
  for (const load of codeOfPage()) void load().catch(() => undefined);
}

/**
 * What a large screen brings is held back for so long, so that what all screens build on is there earlier and can run
 * while the rest comes: on a slow network they would all come at the same time, the last.
 */
const HEAD_START_MS = 200;
setTimeout(sendForCode, address === '/' ? 0 : HEAD_START_MS);
