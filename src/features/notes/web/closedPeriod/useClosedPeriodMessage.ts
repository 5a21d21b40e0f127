import { closedPeriodMessage, isInClosedPeriod } from '#features/businesses/periodRules.ts';
import { useLockedThrough } from '#features/sessions/web/queries.ts';

/** 'The period through Nov 15, 2026 is closed.' for a work date in a closed period, otherwise null. */
export function useClosedPeriodMessage(workDate: string): string | null {
  const lockedThrough = useLockedThrough();
  if (workDate === '' || lockedThrough === null || !isInClosedPeriod(workDate, lockedThrough)) return null;
  return closedPeriodMessage(lockedThrough);
}
