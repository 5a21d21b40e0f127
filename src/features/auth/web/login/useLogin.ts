import { useState } from 'react';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { ApiError, messageOf, UNREACHABLE } from '#platform/web/apiError.ts';
import { storedSession, storeSession } from '#platform/web/session.ts';
import { toastAcrossReload } from '#platform/web/toastAfterReload.ts';
import { authApi } from '#features/auth/web/queries.ts';
import { firstNameOf, type SessionUser } from '#features/sessions/web/queries.ts';
import { clearLoginNotice } from './loginNotice.ts';
import { finishLogout } from './logout.ts';

const FAILED = 'Invalid username or password';
const RELOAD_AFTER_MS = 100;
const WELCOME_MS = 5_000;

type Credentials = { username: string; password: string; totp?: string | undefined };

/** Logs in; `failure` is the reason it failed, `asksCode` whether an authentication code is required. */
export function useLogin() {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  async function login(credentials: Credentials) {
    if (pending) return;
    setPending(true);
    setFailure(null);
    try {
      await finishLogout();
    } catch (error) {
      // The password was not checked.
      setPending(false);
      setFailure(messageOf(error, UNREACHABLE));
      return;
    }
    try {
      const answer = await authApi('POST /api/auth/login', { body: credentials });
      if (!answer.token || !answer.user) throw new ApiError(200, {});
      storeSession(answer);
      // A deactivated person can only send notes, as the screen explains.
      if (answer.user.status !== 'inactive') welcome(answer.user);
      enter();
    } catch (error) {
      setPending(false);
      const isNext = error instanceof ApiError && error.code === 'totp_required';
      if (isNext) setAsksCode(true);
      else setFailure(reasonOf(error));
    }
  }
  return { login, pending, failure, asksCode };
}

/** The same message for a wrong password and an unknown username; other errors have their own. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return FAILED;
  if (error.status === 0) return `${FAILED}. ${error.message}`;
  if (error.code === 'totp_invalid') return error.message;
  return error.status === 429 || error.status >= 500 ? messageOf(error, FAILED) : FAILED;
}

/** Greets a user after login or registration, with a toast that survives the page load that follows. */
export function welcome(user: SessionUser): void {
  clearLoginNotice();
  toastAcrossReload({
    title: `Welcome to ${PRODUCT_NAME}, ${firstNameOf(user)}!`,
    description: "You've successfully logged in and can now manage your notes",
    duration: WELCOME_MS,
  });
}

/** Reloads the app as the new user. */
function enter(): void {
  setTimeout(() => storedSession() && location.assign('/'), RELOAD_AFTER_MS);
}
