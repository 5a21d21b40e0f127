import { clearPersistedForms } from '#platform/web/forms/persistedForm.ts';
import { PREFIX } from '#platform/web/forms/plainForms.ts';
import { LOGGED_OUT, storedSession } from '#platform/web/session.ts';

/**
 * Removes from this tab what users typed in it before they logged out in another one, or another user logged in: only
 * this tab can access its session storage. What was typed before a session expired stays.
 * @param pageUser the user whose screens this page shows
 */
export function clearFormsAfterLogout(pageUser: { id: number } | null): void {
  try {
    const current = (storedSession()?.user as { id: number } | undefined)?.id;
    if (current === undefined) {
      if (localStorage.getItem(LOGGED_OUT) === null) return;
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
