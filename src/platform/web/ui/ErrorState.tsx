import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

type ErrorStateProps = {
  /** Name of the failure: 'Couldn’t load clients'. */
  title: ReactNode;
  body?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** An action beside 'Try again'. */
  action?: ReactNode;
  className?: string;
};

/** Shows what failed, with a retry. */
export function ErrorState({ onRetry, retrying, action, ...rest }: ErrorStateProps) {
  return (
    <EmptyState
      {...rest}
      isError
      icon={<CircleAlert />}
      action={
        <div className="flex flex-wrap justify-center gap-2 empty:hidden">
          {onRetry && (
            <Button icon={<RotateCw aria-hidden />} pending={retrying} onClick={onRetry}>
              Try again
            </Button>
          )}
          {action}
        </div>
      }
    />
  );
}
