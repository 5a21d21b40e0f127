/**
 * The session as the browser keeps it: a token and who it belongs to. What a user is, a feature knows.
 * Beginning and end of a session load the page anew, so nobody ever sees what was read for another.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { SESSION_TOKEN } from './sessionKeys.ts';

export interface StoredSession {
  token: string;
  user: object;
}

/** Why a session is over: the server ended it, or another tab signed out or in. */
export type SessionEnd = { why: 'expired' | 'elsewhere'; delayMs: number };

const USER = 'auth_user';
/** Under this key the token lay once; a logout clears it too. */
const OLD_TOKEN = 'token';

const listeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnd) => void>();
const delays = new Set<{ ms: number }>();
/** What calls are made with. */
let current = read();
/** What the screens go by; it stays until the page is left. */
let shown = current;

function read(): StoredSession | null {
  try {
    const token = localStorage.getItem(SESSION_TOKEN);
    const user: unknown = JSON.parse(localStorage.getItem(USER) ?? 'null');
    return token && typeof user === 'object' && user !== null ? { token, user } : null;
  } catch {
    // Forbidden storage or a text of another making: nobody is signed in.
    return null;
  }
}

function announceEnd(end: SessionEnd): void {
  for (const listener of endListeners) listener(end);
}

addEventListener('storage', (event) => {
  if (event.key !== SESSION_TOKEN && event.key !== null) return;
  if (read()?.token === current?.token) return;
  current = null;
  announceEnd({ why: 'elsewhere', delayMs: 0 });
});

/** The session that calls are made with; null when nobody is signed in. */
export const storedSession = (): StoredSession | null => current;

/** Stores a session as it came from a login or as the server knows it now. */
export function storeSession(session: StoredSession): void {
  localStorage.setItem(SESSION_TOKEN, session.token);
  localStorage.setItem(USER, JSON.stringify(session.user));
  current = session;
  // Somebody who signs in is shown the screens of before until the page is loaded anew for them.
  if (shown) shown = session;
  for (const listener of listeners) listener();
}

/** Forgets who was signed in; the caller loads the page anew. What was typed into forms stays. */
export function forgetSession(): void {
  for (const key of [SESSION_TOKEN, USER, OLD_TOKEN]) localStorage.removeItem(key);
  current = null;
}

/** The server no longer knows this token: it is removed, and the app told to go to the login. */
export function expireSession(token: string): void {
  if (current?.token !== token) return;
  for (const key of [SESSION_TOKEN, USER]) localStorage.removeItem(key);
  current = null;
  announceEnd({ why: 'expired', delayMs: Math.max(0, ...[...delays].map((one) => one.ms)) });
}

/** Tells that the session is over. The answer ends the telling. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** While mounted, an expired session leaves this screen standing for `ms` before the login takes its place. */
export function useSessionEndDelay(ms: number): void {
  useEffect(() => {
    const wish = { ms };
    delays.add(wish);
    return () => void delays.delete(wish);
  }, [ms]);
}

/** Calls the listener whenever a session is stored. The answer ends it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session that this page was loaded for, with its user as known now. */
export function useStoredSession(): StoredSession | null {
  return useSyncExternalStore(onSessionChange, () => shown);
}
