import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '#platform/web/apiError.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

interface NotLoadedProps {
  query: Pick<UseQueryResult, 'isPending' | 'isFetching' | 'error' | 'refetch'>;
  /** Completes the sentence: `the signed-in devices`. */
  what: string;
}

/** The loading and error state of a section of a profile. */
export function NotLoaded({ query, what }: NotLoadedProps) {
  if (query.isPending) return <Skeleton className="h-11" />;
  return (
    <div className="flex flex-col items-start gap-2" role="alert">
      <p className="text-sm text-muted">
        Couldn't load {what}. {messageOf(query.error, '')}
      </p>
      <Button pending={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  );
}
