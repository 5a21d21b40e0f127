import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ListInCard } from '#platform/web/ui/ListInCard.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { ATTENTION, attentionQuery } from '#features/dashboard/web/queries.ts';
import { AttentionRow, attentionRowClass } from './AttentionRow.tsx';

/** The accounts that need attention, or that all units are on track. */
export function AttentionList() {
  const accounts = useQuery(attentionQuery());
  const { data } = accounts;
  return (
    <>
      <ListInCard
        query={accounts}
        most={ATTENTION}
        failed="Couldn't load the forecast"
        loading="Loading units that need attention"
        itemClass="border-line not-last:border-b"
        rowKey={({ clientId, authorizationId }) => `${clientId} ${authorizationId}`}
        renderRow={(row) => <AttentionRow row={row} />}
        placeholder={
          <div className={`${attentionRowClass} gap-2`}>
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3.5 w-2/5" />
          </div>
        }
        empty={
          <EmptyState
            icon={<CircleCheck />}
            title="All units are on track"
            body="Clients with units that are running low, about to expire or underused will appear here."
          />
        }
      />
      {data && data.total > 0 && data.total < ATTENTION && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">
          Everything else is on track.
        </p>
      )}
    </>
  );
}
