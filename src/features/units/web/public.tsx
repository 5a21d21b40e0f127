import { Clock } from 'lucide-react';
import { useEffect, useReducer } from 'react';
import { now } from '#platform/web/clock.ts';
import { formatUnits } from '#platform/web/figures.ts';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { unitsLabel, isBeforeEnd, MAX_NOTE_MINUTES, formatMinutes, workSpan } from '#features/units/rules.ts';
import type { WorkSpan, WorkTime } from '#features/units/rules.ts';
import { Ledger } from './ledger/Ledger.tsx';

/** '2 h 15 min = 9 units', or null while the times do not make a span. */
export function formatSpanUnits(work: WorkTime): string | null {
  const span = workSpan(work);
  return span && `${formatMinutes(span.minutes)} = ${unitsLabel(span.units)}`;
}

/** What is still missing or wrong before units can be counted. */
function hintFor(work: WorkTime): string {
  if (work.startTime !== '' && work.startTime === work.endTime) return 'Start and end are the same.';
  return 'Enter date, start and end to see the units.';
}

const MINUTE_MS = 60_000;

/** Looks again every minute: while people sign, nothing is typed that would show the box anew. */
function useEarly(span: WorkSpan | null): boolean {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);
  const early = span !== null && isBeforeEnd(now(), span);
  useEffect(() => {
    if (!early) return;
    const timer = setInterval(lookAgain, MINUTE_MS);
    return () => clearInterval(timer);
  }, [early]);
  return early;
}

/** The live box of the note form: how long the work was and how many units that is. */
export function UnitsBox({ work }: { work: WorkTime }) {
  const words = formatSpanUnits(work);
  const overnight = words !== null && work.endTime < work.startTime;
  const span = workSpan(work);
  const tooLong = (span?.minutes ?? 0) > MAX_NOTE_MINUTES;
  const early = useEarly(span);
  return (
    <div className="flex min-h-14 items-center gap-3 rounded-md bg-accent-soft px-4 py-3 text-accent-ink">
      <Clock aria-hidden className="size-5 shrink-0" />
      <p role="status" aria-label="Time units" className="min-w-0">
        {words === null ? (
          <span className="text-sm">{hintFor(work)}</span>
        ) : (
          <>
            <span className="tabular text-lg font-semibold">{words}</span>
            {overnight && <span className="ml-2 text-sm">ends the next day</span>}
            {tooLong && <span className="block text-sm">A note covers at most 16 hours.</span>}
            {early && <span className="block text-sm">This visit is not over yet.</span>}
          </>
        )}
      </p>
    </div>
  );
}

type UnitsLeftProps = {
  /** Decimal strings as the server sends them. */
  total: string;
  available: string;
  /** Units that would be taken now. */
  taking?: number;
  label?: string;
};

/** A client's units as a bar with the figure; red and in words when more is used than was bought. */
export function UnitsLeft({ total, available, taking = 0, label = 'Units left' }: UnitsLeftProps) {
  const left = Number(available) - taking;
  const over = left < 0;
  const figure = over
    ? `${unitsLabel(-left)} over the ${formatUnits(total)} bought`
    : `${formatUnits(left)} of ${formatUnits(total)} left`;
  return (
    <Progress
      label={taking > 0 ? `${label} after this note` : label}
      value={over ? Number(total) : left}
      max={Number(total)}
      figure={figure}
      tone={over ? 'danger' : 'accent'}
    />
  );
}

/** The unit history of a client: every movement with what is left after it. For managers. */
export function UnitLedger({ clientId, timeZone }: { clientId: number; timeZone: string }) {
  // Another client's history begins at its newest page.
  return <Ledger key={clientId} clientId={clientId} timeZone={timeZone} />;
}
