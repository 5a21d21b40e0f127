import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { ArrowRight, Check, Clock, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#platform/web/format.ts';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { toneClass, type Tone } from '#platform/web/ui/tones.ts';
import { formatGrowth, formatPending, formatProgress } from '#features/dashboard/rules.ts';
import { useDashboardStats, type DashboardStats } from '#features/dashboard/web/queries.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';

type Tile = {
  label: string;
  count: 'total' | 'pending' | 'resolved' | 'inProgress';
  status: 'pending' | 'resolved' | 'in-progress' | undefined;
  tone: Tone;
  icon: ReactNode;
  trend: (stats: DashboardStats) => string;
};

const tiles: readonly Tile[] = [
  {
    label: 'Total Notes',
    count: 'total',
    status: undefined,
    tone: 'neutral',
    icon: <FileText aria-hidden />,
    trend: ({ total, newThisWeek }) => formatGrowth({ now: total, added: newThisWeek }, 'this week'),
  },
  {
    label: 'Pending Review',
    count: 'pending',
    status: 'pending',
    tone: 'pending',
    icon: <Clock aria-hidden />,
    trend: ({ pending }) => formatPending(pending),
  },
  {
    label: 'Resolved',
    count: 'resolved',
    status: 'resolved',
    tone: 'success',
    icon: <Check aria-hidden />,
    trend: ({ resolved, resolvedThisMonth }) =>
      formatGrowth({ now: resolved, added: resolvedThisMonth }, 'this month'),
  },
  {
    label: 'In Progress',
    count: 'inProgress',
    status: 'in-progress',
    tone: 'info',
    icon: <ArrowRight aria-hidden />,
    trend: ({ inProgress }) => formatProgress(inProgress),
  },
];

/** The number of notes by status with its trend, as links to those notes. */
export function SummaryTiles() {
  const stats = useDashboardStats();
  const { data, error } = stats;
  const isManager = useIsManager();
  if (!data && error) {
    return (
      <QueryError
        title="Couldn't load totals"
        query={stats}
        className="rounded-md border border-line bg-surface"
      />
    );
  }
  return (
    <ul aria-label="Notes by status" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {tiles.map((tile) => (
        <li key={tile.label}>
          <Link
            to={isManager ? '/management' : '/my-notes'}
            search={tile.status && { status: tile.status }}
            className="flex h-full flex-col rounded-md border border-line bg-surface p-4 shadow-raised hover:border-control hover:bg-hover"
          >
            <TileContent tile={tile} stats={data} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function TileContent({ tile, stats }: { tile: Tile; stats: DashboardStats | undefined }) {
  return (
    <>
      <span className="text-sm font-medium text-muted">{tile.label}</span>
      <span className="mt-1 flex items-center justify-between gap-2">
        <span className="tabular block h-9 text-3xl/9 font-semibold tracking-tight">
          {stats ? formatCount(stats[tile.count]) : <Skeleton className="mt-1 h-7 w-14" />}
        </span>
        <span
          aria-hidden
          className={clsx(
            'flex size-8 shrink-0 items-center justify-center rounded-md [&_svg]:size-4.5',
            toneClass[tile.tone],
          )}
        >
          {tile.icon}
        </span>
      </span>
      <span className="tabular mt-1 block min-h-5 text-sm text-muted">
        {stats ? tile.trend(stats) : <Skeleton className="mt-0.5 h-4 w-24" />}
      </span>
    </>
  );
}
