import { keepSignedIn } from '#features/auth/web/queries.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { welcome } from '#features/auth/web/login/useLogin.ts';

/** Signs the new administrator in and reloads the app. */
export function enterAsAdmin(answer: { token: string; user: SessionUser }): void {
  keepSignedIn(answer);
  welcome(answer.user);
  location.assign('/');
}

/** The texts of a failed registration, for `toastSaveError`. */
export const registrationFailed = {
  title: 'Admin registration failed',
  fallback: 'Please check your information and try again.',
};
