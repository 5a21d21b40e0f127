import { getWorstState } from '#features/clients/accountStateRules.ts';
import type { Account } from '#features/clients/web/queries.ts';
import { ForecastBadge } from './ForecastBadge.tsx';

/** The worst state of a client's accounts; nothing for a client without units. */
export function WorstForecast({ accounts }: { accounts: readonly Account[] }) {
  const state = getWorstState(accounts);
  return state && <ForecastBadge state={state} />;
}
