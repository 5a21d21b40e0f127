/** Shows other tabs of this browser, with Web Locks, that a note is being sent, and that one was not sent. */

import { untilLeft, withLock } from '#platform/web/locks.ts';

const SENDING = 'submit-note';
const FAILED = 'submit-note-failed';
const shared = { mode: 'shared' } as const;

const isSupported = (): boolean => 'locks' in navigator;

async function isHeld(lock: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lock);
}

/** Looks for a tab that is sending a note. */
export const isSendingInAnyTab = async (): Promise<boolean> => isSupported() && isHeld(SENDING);

let releaseFailure = (): void => undefined;

/**
 * Lets a logout in another tab wait for a note: it would remove the note and stop the request.
 * Not for one in a page that was left: that is as if it were closed.
 * @param isSent false when the note is neither sent nor kept on this device
 */
export function announceSending(isSent: Promise<boolean>): void {
  if (!isSupported()) return;
  releaseFailure();
  withLock(SENDING, shared, async (_, left) => {
    if (!(await untilLeft(isSent, left))) await announceFailure();
  }).catch(reportError);
}

/** Resolves once other tabs can see the failure, which they can until this tab sends a note again. */
function announceFailure(): Promise<void> {
  const visible = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  releaseFailure = released.resolve;
  withLock(FAILED, shared, (_, left) => {
    visible.resolve();
    return untilLeft(released.promise, left);
  }).catch(visible.reject);
  return visible.promise;
}

/**
 * Waits until no tab is sending a note.
 * @returns false when one was not sent, or not within `timeout` ms
 */
export async function waitForAllTabs(timeout: number): Promise<boolean> {
  if (!(await isSendingInAnyTab())) return true;
  const options = { signal: AbortSignal.timeout(timeout) };
  const isAllSent = async () => !(await isHeld(FAILED));
  return withLock(SENDING, options, isAllSent).catch(() => false);
}
