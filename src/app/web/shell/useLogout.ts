import { useState } from 'react';
import { toast } from '#platform/web/toast.ts';
// Not loaded when it is needed: a logout must not fail because that code is gone after a release or the network is lost.
import { endSession } from '#features/auth/web/login/endSession.ts';

const REDIRECT_AFTER_MS = 1_000;

/** Logs out, shows a toast, and opens the landing page a second later. */
export function useLogout(): { logout: () => void; pending: boolean } {
  const [pending, setPending] = useState(false);
  async function run() {
    if (pending) return;
    // It may wait for a note that is being submitted.
    setPending(true);
    if (!(await isConfirmed())) return setPending(false);
    await endSession();
    toast({ title: 'Logged out successfully', description: 'See you next time!' });
    setTimeout(() => location.assign('/'), REDIRECT_AFTER_MS);
  }
  return { logout: () => void run(), pending };
}

/** Without the code that asks, the logout goes on: others may use the device. */
const isConfirmed = (): Promise<boolean> =>
  import('./confirmLogout.ts').then(
    (code) => code.confirmLogout(),
    () => true,
  );
