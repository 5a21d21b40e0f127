/**
 * The session in the browser's storage: a token and its user, whose fields belong to the feature sessions.
 * Login and logout reload the page, so no data of one user is shown to another.
 */

import { useEffect, useSyncExternalStore } from 'react';

export interface StoredSession {
  token: string;
  user: object;
}

/** Why a session ended: on the server, or by a logout or login in another tab. */
export type SessionEnd = { reason: 'expired' | 'elsewhere'; delayMs: number };

const TOKEN = 'auth_token';
const USER = 'auth_user';
/** Set from the end of a session on the server to the next login; a logout leaves nothing. */
export const EXPIRED = 'expired';

/** The theme (`theme.ts`), and forms (`plainForms.ts`), of which a logout removes those of its user. */
const OUTLIVE_SESSION = /^theme$|^form:/;

const listeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnd) => void>();
const delays = new Set<{ ms: number }>();
/** The session of requests. */
let current = read();
/** The session of the screens; it stays until the page is reloaded. */
let pageSession = current;

function read(): StoredSession | null {
  try {
    const token = localStorage.getItem(TOKEN);
    const user: unknown = JSON.parse(localStorage.getItem(USER) ?? 'null');
    const isUser = typeof user === 'object' && user !== null && 'id' in user && Number.isInteger(user.id);
    return token && isUser ? { token, user } : null;
  } catch {
    // Storage is blocked or its content invalid: signed out.
    return null;
  }
}

function announceEnd(end: SessionEnd): void {
  for (const listener of endListeners) listener(end);
}

addEventListener('storage', (event) => {
  if (event.key !== TOKEN && event.key !== null) return;
  endIfReplaced(current);
});

/** Ends the session here if another one, or none, is stored. @returns whether the stored one is still this one */
function endIfReplaced(own: StoredSession | null): boolean {
  const isOwn = read()?.token === own?.token;
  if (!isOwn) {
    current = null;
    announceEnd({ reason: 'elsewhere', delayMs: 0 });
  }
  return isOwn;
}

/** Checks a page that missed the events of other tabs. @returns whether its screens are those of the stored session */
export const checkPageSession = (): boolean => endIfReplaced(pageSession);

/** Returns whether requests still use the stored session; false during a logout, here or in another tab. */
export const isSessionStored = (): boolean => current !== null && read()?.token === current.token;

/** The session of requests; null when signed out. */
export const storedSession = (): StoredSession | null => current;

/** Stores the session of a login or its current state on the server. */
export function storeSession(session: StoredSession): void {
  localStorage.setItem(TOKEN, session.token);
  localStorage.setItem(USER, JSON.stringify(session.user));
  localStorage.removeItem(EXPIRED);
  current = session;
  // After a login the screens stay those of a signed-out user until the page is reloaded.
  if (pageSession) pageSession = session;
  for (const listener of listeners) listener();
}

/** Removes the session and all that was stored with it; the caller reloads the page. Persisted form state stays. */
export function forgetSession(): void {
  for (const key of Object.keys(localStorage)) {
    if (!OUTLIVE_SESSION.test(key)) localStorage.removeItem(key);
  }
  current = null;
}

/** Removes a token that the server rejected and notifies the listeners of `onSessionEnd`. */
export function expireSession(token: string): void {
  if (current?.token !== token) return;
  // The user leaves enough space, also in a full storage. Other tabs notice that the token is gone.
  localStorage.removeItem(USER);
  localStorage.setItem(EXPIRED, '1');
  localStorage.removeItem(TOKEN);
  current = null;
  announceEnd({ reason: 'expired', delayMs: Math.max(0, ...[...delays].map((one) => one.ms)) });
}

/** Calls the listener when the session ends. Returns how to unsubscribe. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** While mounted, an expired session keeps this screen for `ms` before the login replaces it. */
export function useSessionEndDelay(ms: number): void {
  useEffect(() => {
    const delay = { ms };
    delays.add(delay);
    return () => void delays.delete(delay);
  }, [ms]);
}

/** Calls the listener whenever a session is stored. Returns how to unsubscribe. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this page, with its current user. */
export function useStoredSession(): StoredSession | null {
  return useSyncExternalStore(onSessionChange, () => pageSession);
}
