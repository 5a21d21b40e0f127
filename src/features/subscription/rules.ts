/** Rules about paying that both halves know. */

/** The states of a subscription, in the words of the payment provider. */
export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** The digits of a card number as it was typed. */
export const cardDigits = (text: string): string => text.replace(/[\s-]/g, '');

/** Is this a card number without a typing mistake? Its last digit checks the others (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The last month that a card counts in; months are 1 to 12. */
export interface Expiry {
  year: number;
  month: number;
}

/** Reads `12/30` and `12 / 2030`; null when it is neither. */
export function expiryOf(text: string): Expiry | null {
  const found = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(\d{4}|\d{2})\s*$/.exec(text);
  if (!found) return null;
  const year = Number(found[2]);
  return { year: year < 100 ? 2000 + year : year, month: Number(found[1]) };
}

/** The first moment at which the card does not count any more, in UTC. */
export const expiresAt = ({ year, month }: Expiry): Date => new Date(Date.UTC(year, month, 1));

export const CARD_EXPIRED = "Your card's expiration date is in the past.";

/** What a business may do with its subscription, by the provider's state of it. */
export interface SubscriptionMoves {
  subscribe: boolean;
  cancel: boolean;
  reactivate: boolean;
  updatePaymentMethod: boolean;
  changePlan: boolean;
}

/** None was paid, or it came to its end: another can begin. */
const OVER: (SubscriptionStatus | null)[] = [null, 'incomplete', 'incomplete_expired', 'canceled'];
/** Paid for, or about to be paid for again. */
const RUNNING: (SubscriptionStatus | null)[] = ['active', 'trialing', 'past_due'];

/** @param status null when there never was a subscription */
export function movesOf(
  { isCreatorBusiness }: { isCreatorBusiness: boolean },
  { status, cancelAtPeriodEnd }: { status: SubscriptionStatus | null; cancelAtPeriodEnd: boolean },
): SubscriptionMoves {
  const over = OVER.includes(status);
  const running = RUNNING.includes(status);
  return {
    subscribe: over && !isCreatorBusiness,
    cancel: !over && !cancelAtPeriodEnd,
    reactivate: !over && cancelAtPeriodEnd,
    updatePaymentMethod: !over,
    changePlan: running && !cancelAtPeriodEnd,
  };
}
