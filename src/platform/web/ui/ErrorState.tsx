import clsx from 'clsx';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

type ErrorStateProps = {
  /** What failed. */
  title: ReactNode;
  body?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** An action beside 'Try again'. */
  action?: ReactNode;
  className?: string;
};

/** Shows what failed, with a retry. */
export function ErrorState({ title, body, onRetry, retrying, action, className }: ErrorStateProps) {
  return (
    <div role="alert" className={clsx('flex flex-col items-center gap-3 px-4 py-10 text-center', className)}>
      <span
        aria-hidden
        className="flex size-12 items-center justify-center rounded-full bg-danger text-danger-ink"
      >
        <CircleAlert className="size-6" />
      </span>
      <div>
        <p className="font-medium">{title}</p>
        {body !== undefined && <p className="mt-1 max-w-sm text-sm text-muted">{body}</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-2 empty:hidden">
        {onRetry && (
          <Button icon={<RotateCw aria-hidden />} pending={retrying} onClick={onRetry}>
            Try again
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
