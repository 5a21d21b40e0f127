import { today } from '#platform/web/clock.ts';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { formatDay } from '#platform/web/format.ts';
import { useEndAuthorization, type Authorization } from './queries.ts';

/** Predicts DELETE: an authorization with units in the ledger ends, another may be removed. Null when it has ended. */
function endingOf(
  { unitsAuthorized, status, expiryDate }: Authorization,
  todaysDate: string,
): 'end' | 'remove' | null {
  const isOver = status === 'expired' && expiryDate !== null && expiryDate <= todaysDate;
  if (isOver) return null;
  return unitsAuthorized === null ? 'remove' : 'end';
}

/** Ends or removes an authorization after a confirmation that explains which of both happens. */
export function useEnding(authorization: Authorization, timeZone: string) {
  const ending = useEndAuthorization();
  const day = today(timeZone);
  const kind = endingOf(authorization, day);
  const { id, serviceName } = authorization;
  const change = () => ending.mutateAsync(id);
  const run = () =>
    kind === 'end'
      ? confirmChange({
          title: `End ${serviceName}?`,
          body: `It ends today, ${formatDay(day)}, and stays in the list. Unused units expire. Existing notes won't change.`,
          confirmLabel: 'End',
          change,
          done: 'Service ended',
          failed: 'Failed to end service',
        })
      : confirmChange({
          title: `Remove ${serviceName}?`,
          body: "It will be removed. If notes use it, it ends today and stays in the list. Existing notes won't change.",
          confirmLabel: 'Remove',
          change,
          done: 'Service removed successfully',
          failed: 'Failed to remove service',
        });
  return { kind, isPending: ending.isPending, run };
}
