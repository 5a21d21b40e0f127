/** What the page does for visits without a network, once it is idle (docs/decisions/038). */
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { keepLastTexts } from '#features/notes/web/offline/keepTexts.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { isStoreAvailable, wipeStale } from '#platform/web/offline/sealedStore.ts';
import { registerWorker } from '#platform/web/offline/worker.ts';

/** Removes what may not be on this device any longer; for a user, fetches what opens without a network. */
export async function prepareOffline(user: SessionUser | null): Promise<void> {
  if (!isStoreAvailable()) return;
  await wipeStale(user?.id ?? null);
  if (!user || !(await registerWorker())) return;
  await keepLastTexts().catch((error: unknown) => {
    // Without a network: what was sealed last time remains.
    if (!(error instanceof ApiError)) throw error;
  });
}
