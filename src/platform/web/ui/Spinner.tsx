import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';

type SpinnerProps = {
  /** For screen readers; omit it beside the same visible text. */
  label?: string;
  className?: string;
};

/** Shows that something is in progress. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={clsx('inline-flex', className)}>
      <LoaderCircle aria-hidden className="size-[1.25em] animate-spin" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
