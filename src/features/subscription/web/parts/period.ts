import { GRACE_DAYS } from '../../../businesses/rules.ts';
import type { Subscription } from '../queries.ts';
import { formatCents } from '../../../../platform/web/figures.ts';
import { formatDate } from '../../../../platform/web/format.ts';

/** The day of a moment in Unix seconds: 'Mar 1, 2026'. */
export const dayOf = (seconds: number, timeZone: string): string =>
  formatDate(new Date(seconds * 1000).toISOString(), timeZone);

/** What a plan costs: '$49.99', with the currency's name where it is another. */
export function amountOf({ amount, currency }: Subscription['plan']): string {
  const dollars = formatCents(amount);
  return currency === 'usd' ? dollars : `${dollars.replace('$', '')} ${currency.toUpperCase()}`;
}

const DAY_SECONDS = 24 * 60 * 60;

/** Until when everything works although the present period is not paid, in Unix seconds. */
export const graceEnd = (subscription: Pick<Subscription, 'current_period_start'>): number =>
  subscription.current_period_start + GRACE_DAYS * DAY_SECONDS;
