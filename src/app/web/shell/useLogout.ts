import { useState } from 'react';
import { toast } from '#platform/web/toast.ts';

const REDIRECT_AFTER_MS = 1_000;

/** Logs out, shows a toast, and opens the landing page a second later. */
export function useLogout(): { logout: () => void; pending: boolean } {
  const [pending, setPending] = useState(false);
  async function run() {
    if (pending) return;
    // It may wait for a note that is being submitted.
    setPending(true);
    const [{ confirmLogout }, { endSession }] = await Promise.all([
      import('./confirmLogout.ts'),
      import('#features/auth/web/login/logout.ts'),
    ]);
    if (!(await confirmLogout())) return setPending(false);
    await endSession();
    toast({ title: 'Logged out successfully', description: 'See you next time!' });
    setTimeout(() => location.assign('/'), REDIRECT_AFTER_MS);
  }
  return { logout: () => void run(), pending };
}
