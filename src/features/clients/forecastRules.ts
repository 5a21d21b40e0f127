/** How long the units of an account last. Days are calendar days of the business, so clock changes have no effect. */

import { addDays, countDays } from '#platform/contract/days.ts';
import {
  add,
  atLeastZero,
  compare,
  countTimes,
  multiply,
  signOf,
  subtract,
  takePart,
} from '#platform/contract/decimals.ts';
import { startOfWeek, type WeekStart } from '#platform/contract/weeks.ts';
import { PACE_WEEKS } from './accountStateRules.ts';
import type { Account, Forecast, ForecastState } from './authorizationContract.ts';

const WEEK_DAYS = 7;
/** An account is `expiring` from this many days before its last day on. */
const EXPIRING_DAYS = 30;
/** Later than this, units count as lasting for ever. */
const MAX_DAYS = 36_525;
/** Shares of the total, as divisors: under 20 % is low, more than 25 % left over is underused. */
const LOW_DIVISOR = 5;
const UNDERUSED_DIVISOR = 4;
/** Fewer units than this are low, whatever the total is. */
const LOW_UNITS = '8.00';

/** An account of units; decimals are text. */
export interface AccountUnits {
  total: string;
  used: string;
  /** First and last day, both included; null is unlimited. */
  startDate: string | null;
  expiryDate: string | null;
}

export interface AccountUse extends AccountUnits {
  /** The units used in each week of `listPaceWeeks`, with the first day of the week. */
  weeklyUnits: readonly { from: string; units: string }[];
}

/** The last four whole weeks before the week of `today`, newest first; a week cut short by a new week start is not whole. */
export function listPaceWeeks(
  today: string,
  weekStarts: readonly WeekStart[],
): { from: string; to: string }[] {
  const weeks = [];
  for (let from = startOfWeek(today, weekStarts); weeks.length < PACE_WEEKS;) {
    const to = addDays(from, -1);
    from = startOfWeek(to, weekStarts);
    if (countDays(from, to) === WEEK_DAYS - 1) weeks.push({ from, to });
  }
  return weeks;
}

/**
 * Returns the forecast of an account on the day `today`, at the pace of its last whole weeks. A week that begins before
 * the account does not count.
 */
export function toForecast(account: AccountUse, today: string, weekStarts: readonly WeekStart[]): Forecast {
  const available = toAvailable(account);
  const { pace, weeks: paceWeeks } = toPace(account);
  const expiry = toExpiry(account, today, weekStarts);
  const left = atLeastZero(available);
  const runsOutOn = toRunOut({ left, pace, today, expiryDate: account.expiryDate });
  const leftAtExpiry = expiry && atLeastZero(subtract(left, takePart(pace, [expiry.usableDays, WEEK_DAYS])));
  return {
    unitsUsed: account.used,
    unitsAvailable: available,
    weeklyPace: pace,
    paceWeeks,
    runsOutOn,
    unitsLeftAtExpiry: leftAtExpiry,
    safePerWeek: expiry && (expiry.weeks === 0 ? '0.00' : takePart(left, [1, expiry.weeks], 'down')),
    daysToExpiry: expiry && expiry.days,
    state: toState({ account, today, available, runsOutOn, leftAtExpiry }),
  };
}

/** Reduces an account to the level that employees see: no units, few, or enough. */
export function toLevel(total: string, available: string): NonNullable<Account['level']> {
  if (signOf(available) <= 0) return 'none';
  return isShareBelow(available, LOW_DIVISOR, total) || compare(available, LOW_UNITS) < 0 ? 'low' : 'enough';
}

/** Checks that the last day of an account is over, so that its unused units have lapsed. */
export const hasLapsed = ({ expiryDate }: Pick<AccountUnits, 'expiryDate'>, today: string): boolean =>
  expiryDate !== null && expiryDate < today;

/** The available units of an account, as a decimal. */
export const toAvailable = ({ total, used }: Pick<AccountUnits, 'total' | 'used'>): string =>
  subtract(total, used);

/** The units that lapsed unused: none before the last day is over, or when all are used. */
export const toLapsed = (account: AccountUnits, today: string): string =>
  hasLapsed(account, today) ? atLeastZero(toAvailable(account)) : '0.00';

/** Compares a value with the total divided by `divisor`. */
const isShareBelow = (value: string, divisor: number, total: string): boolean =>
  compare(multiply(value, divisor), total) < 0;

/** The mean of the weeks that begin within the account, and their number; 0 without such a week. */
function toPace({ startDate, weeklyUnits }: AccountUse): { pace: string; weeks: number } {
  const weeks = weeklyUnits.filter(({ from }) => startDate === null || from >= startDate);
  const sum = add(...weeks.map(({ units }) => units));
  return { pace: weeks.length === 0 ? '0.00' : takePart(sum, [1, weeks.length]), weeks: weeks.length };
}

/** The time until the end of the last day; null without one. An account that has not begun has no days before its first. */
function toExpiry(
  { startDate, expiryDate }: AccountUse,
  today: string,
  weekStarts: readonly WeekStart[],
): { days: number; usableDays: number; weeks: number } | null {
  if (expiryDate === null) return null;
  const from = startDate !== null && startDate > today ? startDate : today;
  return {
    days: countDays(today, expiryDate),
    usableDays: Math.max(countDays(from, expiryDate) + 1, 0),
    weeks: from > expiryDate ? 0 : countWeeks(from, expiryDate, weekStarts),
  };
}

/** The number of weeks, whole or begun, that hold the days from `from` to `to`. */
function countWeeks(from: string, to: string, weekStarts: readonly WeekStart[]): number {
  // A new week start cuts a week short, so weeks are counted from one change to the next.
  const changes = weekStarts.map((start) => start.from).filter((day) => day > from && day <= to);
  const marks = [startOfWeek(from, weekStarts), ...changes, startOfWeek(to, weekStarts)];
  return marks
    .slice(1)
    .reduce((weeks, mark, index) => weeks + Math.ceil(countDays(marks[index] ?? mark, mark) / WEEK_DAYS), 1);
}

/** The day on which the last unit is used at this pace; null after the last day, and without a pace. */
function toRunOut(at: {
  left: string;
  pace: string;
  today: string;
  expiryDate: string | null;
}): string | null {
  if (signOf(at.pace) === 0) return null;
  const days = countTimes(multiply(at.left, WEEK_DAYS), at.pace);
  if (days > MAX_DAYS) return null;
  const day = addDays(at.today, days);
  return at.expiryDate !== null && day > at.expiryDate ? null : day;
}

interface StateInput {
  account: AccountUse;
  today: string;
  available: string;
  runsOutOn: string | null;
  leftAtExpiry: string | null;
}

/** The first state that is true, worst first. */
function toState({ account, today, available, runsOutOn, leftAtExpiry }: StateInput): ForecastState {
  const { expiryDate, total, used } = account;
  if (hasLapsed(account, today)) return 'expired';
  if (signOf(available) <= 0 && (signOf(total) > 0 || signOf(used) > 0)) return 'exhausted';
  if (expiryDate === null) return isShareBelow(available, LOW_DIVISOR, total) ? 'running-low' : 'on-track';
  if (countDays(today, expiryDate) <= EXPIRING_DAYS) return 'expiring';
  if (runsOutOn !== null && runsOutOn < expiryDate) return 'running-low';
  const isUnderused =
    compare(multiply(leftAtExpiry ?? '0.00', UNDERUSED_DIVISOR), total) > 0 && isHalfOver(account, today);
  return isUnderused ? 'underused' : 'on-track';
}

/** Returns true once half of the days of a period are over; false without both days, when this is unknown. */
function isHalfOver({ startDate, expiryDate }: AccountUnits, today: string): boolean {
  if (startDate === null || expiryDate === null) return false;
  return countDays(startDate, today) * 2 >= countDays(startDate, expiryDate) + 1;
}
