/** Computes the periods, renewals and ends of sandbox subscriptions. */

import type { SubscriptionStatus } from '#features/subscription/rules.ts';

/** Returns the same day and time a number of months later, or the last day of a shorter month. In UTC. */
export function addMonths(start: Date, months: number): Date {
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const later = new Date(start);
  later.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay));
  return later;
}

export interface SandboxState {
  status: SubscriptionStatus;
  cancelAtPeriodEnd: boolean;
  createdAt: Date;
  /** The time of the first payment; null before. */
  anchor: Date | null;
  periodsOver: number;
  cardExpiresAt: Date | null;
  cardDeclinesLater: boolean;
}

/** Open payments expire after this time, as at Stripe. */
const OPEN_MS = 23 * 60 * 60 * 1000;

/** The current period, counted from the first payment so that the 31st is kept; null before. */
export function periodOf({ anchor, periodsOver }: Pick<SandboxState, 'anchor' | 'periodsOver'>) {
  if (!anchor) return null;
  return { start: addMonths(anchor, periodsOver), end: addMonths(anchor, periodsOver + 1) };
}

/**
 * Returns the state at a later time. The card is charged at the end of each period; an unpaid period is the last.
 * @param renews false when the card is no longer charged, so that every period is the last
 */
export function advance<State extends SandboxState>(state: State, now: Date, renews: boolean): State {
  if (state.status === 'incomplete') {
    const isExpired = now.getTime() >= state.createdAt.getTime() + OPEN_MS;
    return isExpired ? { ...state, status: 'incomplete_expired' } : state;
  }
  let current = state;
  for (;;) {
    const period = periodOf(current);
    const isRunning = current.status === 'active' || current.status === 'past_due';
    if (!period || !isRunning || period.end > now) return current;
    const isLast = current.cancelAtPeriodEnd || current.status === 'past_due' || !renews;
    if (isLast) return { ...current, status: 'canceled' };
    const status = canCharge(current, period.end) ? 'active' : 'past_due';
    current = { ...current, status, periodsOver: current.periodsOver + 1 };
  }
}

const canCharge = ({ cardExpiresAt, cardDeclinesLater }: SandboxState, at: Date): boolean =>
  !cardDeclinesLater && cardExpiresAt !== null && cardExpiresAt > at;
