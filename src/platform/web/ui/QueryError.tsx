import { messageOf } from '#platform/web/apiError.ts';
import { ErrorState } from './ErrorState.tsx';

export type QueryErrorProps = {
  /** Name of the failure: 'Couldn’t load clients'. */
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Shown when the server gives no reason. */
  fallback?: string;
  className?: string;
};

const FALLBACK = 'Something went wrong. Please try again.';

/** Shows why a query failed, with a retry. */
export const QueryError = ({ title, query, fallback = FALLBACK, className }: QueryErrorProps) => (
  <ErrorState
    title={title}
    body={messageOf(query.error, fallback)}
    onRetry={() => void query.refetch()}
    retrying={query.isFetching}
    className={className}
  />
);
