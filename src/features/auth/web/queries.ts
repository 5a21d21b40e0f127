import type { authContract } from '#features/auth/contract.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { client } from '#platform/web/api.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { clearMemoriesOf } from '#platform/web/forms/formMemory.ts';
import { forgetSession, storedSession, storeSession } from '#platform/web/session.ts';

export const authApi = client<typeof authContract>();

/** Keeps what a login or registration answered: from now on calls carry the token. */
export function keepSignedIn(answer: { token: string; user: SessionUser }): void {
  storeSession(answer);
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
