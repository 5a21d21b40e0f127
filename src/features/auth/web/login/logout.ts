/** Repeats a logout that the server has not answered, with the cookie in place of the token. */

import { LOGOUT_COOKIE } from '#platform/contract/logoutCookie.ts';
import { withLock } from '#platform/web/locks.ts';
import { storedSession } from '#platform/web/session.ts';
import { ignoreFailure, requestLogout, setPending } from './endSession.ts';

const isPending = (): boolean => document.cookie.includes(`${LOGOUT_COOKIE}=`);

let repeating: Promise<void> | undefined;

/** One tab at a time: a response that arrives after the login in another tab would remove its cookie. */
const repeatInOneTab = (): Promise<void> =>
  'locks' in navigator ? withLock('repeat-logout', {}, repeatLogout) : repeatLogout();

async function repeatLogout(): Promise<void> {
  // Another tab may have repeated it meanwhile.
  if (isPending()) await requestLogout();
}

/**
 * Repeats a logout that was not answered. A login waits for this request, because the login replaces the cookie that the
 * request needs.
 * @throws ApiError when it is still not answered
 */
export async function finishLogout(): Promise<void> {
  if (!isPending()) return;
  // Someone has logged in since: the cookie belongs to the new session, which must not end.
  if (storedSession()) return setPending(false);
  repeating ??= repeatInOneTab().finally(() => (repeating = undefined));
  await repeating;
}

/** Finishes a logout of an earlier page now, or once there is a network. */
export function finishLogoutWhenPossible(): void {
  const tryNow = () => void ignoreFailure(finishLogout());
  tryNow();
  addEventListener('online', tryNow);
  addEventListener('focus', tryNow);
}
