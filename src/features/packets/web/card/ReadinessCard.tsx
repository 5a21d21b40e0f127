import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ClipboardCheck } from 'lucide-react';
import { useId } from 'react';
import { formatNumericDay, formatShortDay, plural } from '#platform/web/format.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { BarSeries } from '#platform/web/ui/charts/BarSeries.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useLast } from '#platform/web/useLast.ts';
import { formatShare, GAPS, gapLabels } from '#features/packets/rules.ts';
import { readinessQuery, type ReadinessWeek } from '#features/packets/web/queries.ts';
import { useGapSearch } from './useGapSearch.ts';

const GapVisitsDialog = lazyDialog(async () => (await import('./GapVisitsDialog.tsx')).GapVisitsDialog);

/** The share of visits without a gap in each of the last full weeks, and the gaps of one of them. */
export function ReadinessCard() {
  const readiness = useQuery(readinessQuery());
  const weeks = readiness.data?.weeks.filter(({ visits }) => visits > 0);
  return (
    <Card title="Would we pass?" description="Visits without a gap, by full week">
      {!weeks && readiness.isError ? (
        <QueryError title="Couldn't check the visits" query={readiness} />
      ) : !weeks ? (
        <Skeleton className="h-72" />
      ) : weeks.length === 0 ? (
        <EmptyState
          icon={<ClipboardCheck />}
          title="No visits in the last 8 full weeks"
          body="What an auditor would find missing will appear here: signatures, authorizations, late notes, and more."
        />
      ) : (
        <Weeks weeks={weeks} />
      )}
    </Card>
  );
}

function Weeks({ weeks }: { weeks: readonly ReadinessWeek[] }) {
  const { week: chosen } = useSearch({ from: '/dashboard' });
  const { replace } = useGapSearch();
  const week = weeks.find(({ start }) => start === chosen) ?? weeks.at(-1);
  const points = weeks.map(({ start, visits, passing }) => ({
    label: formatNumericDay(start),
    value: (passing / visits) * 100,
  }));
  const format = (value: number) => formatShare(value, 100);
  if (!week) return null;
  return (
    <div className="grid gap-4">
      <BarSeries caption="Visits without a gap by week" points={points} format={format} />
      <Field label="Week" hideLabel className="w-full max-w-48">
        <Select
          value={week.start}
          onChange={({ target }) => replace({ week: target.value })}
          options={weeks
            .toReversed()
            .map(({ start }) => ({ value: start, label: `Week of ${formatShortDay(start)}` }))}
        />
      </Field>
      <WeekGaps week={week} />
    </div>
  );
}

function WeekGaps({ week: { start, visits, passing, gaps } }: { week: ReadinessWeek }) {
  const present = GAPS.filter((gap) => gaps[gap] !== undefined);
  const search = useSearch({ from: '/dashboard' });
  const { open, replace, close } = useGapSearch();
  // The week of an old link may no longer be listed: the list of another week would be wrong.
  const gap = search.week === start ? GAPS.find((one) => one === search.gap) : undefined;
  const lastGap = useLast(gap);
  const id = useId();
  return (
    <div aria-live="polite">
      <p className="font-medium">
        {formatShare(passing, visits)} of visits in the week of {formatShortDay(start)} have no gap
      </p>
      <p className="tabular mt-0.5 text-sm text-muted">
        {passing} of {plural(visits, 'visit', 'visits')}
      </p>
      {present.length > 0 && (
        <ul aria-label="Visits by gap" className="mt-3 border-t border-line text-sm">
          {present.map((one) => (
            <li key={one} className="flex items-baseline justify-between gap-3 border-b border-line py-2">
              <button
                type="button"
                id={`${id}-${one}`}
                className="text-left underline"
                onClick={() => open({ week: start, gap: one })}
              >
                {gapLabels[one]}
              </button>
              <span className="tabular font-medium">{gaps[one]}</span>
            </li>
          ))}
        </ul>
      )}
      {lastGap && (
        <GapVisitsDialog
          open={gap !== undefined}
          onOpenChange={(isOpen) => !isOpen && close({ gap: undefined })}
          // The list opens again after a note, which is then gone.
          returnFocus={() => document.getElementById(`${id}-${lastGap}`)}
          week={start}
          gap={lastGap}
          noteId={search.note}
          onOpenNote={(note) => (note === undefined ? close : replace)({ note })}
        />
      )}
    </div>
  );
}
