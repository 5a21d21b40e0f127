/** When managers are alerted to the units of an account, and in which words. Units are decimals as text. */

import { countDays } from '#platform/contract/days.ts';
import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { compare, multiply, signOf, subtract } from '#platform/contract/decimals.ts';
import { toAvailable } from '#features/clients/forecastRules.ts';
import { unitsLabel } from '#features/services/rules.ts';
import type { AlertThreshold } from './contract.ts';

/** 80 % are four fifths. */
const [LOW_NUMERATOR, LOW_DENOMINATOR] = [4, 5];

/** Alerts go out from this many days before the last day on. */
export const EXPIRY_ALERT_DAYS = 30;
const LAST_ALERT_DAYS = 7;

export interface AlertAccount {
  clientName: string;
  /** Null for the general account, as the service and the reference. */
  authorizationId: number | null;
  serviceName: string | null;
  reference: string | null;
  expiryDate: string | null;
  total: string;
  used: string;
}

/** The thresholds of usage that an account has reached; an account without units is used up by its first note. */
export function listUsageThresholds({ total, used }: Pick<AlertAccount, 'total' | 'used'>): AlertThreshold[] {
  if (signOf(used) <= 0) return [];
  if (compare(used, total) >= 0) return signOf(total) > 0 ? ['used-80', 'used-up'] : ['used-up'];
  return compare(multiply(used, LOW_DENOMINATOR), multiply(total, LOW_NUMERATOR)) >= 0 ? ['used-80'] : [];
}

/** The thresholds of time that an account has reached; none after its last day. */
export function listExpiryThresholds(expiryDate: string, today: string): AlertThreshold[] {
  const days = countDays(today, expiryDate);
  if (days < 0 || days > EXPIRY_ALERT_DAYS) return [];
  return days <= LAST_ALERT_DAYS ? ['expires-30', 'expires-7'] : ['expires-30'];
}

/** Finds the new threshold that gets a message: the last one, because it includes those before. */
export function getTopThreshold(reached: readonly AlertThreshold[]): AlertThreshold | undefined {
  const order: AlertThreshold[] = ['used-up', 'used-80', 'expires-7', 'expires-30'];
  return order.find((threshold) => reached.includes(threshold));
}

/** The message about a threshold. Its days are dates, because it may be read later. */
export function describeAlert(
  account: AlertAccount,
  threshold: AlertThreshold,
): { subject: string; content: string } {
  const { clientName, expiryDate, total } = account;
  if (threshold === 'used-80') {
    const used = `${formatUnits(account.used)} of ${unitsOf(account)}`;
    return {
      subject: `Units running low: ${clientName}`,
      content: `${clientName} has used ${used}. ${unitsLabel(toAvailable(account))} ${isOrAre(toAvailable(account))} left.`,
    };
  }
  if (threshold === 'used-up' || expiryDate === null) {
    return { subject: `Units used up: ${clientName}`, content: describeUsedUp(account) };
  }
  const left = toAvailable(account);
  const unused =
    signOf(left) <= 0
      ? 'All of its units are used.'
      : `${formatUnits(left)} of ${unitsLabel(total)} ${isOrAre(left)} unused and will expire with it.`;
  return {
    subject: `Authorization expires ${shortDay.format(new Date(expiryDate))}: ${clientName}`,
    content: `The ${authorizationName(account)} for ${clientName} expires on ${longDay.format(new Date(expiryDate))}. ${unused}`,
  };
}

function describeUsedUp(account: AlertAccount): string {
  const hasUnits = signOf(account.total) > 0;
  const used = hasUnits
    ? `has used all ${unitsOf(account)}`
    : `has no ${unitsOf(account).replace(/^0 /, '')}`;
  const over = subtract(account.used, account.total);
  if (signOf(over) <= 0) return `${account.clientName} ${used}.`;
  return `${account.clientName} ${used} and is ${unitsLabel(over)} over. You can change units in Client Management.`;
}

/** '240 general units', or '96 units of the Home care authorization A-12'. */
function unitsOf(account: AlertAccount): string {
  if (account.authorizationId === null) return unitsLabel(account.total).replace(' unit', ' general unit');
  return `${unitsLabel(account.total)} of the ${authorizationName(account)}`;
}

/** 'Home care authorization A-12'. */
const authorizationName = ({ serviceName, reference }: AlertAccount): string =>
  [serviceName, 'authorization', reference].filter(Boolean).join(' ');

const isOrAre = (units: string): string => (Number(units) === 1 ? 'is' : 'are');

/** 'July 31' and 'July 31, 2026'. */
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
