import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ListInCard } from '#platform/web/ui/ListInCard.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import {
  AccountUnits,
  accountName,
  describeForecast,
  ForecastBadge,
} from '#features/clients/web/accounts/public.tsx';
import type { ForecastRow } from '#features/forecast/web/queries.ts';
import { ATTENTION, attentionQuery } from '#features/dashboard/web/queries.ts';

const rowClass = 'flex h-18 flex-col justify-center px-4 sm:px-5';

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
        renderRow={(row) => <Row row={row} />}
        placeholder={
          <div className={`${rowClass} gap-2`}>
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

function Row({ row }: { row: ForecastRow }) {
  const account = accountName(row, row.serviceName ?? undefined);
  const [summary = ''] = describeForecast(row);
  return (
    <div className={`${rowClass} relative hover:bg-hover`}>
      <span className="flex items-center justify-between gap-3">
        <Link
          to="/clients"
          search={{ client: row.clientId, view: 'manage' }}
          className="min-w-0 truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {row.clientContactName}
        </Link>
        <ForecastBadge state={row.forecast.state} />
      </span>
      {/* Above the link. */}
      <span className="tabular mt-0.5 flex gap-1 text-sm text-muted">
        <AccountUnits
          account={row}
          name={account}
          text={summary}
          clientId={row.clientId}
          className="z-1 min-w-0 shrink-0 max-w-full"
        >
          <span className="block truncate">{summary}</span>
        </AccountUnits>{' '}
        <span className="min-w-0 truncate">· {account}</span>
      </span>
    </div>
  );
}
