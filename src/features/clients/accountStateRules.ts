/** States and levels of accounts of units, and their labels. */

import type { Account, ForecastState } from './authorizationContract.ts';
import { FORECAST_STATE_ORDER } from './forecastStateRules.ts';

/** The pace is the mean of this many weeks. */
export const PACE_WEEKS = 4;

export const unitLevelLabels = { enough: 'Enough', low: 'Low', none: 'None' } as const;

/** Lists of accounts that need attention drop an account this many days after its last day. */
const EXPIRED_DAYS = 30;

type Forecasted = Pick<Account, 'total' | 'used' | 'forecast'>;
type DisplayedAccount = Forecasted & Pick<Account, 'serviceKey' | 'available' | 'level'>;

/** Returns true if units were ever granted or used. */
export const hasUnits = ({ total, used }: Pick<Account, 'total' | 'used'>): boolean =>
  Number(total ?? 0) > 0 || Number(used ?? 0) !== 0;

/** Looks for units of authorizations beside the general ones. */
export const hasAuthorizations = ({
  accounts,
}: {
  accounts: readonly Pick<Account, 'serviceKey'>[];
}): boolean => accounts.some(({ serviceKey }) => serviceKey !== null);

/**
 * The accounts to show: those with units, expired ones last and for a while, or the general one when no account has
 * units.
 */
export function listVisibleAccounts<T extends DisplayedAccount>({
  accounts,
  generalTotalUnits,
}: {
  accounts: readonly T[];
  generalTotalUnits: string;
}): T[] {
  const isEmptyGeneral = ({ serviceKey, available }: T) =>
    serviceKey === null && Number(generalTotalUnits) === 0 && Number(available) === 0;
  const visible = accounts.filter((account) =>
    account.level === undefined
      ? hasUnits(account) && !(account.forecast && isLongExpired(account.forecast))
      : !isEmptyGeneral(account),
  );
  const isExpired = ({ forecast }: T) => Number(forecast?.state === 'expired');
  return visible.length > 0 ? visible.toSorted((a, b) => isExpired(a) - isExpired(b)) : accounts.slice(0, 1);
}

/** The worst state of a client's accounts; null when none has units. */
export function getWorstState(accounts: readonly Forecasted[]): ForecastState | null {
  const states = accounts
    .filter(hasUnits)
    .flatMap(({ forecast }) => (forecast && !isLongExpired(forecast) ? [forecast.state] : []));
  return FORECAST_STATE_ORDER.find((state) => states.includes(state)) ?? null;
}

/** Matches accounts that expired too long ago to need attention. */
export const isLongExpired = ({ daysToExpiry }: { daysToExpiry: number | null }): boolean =>
  daysToExpiry !== null && daysToExpiry < -EXPIRED_DAYS;

/** The position of a state in a list, worst first; clients without units come last. */
export const rankState = (state: ForecastState | null): number =>
  state === null ? FORECAST_STATE_ORDER.length : FORECAST_STATE_ORDER.indexOf(state);
