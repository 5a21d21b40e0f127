/** The states of a subscription, as Stripe names them. */
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

/** Removes spaces and hyphens from a card number. */
export const toCardDigits = (text: string): string => text.replace(/[\s-]/g, '');

/** Returns whether the check digit of a card number is correct (Luhn algorithm, ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** `MM/YY` or `MM/YYYY`. */
export const CARD_EXPIRY = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(\d{4}|\d{2})\s*$/;

/** The last month in which a card is valid; months are 1 to 12. */
export interface Expiry {
  year: number;
  month: number;
}

/** Parses `12/30` and `12 / 2030`; null for any other text. */
export function parseExpiry(text: string): Expiry | null {
  const match = CARD_EXPIRY.exec(text);
  if (!match) return null;
  const year = Number(match[2]);
  return { year: year < 100 ? 2000 + year : year, month: Number(match[1]) };
}

/** Returns the first moment at which a card is no longer valid, in UTC. */
export const toExpiryDate = ({ year, month }: Expiry): Date => new Date(Date.UTC(year, month, 1));

export const CARD_EXPIRED = "Your card's expiration date is in the past.";

/** Actions that the state of a subscription allows. */
export interface AllowedActions {
  subscribe: boolean;
  cancel: boolean;
  reactivate: boolean;
  updatePaymentMethod: boolean;
  changePlan: boolean;
}

/** Never paid, or ended: another can be started. */
const OVER: (SubscriptionStatus | null)[] = [null, 'incomplete', 'incomplete_expired', 'canceled'];
/** Paid, or with a payment that is retried. */
const RUNNING: (SubscriptionStatus | null)[] = ['active', 'trialing', 'past_due'];

/** @param status null when there never was a subscription */
export function getAllowedActions(
  { isCreatorBusiness }: { isCreatorBusiness: boolean },
  { status, cancelAtPeriodEnd }: { status: SubscriptionStatus | null; cancelAtPeriodEnd: boolean },
): AllowedActions {
  const isOver = OVER.includes(status);
  const isRunning = RUNNING.includes(status);
  return {
    subscribe: isOver && !isCreatorBusiness,
    cancel: !isOver && !cancelAtPeriodEnd,
    reactivate: !isOver && cancelAtPeriodEnd,
    updatePaymentMethod: !isOver,
    changePlan: isRunning && !cancelAtPeriodEnd,
  };
}
