import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { Check, Clock, FileText, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#platform/web/format.ts';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { toneClass, type Tone } from '#platform/web/ui/tones.ts';
import type { NoteStatus } from '#features/notes/contract.ts';
import { noteStatsQuery, type NoteStats } from '#features/notes/web/queries.ts';

type Stat = {
  label: string;
  count: keyof NoteStats;
  status: NoteStatus | undefined;
  tone: Tone;
  icon: ReactNode;
};

const stats: Stat[] = [
  {
    label: 'Pending Review',
    count: 'pending',
    status: 'pending',
    tone: 'pending',
    icon: <Clock aria-hidden />,
  },
  { label: 'Approved', count: 'approved', status: 'resolved', tone: 'success', icon: <Check aria-hidden /> },
  { label: 'Denied', count: 'denied', status: 'denied', tone: 'danger', icon: <X aria-hidden /> },
  {
    label: 'Total Notes',
    count: 'total',
    status: undefined,
    tone: 'neutral',
    icon: <FileText aria-hidden />,
  },
];

/** The number of notes by status, as links to the filtered list. */
export function StatCards({ current }: { current: NoteStatus | undefined }) {
  const counts = useQuery(noteStatsQuery());
  if (counts.isError) return <QueryError title="Failed to fetch stats" query={counts} />;
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {stats.map((stat) => (
        <li key={stat.label}>
          <StatCard stat={stat} value={counts.data?.[stat.count]} chosen={stat.status === current} />
        </li>
      ))}
    </ul>
  );
}

function StatCard({ stat, value, chosen }: { stat: Stat; value: number | undefined; chosen: boolean }) {
  return (
    <Link
      to="/management"
      search={{ status: stat.status }}
      aria-current={chosen ? 'true' : undefined}
      className={clsx(
        'flex h-full items-center gap-3 rounded-md border bg-surface p-3 shadow-raised hover:bg-hover sm:p-4',
        chosen ? 'border-accent' : 'border-line',
      )}
    >
      <span
        className={clsx(
          'flex size-9 shrink-0 items-center justify-center rounded-md [&_svg]:size-5',
          toneClass[stat.tone],
        )}
      >
        {stat.icon}
      </span>
      <span className="min-w-0">
        <span className="tabular block h-7 text-xl font-semibold">
          {value === undefined ? <Skeleton className="mt-1 h-5 w-10" /> : formatCount(value)}
        </span>
        <span className="block text-sm text-muted">{stat.label}</span>
      </span>
    </Link>
  );
}
