import { SESSION_EXPIRED } from '#platform/web/apiError.ts';
import { onSessionChange, onSessionEnd, storedSession } from '#platform/web/session.ts';
import { toast } from '#platform/web/toast.ts';
import { storeLoginNotice } from '#features/auth/web/login/loginNotice.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import type * as TabState from './tabState.ts';

/** Reloads the page when the session ends or becomes another user's, or when the user's role changes. */
export function watchSession(user: SessionUser | null): void {
  void loadTabState((code) => code.followTab(user));
  onSessionEnd(({ reason, delayMs }) => {
    if (reason === 'elsewhere') {
      return void loadTabState((code) => code.clearTab(user)).finally(() => location.reload());
    }
    if (user) void loadTabState((code) => code.wipe(user.id)).catch(reportError);
    storeLoginNotice(SESSION_EXPIRED);
    if (delayMs > 0) toast({ title: 'Session Expired', description: 'Please log in again to continue.' });
    setTimeout(() => location.assign('/login'), delayMs);
  });
  onSessionChange(() => {
    const now = storedSession()?.user as SessionUser | undefined;
    if (user && now && (now.role !== user.role || now.id !== user.id)) location.reload();
  });
}

/** If this code cannot be loaded, the next page removes what belongs to no session. */
async function loadTabState(run: (code: typeof TabState) => void | Promise<void>): Promise<void> {
  await import('./tabState.ts').then(run, () => undefined);
}
