/** How long the units of an account last. Days are calendar days of the business, so clock changes have no effect. */

import { addDays, countDays } from '#platform/contract/days.ts';
import { startOfWeek, type WeekStart } from '#platform/contract/weeks.ts';
import type { Account, Forecast, ForecastState } from './authorizationContract.ts';
import { toDecimal, toHundredths } from './decimalRules.ts';

/** The pace is the mean of this many weeks. */
export const PACE_WEEKS = 4;
const WEEK_DAYS = 7;
/** An account is `expiring` from this many days before its last day on. */
const EXPIRING_DAYS = 30;
/** Later than this, units count as lasting for ever. */
const MAX_DAYS = 36_525;
/** Shares of the total, as divisors: under 20 % is low, more than 25 % left over is underused. */
const LOW_DIVISOR = 5;
const UNDERUSED_DIVISOR = 4;
/** Fewer units than this are low, whatever the total is. */
const LOW_UNITS = 8;

/** An account of units; decimals are text. */
export interface AccountUnits {
  total: string;
  used: string;
  /** First and last day, both included; null is unlimited. */
  startDate: string | null;
  expiryDate: string | null;
}

export interface AccountUse extends AccountUnits {
  /** The hundredths of a unit drawn in each week of `listPaceWeeks`, with the first day of the week. */
  weeklyUnits: readonly { from: string; hundredths: number }[];
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
  const [total, used] = [toHundredths(account.total), toHundredths(account.used)];
  const available = total - used;
  const { pace, weeks: paceWeeks } = toPace(account);
  const expiry = toExpiry(account, today, weekStarts);
  const left = Math.max(available, 0);
  const runsOutOn = toRunOut({ left, pace, today, expiryDate: account.expiryDate });
  const leftAtExpiry = expiry && Math.max(left - Math.round((pace * expiry.usableDays) / WEEK_DAYS), 0);
  return {
    unitsUsed: toDecimal(used),
    unitsAvailable: toDecimal(available),
    weeklyPace: toDecimal(pace),
    paceWeeks,
    runsOutOn,
    unitsLeftAtExpiry: leftAtExpiry === null ? null : toDecimal(leftAtExpiry),
    safePerWeek: expiry && toDecimal(expiry.weeks === 0 ? 0 : Math.floor(left / expiry.weeks)),
    daysToExpiry: expiry && expiry.days,
    state: toState({ account, today, total, used, runsOutOn, leftAtExpiry }),
  };
}

/** What employees learn about an account: no units, few, or enough. */
export function toLevel(total: string, available: string): NonNullable<Account['level']> {
  const left = toHundredths(available);
  if (left <= 0) return 'none';
  const isLow = left * LOW_DIVISOR < toHundredths(total) || left < LOW_UNITS * 100;
  return isLow ? 'low' : 'enough';
}

/** Whether the last day of an account is over, so that its unused units have lapsed. */
export const hasLapsed = ({ expiryDate }: Pick<AccountUnits, 'expiryDate'>, today: string): boolean =>
  expiryDate !== null && expiryDate < today;

/** The available units of an account, as a decimal. */
export const toAvailable = ({ total, used }: Pick<AccountUnits, 'total' | 'used'>): string =>
  toDecimal(toHundredths(total) - toHundredths(used));

/** The units that lapsed unused: none before the last day is over, or when all are used. */
export function toLapsed(account: AccountUnits, today: string): string {
  const available = toHundredths(account.total) - toHundredths(account.used);
  return toDecimal(hasLapsed(account, today) ? Math.max(available, 0) : 0);
}

/** The mean of the weeks that begin within the account, in hundredths, and their number; 0 without such a week. */
function toPace({ startDate, weeklyUnits }: AccountUse): { pace: number; weeks: number } {
  const weeks = weeklyUnits.filter(({ from }) => startDate === null || from >= startDate);
  const sum = weeks.reduce((units, { hundredths }) => units + hundredths, 0);
  return { pace: weeks.length === 0 ? 0 : Math.round(sum / weeks.length), weeks: weeks.length };
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

/** The day on which the last unit is drawn at this pace; null after the last day, and without a pace. */
function toRunOut(at: {
  left: number;
  pace: number;
  today: string;
  expiryDate: string | null;
}): string | null {
  if (at.pace === 0) return null;
  const days = Math.floor((at.left * WEEK_DAYS) / at.pace);
  if (days > MAX_DAYS) return null;
  const day = addDays(at.today, days);
  return at.expiryDate !== null && day > at.expiryDate ? null : day;
}

interface StateInput {
  account: AccountUse;
  today: string;
  total: number;
  used: number;
  runsOutOn: string | null;
  leftAtExpiry: number | null;
}

/** The first state that is true, worst first. */
function toState({ account, today, total, used, runsOutOn, leftAtExpiry }: StateInput): ForecastState {
  const { expiryDate } = account;
  const available = total - used;
  if (hasLapsed(account, today)) return 'expired';
  if (available <= 0 && (total > 0 || used > 0)) return 'exhausted';
  if (expiryDate === null) return available * LOW_DIVISOR < total ? 'running-low' : 'on-track';
  if (countDays(today, expiryDate) <= EXPIRING_DAYS) return 'expiring';
  if (runsOutOn !== null && runsOutOn < expiryDate) return 'running-low';
  const isUnderused = (leftAtExpiry ?? 0) * UNDERUSED_DIVISOR > total && isHalfOver(account, today);
  return isUnderused ? 'underused' : 'on-track';
}

/** Whether at least half of the days of a period are over; unknown without both days, and then false. */
function isHalfOver({ startDate, expiryDate }: AccountUnits, today: string): boolean {
  if (startDate === null || expiryDate === null) return false;
  return countDays(startDate, today) * 2 >= countDays(startDate, expiryDate) + 1;
}
