import { Clock } from 'lucide-react';
import { useEffect, useReducer } from 'react';
import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { now } from '#platform/web/clock.ts';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { Toggletip } from '#platform/web/ui/Toggletip.tsx';
import { UnitTable } from '#features/clients/web/accounts/public.tsx';
import type { RoundingRule } from '#features/services/contract.ts';
import { explainUnits, roundingLabels, toUnits, unitsLabel } from '#features/services/rules.ts';
import {
  endsNextDay,
  findSkippedTimes,
  isBeforeEnd,
  MAX_NOTE_MINUTES,
  formatMinutes,
  workSpan,
  type WorkSpan,
  type WorkTime,
} from '#features/units/rules.ts';
import type { LedgerProps } from './ledger/UnitLedger.tsx';

/** The rounding rule; null before a service is selected, undefined while the services are loading. */
type SelectedRule = RoundingRule | null | undefined;

/** '2 h 15 min = 9 units'; null while times are missing. Without a rounding rule only the time. */
export function formatLength(minutes: number | null, rounding: SelectedRule): string | null {
  if (minutes === null) return null;
  const time = formatMinutes(minutes);
  return rounding ? `${time} = ${unitsLabel(toUnits(minutes, rounding))}` : time;
}

/** Explains why units can't be computed yet. */
function hintFor(work: WorkTime): string {
  const [skipped] = findSkippedTimes(work);
  if (skipped) return skipped.message;
  if (work.startTime !== '' && work.startTime === work.endTime) return 'Start and end are the same.';
  return 'Enter the date and times to see the units.';
}

/** Explains the rounding of these minutes; null when every started unit counts. */
function explainRule(minutes: number, rounding: SelectedRule): string | null {
  if (rounding === null) return 'Select a service to see the units.';
  if (rounding === undefined || rounding === 'up') return null;
  if (toUnits(minutes, rounding) === 0) return 'Too short to bill (0 units). The time is still paid.';
  return roundingLabels[rounding];
}

const MINUTE_MS = 60_000;

/** Compares the time with the end of the visit every minute. */
function useIsBeforeEnd(span: WorkSpan | null): boolean {
  const [, checkAgain] = useReducer((checks: number) => checks + 1, 0);
  const early = span !== null && isBeforeEnd(now(), span);
  useEffect(() => {
    if (!early) return;
    const timer = setInterval(checkAgain, MINUTE_MS);
    return () => clearInterval(timer);
  }, [early]);
  return early;
}

type UnitsBoxProps = {
  work: WorkTime;
  /** Null while times are missing. */
  minutes: number | null;
  rounding: SelectedRule;
};

/** The length of the work and its units, updated while typing. */
export function UnitsBox({ work, minutes, rounding }: UnitsBoxProps) {
  const label = formatLength(minutes, rounding);
  const span = workSpan(work);
  const overnight = span !== null && endsNextDay({ ...work, ...span });
  const tooLong = (minutes ?? 0) > MAX_NOTE_MINUTES;
  const early = useIsBeforeEnd(span);
  const note = minutes === null ? null : explainRule(minutes, rounding);
  return (
    <div className="flex min-h-14 items-center gap-3 rounded-md bg-accent-soft px-4 py-3 text-accent-ink">
      <Clock aria-hidden className="size-5 shrink-0" />
      <p role="status" aria-label="Time units" className="min-w-0">
        {label === null ? (
          <span className="text-sm">{hintFor(work)}</span>
        ) : (
          <>
            <span className="tabular text-lg font-semibold">
              {minutes !== null && rounding ? (
                <Toggletip
                  label={`${label}, see calculation`}
                  content={<Calculation minutes={minutes} rounding={rounding} />}
                >
                  {label}
                </Toggletip>
              ) : (
                label
              )}
            </span>
            {overnight && <span className="ml-2 text-sm">ends the next day</span>}
            {tooLong && <span className="block text-sm">A note covers at most 16 hours.</span>}
            {note !== null && <span className="block text-sm">{note}</span>}
            {early && <span className="block text-sm">This visit is not over yet.</span>}
          </>
        )}
      </p>
    </div>
  );
}

function Calculation({ minutes, rounding }: { minutes: number; rounding: RoundingRule }) {
  return (
    <div className="grid gap-2">
      <p className="tabular">{explainUnits(minutes, rounding)}</p>
      <p>Rounding: {roundingLabels[rounding]}</p>
    </div>
  );
}

type UnitsLeftProps = {
  total: string;
  available: string | number;
  /** The units needed by the note in the form. */
  needed?: number;
  label?: string;
  /** How the client got the total. */
  granted?: 'bought' | 'authorized';
};

/** A client's remaining units as a labeled bar; red when more units are used than purchased. */
export function UnitsLeft(props: UnitsLeftProps) {
  const { total, available, needed = 0, label = 'Units left', granted = 'bought' } = props;
  const left = Number(available) - needed;
  const over = left < 0;
  const valueText = over
    ? `${unitsLabel(-left)} over (${formatUnits(total)} ${granted})`
    : `${formatUnits(left)} of ${unitsLabel(total)} left`;
  return (
    <Progress
      label={needed > 0 ? `${label} after this note` : label}
      value={over ? Number(total) : left}
      max={Number(total)}
      figure={valueText}
      tone={over ? 'danger' : 'accent'}
    >
      <Toggletip
        label={`${valueText}, see calculation`}
        content={
          <UnitTable
            caption={label}
            rows={[
              { term: 'Available now', units: [String(available)] },
              { term: 'This note', units: [String(-needed)] },
            ]}
            result={{ term: over ? 'Over' : 'Left', units: [String(left)] }}
          />
        }
      >
        {valueText}
      </Toggletip>
    </Progress>
  );
}

/** The unit history of a client with the balance after each entry. For managers. */
export const UnitLedger = lazyComponent<LedgerProps>(
  async () => (await import('./ledger/UnitLedger.tsx')).UnitLedger,
  <Skeleton className="h-48" />,
);
