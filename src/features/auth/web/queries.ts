import type { authContract } from '#features/auth/contract.ts';
import type { AnswerTo } from '#platform/web/api.ts';
import { client } from '#platform/web/api.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { clearMemoriesOf } from '#platform/web/forms/formMemory.ts';
import { forgetSession, storedSession, storeSession, useStoredSession } from '#platform/web/session.ts';

export const authApi = client<typeof authContract>();

/** The signed-in person, as login and validation answer it. */
export type SessionUser = AnswerTo<(typeof authContract)['POST /api/auth/login']>['user'];

/** Managers and admins are treated alike. */
export const isManager = (user: Pick<SessionUser, 'role'>): boolean => user.role !== 'employee';

/** The name a person is greeted with: first name or username. */
export const firstNameOf = (user: Pick<SessionUser, 'firstName' | 'username'>): string =>
  user.firstName || user.username;

/** First and last name, or the username where there is none. */
export const fullNameOf = (user: Pick<SessionUser, 'firstName' | 'lastName' | 'username'>): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;

/** Who is signed in, or null. */
export function useMaybeUser(): SessionUser | null {
  return (useStoredSession()?.user ?? null) as SessionUser | null;
}

/** Who is signed in, for screens inside of the shell. Throws elsewhere. */
export function useUser(): SessionUser {
  const user = useMaybeUser();
  if (!user) throw new Error('This screen is for people who are signed in');
  return user;
}

/** Whether the signed-in person is a manager or admin. */
export const useIsManager = (): boolean => isManager(useUser());

/** Keeps what a login or registration answered: from now on calls carry the token. */
export function keepSignedIn(answer: { token: string; user: SessionUser }): void {
  storeSession(answer);
}

/**
 * Asks the server about the stored session: a valid one is refreshed, an invalid one removed; while the server
 * cannot be reached or is troubled, the stored one stays.
 */
export async function validateSession(): Promise<void> {
  const session = storedSession();
  if (!session) return;
  try {
    const { user } = await authApi('GET /api/auth/validate');
    if (storedSession()?.token === session.token) storeSession({ token: session.token, user });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/**
 * Ends the session here, and on the server as far as it can be reached. Whoever logs out may leave the device to
 * others, so what they typed goes with them; after an expired session it stays.
 */
export async function endSession(): Promise<void> {
  // Known before the call: where the session had ended already, the answer forgets it.
  const user = storedSession()?.user as SessionUser | undefined;
  await authApi('POST /api/auth/logout').catch((error: unknown) => {
    // The result is ignored: a person who logs out is logged out.
    if (!(error instanceof ApiError)) throw error;
  });
  forgetSession();
  sessionStorage.clear();
  if (user) clearMemoriesOf(user.id);
}
