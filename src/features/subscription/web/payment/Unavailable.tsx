import type { ReactNode } from 'react';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';

type UnavailableProps = { why?: ReactNode; onRetry?: () => void; retrying?: boolean };

/** The error state when payments are unavailable. */
export function Unavailable({ why, onRetry, retrying }: UnavailableProps) {
  return (
    <ErrorState
      title="Payment Processing Unavailable"
      body={why ?? "Couldn't reach the payment provider. Nothing was charged."}
      {...(onRetry && { onRetry })}
      {...(retrying !== undefined && { retrying })}
    />
  );
}
