import { Link } from '@tanstack/react-router';
import {
  AccountUnits,
  accountName,
  describeForecast,
  ForecastBadge,
} from '#features/clients/web/accounts/public.tsx';
import type { ForecastRow } from '#features/forecast/web/queries.ts';

export const attentionRowClass = 'flex h-18 flex-col justify-center px-4 sm:px-5';

/** An account that needs attention, as a link to its client. */
export function AttentionRow({ row }: { row: ForecastRow }) {
  const account = accountName(row, row.serviceName ?? undefined);
  const [summary = ''] = describeForecast(row);
  return (
    <div className={`${attentionRowClass} relative hover:bg-hover`}>
      <span className="flex items-center justify-between gap-3">
        <Link
          to="/clients/$clientId/units"
          params={{ clientId: String(row.clientId) }}
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
