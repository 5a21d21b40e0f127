import type { ReactNode } from 'react';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';

type UnavailableProps = { why?: ReactNode; onRetry?: () => void; retrying?: boolean };

/** Nobody can pay at the moment; nothing is lost. */
export function Unavailable({ why, onRetry, retrying }: UnavailableProps) {
  return (
    <ErrorState
      title="Payment Processing Unavailable"
      body={why ?? 'The payment provider cannot be reached. Nothing was charged.'}
      {...(onRetry && { onRetry })}
      {...(retrying !== undefined && { retrying })}
    />
  );
}
