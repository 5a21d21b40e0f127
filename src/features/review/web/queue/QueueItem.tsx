import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatDay, plural } from '#platform/web/format.ts';
import { DisputedBadge } from '#features/notes/web/labels/public.tsx';
import { unitsLabel } from '#features/services/rules.ts';
import type { QueueRow } from './queries.ts';
import type { Selection } from './useSelection.ts';

type QueueItemProps = { row: QueueRow; isOpen: boolean; selection: Selection };

/** 'Samuel Okoro for Grace Nyambura'. */
export const formatVisitNames = ({ authorName, clientContactName }: QueueRow): string =>
  `${authorName} for ${clientContactName}`;

/** A note of the queue: who, for whom, the beginning of the text, units and date. */
export function QueueItem({ row, isOpen, selection }: QueueItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li
      ref={item}
      data-queue-item={row.id}
      className={clsx(
        'flex items-stretch border-b border-line last:border-b-0',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="flex w-11 shrink-0 justify-center pt-1">
        {selection.canSelect(row.id) && (
          <label className="flex size-11 cursor-pointer items-center justify-center">
            <input
              type="checkbox"
              aria-label={`Select ${formatVisitNames(row)}, ${formatDay(row.workDate)}`}
              checked={selection.isSelected(row.id)}
              onChange={() => selection.toggle(row.id)}
              className="size-4.5 accent-(--color-accent)"
            />
          </label>
        )}
        {row.level === 'warning' && (
          <TriangleAlert aria-hidden className="mt-3.5 size-4.5 text-pending-ink" />
        )}
      </span>
      <Link
        from="/review"
        to="/review"
        search={(old) => ({ ...old, note: row.id })}
        resetScroll={false}
        aria-current={isOpen ? 'true' : undefined}
        className="min-w-0 flex-1 py-2.5 pr-3 -outline-offset-2"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate font-medium">
            {row.authorName} · {row.clientContactName}
          </span>
          <span className="tabular shrink-0 text-sm">{unitsLabel(row.timeUnitsUsed)}</span>
        </span>
        <span className="block truncate text-sm text-muted">{row.summary}</span>
        <Marks row={row} />
      </Link>
    </li>
  );
}

function Marks({ row: { checks, level, resubmitted, disputed } }: { row: QueueRow }) {
  if (level === 'clear' && !resubmitted && !disputed) return null;
  return (
    <span className="mt-0.5 flex flex-wrap gap-x-3 text-sm">
      {disputed && <DisputedBadge />}
      {level !== 'clear' && (
        <span className={level === 'warning' ? 'text-pending-ink' : 'text-muted'}>
          {plural(checks.length, 'check', 'checks')}
          {level === 'warning' && (checks.length === 1 ? ' (warning)' : ' (at least one warning)')}
        </span>
      )}
      {resubmitted && (
        <span className="inline-flex items-center gap-1 text-info-ink">
          <RotateCcw aria-hidden className="size-3.5" />
          Sent back and signed again
        </span>
      )}
    </span>
  );
}
