import { useState } from 'react';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { QueueFilters as Filters } from './queries.ts';
import { getQueueFlag } from './queueFlag.ts';

export type QueueFiltersProps = { filters: Filters; onChange: (change: Filters) => void };

// A separate chunk, because its lists are large and rarely needed.
const QueueFilterFields = lazyComponent(
  async () => (await import('./QueueFilterFields.tsx')).QueueFilterFields,
  <Skeleton className="h-56" />,
);

/** Filters of the queue: pending or in review, checks, employee, client, service, work dates. */
export function QueueFilters({ filters, onChange }: QueueFiltersProps) {
  const { authorId, clientId, category, dateFrom, dateTo } = filters;
  const count = [authorId, clientId, category, dateFrom, dateTo, getQueueFlag(filters)].filter(
    (value) => value !== undefined,
  ).length;
  // Stays open when the last filter is cleared, because the focus is inside.
  const [isOpen, setIsOpen] = useState(count > 0);
  return (
    <div className="grid gap-2">
      <SegmentedControl
        legend="Status"
        hideLegend
        value={filters.status ?? 'pending'}
        options={[
          { value: 'pending', label: 'Pending' },
          { value: 'in-review', label: 'In review' },
        ]}
        onChange={(status) => onChange({ status: status === 'pending' ? undefined : status })}
      />
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 items-center gap-2 text-sm font-medium text-accent-ink">
          Filters{count > 0 && ` (${count})`}
        </summary>
        <QueueFilterFields filters={filters} onChange={onChange} />
      </details>
    </div>
  );
}
