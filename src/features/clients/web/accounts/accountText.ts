/** The names of accounts and their forecasts in words. */
import { formatDay, plural } from '#platform/web/format.ts';
import { toShortServiceName, unitsLabel } from '#features/services/rules.ts';
import type { Forecast } from '#features/clients/authorizationContract.ts';
import type { Account } from '#features/clients/web/queries.ts';

export const GENERAL_UNITS = 'General units';

type Named = Pick<Account, 'serviceKey' | 'reference' | 'expiryDate'>;

/**
 * The name of an account: 'General units', 'Home care · PA-1042', or 'Home care · through Dec 31, 2027'.
 * @param serviceName undefined while the services are loading
 */
export function accountName({ serviceKey, reference, expiryDate }: Named, serviceName: string | undefined) {
  if (serviceKey === null) return GENERAL_UNITS;
  const details = reference ?? (expiryDate ? `through ${formatDay(expiryDate)}` : null);
  return [toShortServiceName(serviceName ?? serviceKey), details].filter(Boolean).join(' · ');
}

type Forecasted = { expiryDate?: string | null | undefined; lapsed?: string | undefined; forecast: Forecast };

/** What a forecast means, most important first: 'Runs out on Jan 14, 2027 at 12 units per week'. */
export function describeForecast({ expiryDate, lapsed = '0', forecast }: Forecasted): string[] {
  const { state, unitsAvailable, daysToExpiry } = forecast;
  if (state === 'expired' && expiryDate) {
    const ended = `Expired on ${formatDay(expiryDate)}`;
    return [Number(lapsed) > 0 ? `${ended}; ${unitsLabel(lapsed)} expired unused` : ended];
  }
  if (state === 'exhausted') {
    const available = Number(unitsAvailable);
    return [available < 0 ? `${unitsLabel(-available)} over` : 'No units left'];
  }
  return [
    ...(state === 'expiring' ? [formatDaysLeft(daysToExpiry)] : []),
    ...describePace(forecast, expiryDate),
  ];
}

const formatDaysLeft = (days: number | null): string =>
  days === null || days <= 0 ? 'Expires today' : `Expires in ${plural(days, 'day', 'days')}`;

function describePace(forecast: Forecast, expiryDate: string | null | undefined): string[] {
  const { unitsAvailable, weeklyPace, runsOutOn, unitsLeftAtExpiry, safePerWeek } = forecast;
  const pace = `${unitsLabel(weeklyPace)} per week`;
  const isUnused = Number(weeklyPace) === 0;
  const wouldLapse = Number(unitsLeftAtExpiry ?? 0) > 0;
  const lines: string[] = isUnused ? ['No units used in the last four full weeks'] : [];
  if (runsOutOn) lines.push(`Runs out on ${formatDay(runsOutOn)} at ${pace}`);
  else if (wouldLapse && expiryDate) {
    const lapsing = `${unitsLabel(unitsLeftAtExpiry ?? 0)} would expire unused on ${formatDay(expiryDate)}`;
    lines.push(isUnused ? lapsing : `${lapsing} at ${pace}`);
  } else if (!isUnused && expiryDate) lines.push(`Will last through ${formatDay(expiryDate)} at ${pace}`);
  if (safePerWeek !== null && expiryDate && Number(unitsAvailable) > 0) {
    lines.push(`To use all units by ${formatDay(expiryDate)}: ${unitsLabel(safePerWeek)} per week`);
  }
  return lines;
}
