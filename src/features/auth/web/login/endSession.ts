/** Logs out at once. The shell loads this code at the start: a logout works when later code cannot be loaded. */

import { LOGOUT_COOKIE } from '#platform/contract/logoutCookie.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { removePlainForms } from '#platform/web/forms/plainForms.ts';
import { queryClient } from '#platform/web/queries.ts';
import { forgetSession, storedSession } from '#platform/web/session.ts';
import { authApi } from '#features/auth/web/queries.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';

/** Longer than the read cookie stays, 30 days. */
const MAX_AGE_S = 31 * 24 * 60 * 60;
const TIMEOUT_MS = 10_000;

/** Records whether the server has yet to answer a logout. */
export function setPending(pending: boolean): void {
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
  removePlainForms(user.id);
  // If this fails, the encrypted records stay, as after an expired session.
  await import('#platform/web/offline/encryptedAnswers.ts')
    .then((code) => code.wipeEncryptedAndForms(user.id))
    .catch(reportError);
}

export async function requestLogout(): Promise<void> {
  await authApi('POST /api/auth/logout', { timeout: TIMEOUT_MS });
  setPending(false);
}

export async function ignoreFailure(request: Promise<void>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!(error instanceof ApiError)) reportError(error);
  });
}
