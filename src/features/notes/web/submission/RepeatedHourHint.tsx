import type { ClockedTimes } from '#features/time/visitClockContract.ts';
import { formatMinutes } from '#features/units/rules.ts';

/** Why the end of a visit in the hour that clocks repeat in autumn is not filled in. */
export function RepeatedHourHint({ clock: { startedAt, endedAt } }: { clock: ClockedTimes }) {
  const minutes = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000);
  return (
    <p className="basis-full text-pending-ink">
      Clocks were set back that night. Enter times of the same length as the visit, which took{' '}
      {formatMinutes(minutes)}.
    </p>
  );
}
