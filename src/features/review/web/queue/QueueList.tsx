import { CircleCheck } from 'lucide-react';
import { formatDay } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { QueueRow } from './queries.ts';
import { QueueItem } from './QueueItem.tsx';
import type { Selection } from './useSelection.ts';

type QueueListProps = {
  /** Undefined while loading. */
  rows: readonly QueueRow[] | undefined;
  openId: number | undefined;
  selection: Selection;
  /** Why the list is empty. */
  emptyText: string;
  /** Undefined without filters. */
  onClear: (() => void) | undefined;
};

/** The notes to review, grouped by work date. */
export function QueueList({ rows, openId, selection, emptyText, onClear }: QueueListProps) {
  if (!rows) {
    return (
      <div className="grid gap-2">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-16" />
        ))}
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<CircleCheck aria-hidden />}
        title="No notes to review"
        body={emptyText}
        action={onClear && <Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  return (
    <div className="overflow-y-auto rounded-md border border-line bg-surface shadow-raised min-[900px]:max-h-[calc(100dvh-16rem)]">
      {[...Map.groupBy(rows, ({ workDate }) => workDate)].map(([day, visits]) => (
        <div key={day} className="border-b border-line last:border-b-0">
          <p id={`visits-${day}`} className="bg-canvas px-4 py-1.5 text-sm font-medium text-muted">
            {`Visits on ${formatDay(day)}`}
          </p>
          <ul aria-labelledby={`visits-${day}`}>
            {visits.map((row) => (
              <QueueItem key={row.id} row={row} isOpen={row.id === openId} selection={selection} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
