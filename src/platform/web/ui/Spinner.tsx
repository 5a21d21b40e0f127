import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';

type SpinnerProps = {
  /** Said to screen readers; leave it out where words beside the spinner already say it. */
  label?: string;
  className?: string;
};

/** Shows that something is under way. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={clsx('inline-flex', className)}>
      <LoaderCircle aria-hidden className="size-[1.25em] animate-spin" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
