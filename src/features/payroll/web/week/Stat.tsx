import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

type StatProps = {
  label: string;
  /** Undefined while loading. */
  value: ReactNode | undefined;
  /** A line below the value. */
  detail?: ReactNode;
};

/** A large number with its label. */
export function Stat({ label, value, detail }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-md border border-line bg-surface p-3 shadow-raised sm:p-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 min-w-0">
        <span className="tabular flex min-h-8 flex-wrap items-center gap-x-2 text-xl font-semibold sm:text-2xl">
          {value ?? <Skeleton className="h-6 w-20" />}
        </span>
        <span className="tabular mt-0.5 flex min-h-5 items-center text-sm text-muted">
          {value === undefined ? <Skeleton className="h-4 w-28" /> : detail}
        </span>
      </dd>
    </div>
  );
}

/** Stats side by side. */
export function Stats({ children, count }: { children: ReactNode; count: 3 | 4 }) {
  return (
    <dl
      className={clsx(
        'grid grid-cols-2 gap-3',
        count === 3 ? 'max-sm:*:last:col-span-2 sm:grid-cols-3' : 'lg:grid-cols-4',
      )}
    >
      {children}
    </dl>
  );
}
