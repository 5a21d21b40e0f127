import clsx from 'clsx';
import type { ReactNode } from 'react';

const fills = { accent: 'bg-accent', pending: 'bg-pending-ink', danger: 'bg-danger-ink' };

type ProgressProps = {
  value: number;
  max: number;
  /** Name of the measured value; above the bar unless `hideLabel`. */
  label: string;
  hideLabel?: boolean;
  /** The value as text, such as '12 of 40 units'. */
  figure?: string;
  /** Shown in place of the figure, with its explanation. */
  children?: ReactNode;
  tone?: keyof typeof fills;
  className?: string;
};

/** A bar from empty to full with its figure. */
export function Progress({
  value,
  max,
  label,
  hideLabel,
  figure,
  children,
  tone = 'accent',
  className,
}: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : value > 0 ? 1 : 0;
  const percent = Math.round(share * 100);
  return (
    <div className={clsx('min-w-0', className)}>
      <Caption label={hideLabel ? undefined : label} figure={children ?? figure} />
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={figure ?? `${percent}%`}
        className="h-2 overflow-hidden rounded-full bg-neutral"
      >
        <div className={clsx('h-full rounded-full', fills[tone])} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

function Caption({ label, figure }: { label: ReactNode; figure: ReactNode }) {
  if (label === undefined && figure === undefined) return null;
  return (
    <div className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-sm">
      <span className="text-muted">{label}</span>
      <span className="tabular font-medium">{figure}</span>
    </div>
  );
}
