/** The names of accounts and their forecasts in words. */

import { formatDay, plural } from '#platform/web/format.ts';
import { PACE_WEEKS } from '#features/clients/accountStateRules.ts';
import type { Forecast } from '#features/clients/authorizationContract.ts';
import type { Account } from '#features/clients/web/queries.ts';
import { toShortServiceName, unitsLabel } from '#features/services/rules.ts';

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

type Forecasted = Started & {
  expiryDate?: string | null | undefined;
  lapsed?: string | undefined;
  forecast: Forecast;
};

type Started = { startDate?: string | null | undefined };

/**
 * The weeks of which a pace is the mean: 'the last four full weeks', or those since the account began; null while it has
 * none.
 */
function describePaceWeeks({ paceWeeks }: Forecast, { startDate }: Started): string | null {
  // Without a start date, all weeks count.
  if (paceWeeks === PACE_WEEKS || !startDate) return 'the last four full weeks';
  if (paceWeeks === 0) return null;
  const weeks = paceWeeks === 1 ? 'the full week' : `the ${paceWeeks} full weeks`;
  return `${weeks} since the start date, ${formatDay(startDate)}`;
}

const describeNoWeek = ({ startDate }: Started): string =>
  `No full week since the start date${startDate ? `, ${formatDay(startDate)}` : ''}`;

/** How the pace of an account is computed: 'Average: 12 units per week over the last four full weeks'. */
export function describeAverage(forecast: Forecast, started: Started): string {
  const weeks = describePaceWeeks(forecast, started);
  return weeks === null
    ? `${describeNoWeek(started)}: no average yet`
    : `Average: ${unitsLabel(forecast.weeklyPace)} per week over ${weeks}`;
}

/** Describes a forecast, most important first: 'Runs out on Jan 14, 2027 at 12 units per week'. */
export function describeForecast({ startDate, expiryDate, lapsed = '0', forecast }: Forecasted): string[] {
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
    ...describePace(forecast, { startDate, expiryDate }),
  ];
}

const formatDaysLeft = (days: number | null): string =>
  days === null || days <= 0 ? 'Expires today' : `Expires in ${plural(days, 'day', 'days')}`;

function describePace(
  forecast: Forecast,
  { startDate, expiryDate }: Pick<Forecasted, 'startDate' | 'expiryDate'>,
): string[] {
  const { unitsAvailable, weeklyPace, runsOutOn, unitsLeftAtExpiry, safePerWeek } = forecast;
  const pace = `${unitsLabel(weeklyPace)} per week`;
  const isUnused = Number(weeklyPace) === 0;
  const wouldLapse = Number(unitsLeftAtExpiry ?? 0) > 0;
  const weeks = describePaceWeeks(forecast, { startDate });
  const unused = weeks === null ? describeNoWeek({ startDate }) : `No units used in ${weeks}`;
  const lines: string[] = isUnused ? [unused] : [];
  if (runsOutOn) lines.push(`Runs out on ${formatDay(runsOutOn)} at ${pace}`);
  // Without a pace nothing is known about the end.
  else if (wouldLapse && expiryDate && weeks !== null) {
    const lapsing = `${unitsLabel(unitsLeftAtExpiry ?? 0)} would expire unused on ${formatDay(expiryDate)}`;
    lines.push(isUnused ? lapsing : `${lapsing} at ${pace}`);
  } else if (!isUnused && expiryDate) lines.push(`Will last through ${formatDay(expiryDate)} at ${pace}`);
  if (safePerWeek !== null && expiryDate && Number(unitsAvailable) > 0) {
    lines.push(`Up to ${unitsLabel(safePerWeek)} per week will last through ${formatDay(expiryDate)}`);
  }
  return lines;
}
