import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, CircleCheck, Clock } from 'lucide-react';
import { noteStatsQuery } from '#features/notes/web/queries.ts';
import { plural } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

const FirstSteps = lazyComponent(
  async () => (await import('./FirstSteps.tsx')).FirstSteps,
  <Skeleton className="h-96" />,
);

const rowClass =
  'flex min-h-14 items-center gap-3 rounded-md border border-line bg-surface px-4 py-2 shadow-raised';

/** The number of notes waiting for review; before the first note, the first steps. */
export function WaitingNotes() {
  const { data, isError, isFetching, refetch } = useQuery(noteStatsQuery());
  if (!data && isError) {
    return (
      <div role="alert" className={`${rowClass} justify-between`}>
        <p>Couldn’t load the notes waiting for review.</p>
        <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (!data) return <Skeleton className="h-14" />;
  if (data.total === 0) return <FirstSteps />;
  if (data.pending === 0) {
    return (
      <p className={rowClass}>
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
        No notes waiting for review
      </p>
    );
  }
  return (
    <Link to="/management" search={{ status: 'pending' }} className={`${rowClass} hover:bg-hover`}>
      <Clock aria-hidden className="size-5 shrink-0 text-pending-ink" />
      <span className="tabular min-w-0 flex-1 font-medium">
        {plural(data.pending, 'note is', 'notes are')} waiting for your review
      </span>
      <span aria-hidden className="text-sm font-medium text-accent-ink max-sm:sr-only">
        Review
      </span>
      <ArrowRight aria-hidden className="size-4.5 shrink-0 text-accent-ink" />
    </Link>
  );
}
