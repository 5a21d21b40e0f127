import { clearPersistedForms } from '#platform/web/forms/persistedForm.ts';
import { PREFIX } from '#platform/web/forms/plainForms.ts';
import { followPageCache } from '#platform/web/pageCache.ts';
import { checkPageSession, EXPIRED, storedSession } from '#platform/web/session.ts';

/** Under which the router stores the scroll positions of a tab as its page is unloaded. */
const SCROLL_POSITIONS = 'tsr-scroll-restoration-v1_3';

/** Keeps this tab free of what belongs to an ended session. Call it when the router has been made. */
export function followTab(pageUser: { id: number } | null): void {
  clearTab(pageUser);
  // After the router, which stores them then.
  addEventListener('pagehide', removeScrollPositions);
  followPageCache({
    onLeave: () => setHidden(true),
    onReturn: () => setHidden(!checkPageSession()),
  });
  // It may have been left and shown again before this code was loaded. A session that expired leads to the login by itself.
  if (storedSession()) checkPageSession();
}

/** Hides the page while it is in the back/forward cache, until it is known that its session has not ended meanwhile. */
function setHidden(isHidden: boolean): void {
  // Unlike `hidden`, it keeps focus and scroll positions.
  document.documentElement.style.opacity = isHidden ? '0' : '';
}

/** Removes the names of screens that a user had open, which end with the session. */
function removeScrollPositions(): void {
  try {
    if (!storedSession()) sessionStorage.removeItem(SCROLL_POSITIONS);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/**
 * Removes from this tab the scroll positions of an ended session, and what users typed in it before they logged out in
 * another one, or another user logged in. What was typed before a session expired stays.
 * @param pageUser the user whose screens this page shows
 */
export function clearTab(pageUser: { id: number } | null): void {
  removeScrollPositions();
  try {
    const current = (storedSession()?.user as { id: number } | undefined)?.id;
    if (current === undefined) {
      if (localStorage.getItem(EXPIRED) !== null) return;
      // The page could still write its forms before it is unloaded.
      if (pageUser) clearPersistedForms(pageUser.id);
    }
    for (const key of Object.keys(sessionStorage)) {
      const [, owner] = new RegExp(String.raw`^${PREFIX}(\d+)/`).exec(key) ?? [];
      if (owner !== undefined && Number(owner) !== current) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/** Removes what is encrypted for a user after the end of the session. If it fails, the next page does so. */
export async function wipe(userId: number): Promise<void> {
  await import('#platform/web/offline/encryptedAnswers.ts').then((code) => code.wipeEncrypted(userId));
}
