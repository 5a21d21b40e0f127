import { QueryObserver } from '@tanstack/react-query';
import type { WeekStart } from '#platform/contract/weeks.ts';
import { client, type AnswerTo } from '#platform/web/api.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { queryClient } from '#platform/web/queries.ts';
import { storedSession, storeSession, useStoredSession } from '#platform/web/session.ts';
import type { sessionsContract } from '#features/sessions/contract.ts';

const sessionsApi = client<typeof sessionsContract>();

/** The signed-in user, as a login and every validation return it. */
export type SessionUser = AnswerTo<(typeof sessionsContract)['GET /api/auth/validate']>['user'];

/** Managers and admins are treated alike. */
export const isManager = (user: Pick<SessionUser, 'role'>): boolean => user.role !== 'employee';

/** Recognizes the session of a deactivated person, which may only send the notes kept on this device. */
export const isSendingOnly = (user: Pick<SessionUser, 'status'> | null): boolean =>
  user?.status === 'inactive';

/** The name used in a greeting: the first name, or the username. */
export const firstNameOf = (user: Pick<SessionUser, 'firstName' | 'username'>): string =>
  user.firstName || user.username;

/** The signed-in user, or null. */
export function useMaybeUser(): SessionUser | null {
  return (useStoredSession()?.user ?? null) as SessionUser | null;
}

/** The signed-in user, for screens inside the shell. @throws without a session */
export function useUser(): SessionUser {
  const user = useMaybeUser();
  if (!user) throw new Error('This screen needs a signed-in user');
  return user;
}

const NONE: readonly WeekStart[] = [];

/** The week starts of the business. A session that an earlier release stored has none until it is validated. */
export const useWeekStarts = (): readonly WeekStart[] =>
  (useUser() as Partial<SessionUser>).weekStarts ?? NONE;

/** The last day of the closed period of the business; null when no period is closed. */
export const useLockedThrough = (): string | null =>
  (useUser() as Partial<SessionUser>).lockedThrough ?? null;

/** Returns true for a manager or an admin. */
export const useIsManager = (): boolean => isManager(useUser());

/** Validates the stored session: updates a valid one, removes an invalid one, keeps it without a server. */
export async function validateSession(): Promise<void> {
  const session = storedSession();
  if (!session) return;
  try {
    const { user } = await sessionsApi('GET /api/auth/validate');
    if (storedSession()?.token === session.token) storeSession({ token: session.token, user });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Validates the stored session now and whenever the settings of the business change: its user has zone and weeks. */
export function followSession(): void {
  const observer = new QueryObserver(queryClient, {
    queryKey: ['business', 'session'],
    queryFn: async () => {
      await validateSession().catch(reportError);
      return null;
    },
    meta: { topics: ['business'] },
  });
  observer.subscribe(() => undefined);
}
