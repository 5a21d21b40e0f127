/** Prepares the page for visits without a network, once it is idle (docs/decisions/038). */

import { CancelledError, QueryObserver } from '@tanstack/react-query';
import { ApiError } from '#platform/web/apiError.ts';
import { recordContact, storeHours, wipeStale } from '#platform/web/offline/encryptedStore.ts';
import { registerWorker } from '#platform/web/offline/worker.ts';
import { followPageCache } from '#platform/web/pageCache.ts';
import { queryClient } from '#platform/web/queries.ts';
import { isSessionStored } from '#platform/web/session.ts';
import { isStoreAvailable } from '#platform/web/storeSupport.ts';
import { businessQuery } from '#features/businesses/web/queries.ts';
import { isSendingOnly, type SessionUser } from '#features/sessions/web/queries.ts';
import { followUnsentList } from '#features/submission/web/entry/unsentState.ts';
import { keepLastTexts } from '#features/submission/web/offline/keepTexts.ts';
import { storeSealingKey } from '#features/submission/web/offline/sealCode.ts';
import { sendReleased, sendUnsent } from '#features/submission/web/offline/sendUnsent.ts';
import { followOtherTabs } from '#features/submission/web/offline/unsentNotes.ts';
import { configQuery } from '#features/subscription/web/queries.ts';

/** Removes what may not be on this device any longer; for a user, fetches what opens without a network. */
export async function prepareOffline(user: SessionUser | null): Promise<void> {
  if (!isStoreAvailable()) return;
  await wipeStale(user?.id ?? null);
  if (!user) return;
  followUnsent(user.id);
  if (isSendingOnly(user)) return;
  await ignoreFailures(storeSettings(user.id));
  if (await registerWorker()) followChanges();
}

/** By then the server has announced a change, so that what it concerns is fetched again. */
const AFTER_CHANGE_MS = 3_000;

/** Encrypts the texts again after changes in this tab, and when the page gets the focus, as others may have made some. */
function followChanges(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepTexts = async () => {
    try {
      await keepLastTexts();
    } catch (error) {
      // Changes that arrive meanwhile cancel requests.
      if (error instanceof CancelledError) scheduleTexts();
      else if (!(error instanceof ApiError)) throw error;
    }
  };
  function scheduleTexts() {
    clearTimeout(timer);
    timer = setTimeout(() => void keepTexts().catch(reportError), AFTER_CHANGE_MS);
  }
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') scheduleTexts();
  });
  // Notes that were kept are sent without a mutation.
  followUnsentList(scheduleTexts);
  addEventListener('focus', scheduleTexts);
  void keepTexts().catch(reportError);
}

/** Without a network, and during a logout, what was encrypted last time remains. */
async function ignoreFailures(calls: Promise<unknown>): Promise<void> {
  await calls.catch((error: unknown) => {
    if (!(error instanceof ApiError || error instanceof CancelledError)) throw error;
  });
}

/** Sends what waits now, when a network returns, when the page gets the focus and when it is shown again. */
function followUnsent(userId: number): void {
  const send = () => void sendUnsent(userId).catch(reportError);
  // Notes that another tab has kept are sent by the tab that is sending.
  followOtherTabs(send);
  addEventListener('online', send);
  addEventListener('focus', send);
  followPageCache({ onLeave: () => undefined, onReturn: send });
  // A page that was closed may not have released what its form left.
  void sendReleased(userId).catch(reportError);
}

/** Stores the key to seal codes with, and how long records stay without contact, also when that changes. */
async function storeSettings(userId: number): Promise<void> {
  const settings = new QueryObserver(queryClient, businessQuery());
  const store = ({ data } = settings.getCurrentResult()) => {
    if (data) void storeHours(userId, data.offlineHours).catch(reportError);
  };
  settings.subscribe(store);
  store();
  const { sealingKey } = await queryClient.query(configQuery());
  // A logout meanwhile, here or in another tab, has emptied the storage.
  if (!isSessionStored()) return;
  storeSealingKey(sealingKey);
  await recordContact(userId);
}
