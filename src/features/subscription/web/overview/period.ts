import { formatCents } from '#platform/contract/decimalFormat.ts';
import { formatDate } from '#platform/web/format.ts';
import { GRACE_DAYS } from '#features/businesses/rules.ts';
import type { Subscription } from '#features/subscription/web/queries.ts';

/** The day of a moment in Unix seconds: 'Mar 1, 2026'. */
export const dayOf = (seconds: number, timeZone: string): string =>
  formatDate(new Date(seconds * 1000).toISOString(), timeZone);

/** The price of a plan: '$49.99'; other currencies with their code. */
export function amountOf({ amount, currency }: Subscription['plan']): string {
  const dollars = formatCents(amount);
  return currency === 'usd' ? dollars : `${dollars.replace('$', '')} ${currency.toUpperCase()}`;
}

/** Matches the statuses of an unpaid period. */
export const isOverdue = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'past_due' || status === 'unpaid';

/** The renewal or end of the period, or the date since which the payment is due. */
export function nextEvent(subscription: Subscription, timeZone: string): { term: string; value: string } {
  const { current_period_start: start, current_period_end: end, cancel_at_period_end: ends } = subscription;
  if (isOverdue(subscription)) return { term: 'Payment due since', value: dayOf(start, timeZone) };
  return { term: ends ? 'Ends on' : 'Renews on', value: dayOf(end, timeZone) };
}

/** The amount and date of the next payment. */
export function nextPayment(subscription: Subscription, timeZone: string): string {
  const {
    plan,
    current_period_start: start,
    current_period_end: end,
    cancel_at_period_end: ends,
  } = subscription;
  if (isOverdue(subscription)) return `${amountOf(plan)}, due since ${dayOf(start, timeZone)}`;
  return ends ? 'None; the subscription is ending' : `${amountOf(plan)} on ${dayOf(end, timeZone)}`;
}

const DAY_SECONDS = 24 * 60 * 60;

/** The end of the grace period of an unpaid period, in Unix seconds. */
export const graceEnd = (subscription: Pick<Subscription, 'current_period_start'>): number =>
  subscription.current_period_start + GRACE_DAYS * DAY_SECONDS;
