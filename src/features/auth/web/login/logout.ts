/** Logs out at once. A logout that the server has not answered is repeated, with the cookie in place of the token. */
import { LOGOUT_COOKIE } from '#platform/contract/logoutCookie.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { clearPersistedForms } from '#platform/web/forms/persistedForm.ts';
import { queryClient } from '#platform/web/queries.ts';
import { forgetSession, storedSession } from '#platform/web/session.ts';
import { authApi } from '#features/auth/web/queries.ts';

/** Longer than the read cookie stays, 30 days. */
const MAX_AGE_S = 31 * 24 * 60 * 60;
const TIMEOUT_MS = 10_000;

const isPending = (): boolean => document.cookie.includes(`${LOGOUT_COOKIE}=`);

/** Records whether the server has yet to answer a logout. */
function setPending(pending: boolean): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${LOGOUT_COOKIE}=1; path=/; samesite=strict; max-age=${pending ? MAX_AGE_S : 0}${secure}`;
}

/**
 * Ends the session here at once, and on the server when it can be reached. Logging out also removes the user's unsaved
 * input, because others may use the device; after an expired session it stays.
 */
export async function endSession(): Promise<void> {
  const user = storedSession()?.user as SessionUser | undefined;
  // A concurrent read that gets a 401 would report an expired session.
  await queryClient.cancelQueries();
  setPending(true);
  // Not awaited: without an answer, the token would stay on the device until the timeout. It is read at once.
  void ignoreFailure(requestLogout());
  forgetSession();
  sessionStorage.clear();
  if (!user) return;
  clearPersistedForms(user.id);
  const { wipeEncryptedAndForms } = await import('#platform/web/offline/encryptedAnswers.ts');
  await wipeEncryptedAndForms(user.id);
}

async function requestLogout(): Promise<void> {
  await authApi('POST /api/auth/logout', { timeout: TIMEOUT_MS });
  setPending(false);
}

async function ignoreFailure(request: Promise<void>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!(error instanceof ApiError)) reportError(error);
  });
}

let repeating: Promise<void> | undefined;

/**
 * Repeats a logout that was not answered. A login waits for this request, because the login replaces the cookie that the
 * request needs.
 * @throws ApiError when it is still not answered
 */
export async function finishLogout(): Promise<void> {
  if (!isPending()) return;
  // Someone has logged in since: the cookie belongs to the new session, which must not end.
  if (storedSession()) return setPending(false);
  repeating ??= requestLogout().finally(() => (repeating = undefined));
  await repeating;
}

/** Finishes a logout of an earlier page now, or once there is a network. */
export function finishLogoutWhenPossible(): void {
  const tryNow = () => void ignoreFailure(finishLogout());
  tryNow();
  addEventListener('online', tryNow);
  addEventListener('focus', tryNow);
}
