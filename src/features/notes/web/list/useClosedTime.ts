import { closedPeriodMessage, isInClosedPeriod } from '#features/businesses/periodRules.ts';
import { useLockedThrough } from '#features/sessions/web/queries.ts';

/** 'Time through Nov 15, 2026 is closed.' for a work date in closed time, otherwise null. */
export function useClosedTime(workDate: string): string | null {
  const lockedThrough = useLockedThrough();
  if (workDate === '' || lockedThrough === null || !isInClosedPeriod(workDate, lockedThrough)) return null;
  return closedPeriodMessage(lockedThrough);
}
