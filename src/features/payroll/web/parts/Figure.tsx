import type { ReactNode } from 'react';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';

type FigureProps = {
  label: string;
  /** Undefined while loading. */
  value: ReactNode | undefined;
  /** What the figure means, below it. */
  detail?: ReactNode;
};

/** One figure with its name, large enough to be seen at a glance. */
export function Figure({ label, value, detail }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-md border border-line bg-surface p-4 shadow-raised">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 min-w-0">
        <span className="tabular flex h-8 flex-wrap items-center gap-2 overflow-clip text-2xl font-semibold">
          {value ?? <Skeleton className="h-6 w-20" />}
        </span>
        <span className="tabular mt-0.5 block min-h-5 text-sm text-muted">
          {value === undefined ? <Skeleton className="mt-1 h-4 w-28" /> : detail}
        </span>
      </dd>
    </div>
  );
}

/** Figures side by side. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">{children}</dl>;
}
