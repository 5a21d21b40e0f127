import type { SessionUser } from '#features/sessions/web/queries.ts';
import { storeSession } from '#platform/web/session.ts';
import { welcome } from '#features/auth/web/login/useLogin.ts';

/** Signs the new administrator in and reloads the app. */
export function enterAsAdmin(answer: { token: string; user: SessionUser }): void {
  storeSession(answer);
  welcome(answer.user);
  location.assign('/');
}

/** The texts of a failed registration, for `toastSaveError`. */
export const registrationFailed = {
  title: 'Admin registration failed',
  fallback: 'Please check your information and try again.',
};
