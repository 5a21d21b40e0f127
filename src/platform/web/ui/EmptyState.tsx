import clsx from 'clsx';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  icon: ReactNode;
  title: ReactNode;
  /** A sentence about what will be listed here. */
  body?: ReactNode;
  /** The next step: a button or link. */
  action?: ReactNode;
  /** Announces it as an alert. */
  isError?: boolean;
  className?: string;
};

/** Explains an empty list and offers the next step. */
export function EmptyState({ icon, title, body, action, isError, className }: EmptyStateProps) {
  return (
    <div
      role={isError ? 'alert' : undefined}
      className={clsx('flex flex-col items-center gap-3 px-4 py-10 text-center', className)}
    >
      <span
        aria-hidden
        className={clsx(
          'flex size-12 items-center justify-center rounded-full [&_svg]:size-6',
          isError ? 'bg-danger text-danger-ink' : 'bg-accent-soft text-accent-ink',
        )}
      >
        {icon}
      </span>
      <div>
        <p className="font-medium">{title}</p>
        {body !== undefined && <p className="mt-1 max-w-sm text-sm text-muted">{body}</p>}
      </div>
      {action}
    </div>
  );
}
