import type { authContract } from '#features/auth/contract.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { client } from '#platform/web/api.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { clearPersistedForms } from '#platform/web/forms/persistedForm.ts';
import { queryClient } from '#platform/web/queries.ts';
import { forgetSession, storedSession } from '#platform/web/session.ts';

export const authApi = client<typeof authContract>();

/**
 * Ends the session here, and on the server if it can be reached. Logging out also removes the user's unsaved input,
 * because others may use the device; after an expired session it stays.
 */
export async function endSession(): Promise<void> {
  // Read before the request: a 401 removes the stored session.
  const user = storedSession()?.user as SessionUser | undefined;
  // A concurrent read that gets a 401 would report an expired session.
  await queryClient.cancelQueries();
  await authApi('POST /api/auth/logout').catch((error: unknown) => {
    // The result is ignored: the user is logged out here in any case.
    if (!(error instanceof ApiError)) throw error;
  });
  forgetSession();
  sessionStorage.clear();
  if (!user) return;
  clearPersistedForms(user.id);
  const { wipeEncryptedAndForms } = await import('#platform/web/offline/encryptedAnswers.ts');
  await wipeEncryptedAndForms(user.id);
}
