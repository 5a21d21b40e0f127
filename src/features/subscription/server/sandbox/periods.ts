/** How a subscription of the sandbox goes on by itself: periods, renewals and ends, all computed. */
import type { SubscriptionStatus } from '#features/subscription/rules.ts';

/** The same day and time so many months later; where that month is shorter, its last day. In UTC. */
export function monthsAfter(start: Date, months: number): Date {
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const later = new Date(start);
  later.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay));
  return later;
}

export interface Course {
  status: SubscriptionStatus;
  cancelAtPeriodEnd: boolean;
  createdAt: Date;
  /** When the first payment came; null before. */
  anchor: Date | null;
  periodsOver: number;
  cardExpiresAt: Date | null;
  cardDeclinesLater: boolean;
}

/** An open payment expires after this time, as at Stripe. */
const OPEN_MS = 23 * 60 * 60 * 1000;

/** The current period; null before the first payment. Counted from the first one, so that the 31st comes back. */
export function periodOf({ anchor, periodsOver }: Pick<Course, 'anchor' | 'periodsOver'>) {
  if (!anchor) return null;
  return { start: monthsAfter(anchor, periodsOver), end: monthsAfter(anchor, periodsOver + 1) };
}

/**
 * The state of a subscription now. The card is charged at the end of each period; an unpaid period is not followed by
 * another.
 * @param renewing false: the card is no longer charged, so every period is the last
 */
export function upTo<C extends Course>(course: C, now: Date, renewing: boolean): C {
  if (course.status === 'incomplete') {
    const over = now.getTime() >= course.createdAt.getTime() + OPEN_MS;
    return over ? { ...course, status: 'incomplete_expired' } : course;
  }
  let current = course;
  for (;;) {
    const period = periodOf(current);
    const runs = current.status === 'active' || current.status === 'past_due';
    if (!period || !runs || period.end > now) return current;
    const last = current.cancelAtPeriodEnd || current.status === 'past_due' || !renewing;
    if (last) return { ...current, status: 'canceled' };
    const status = chargeable(current, period.end) ? 'active' : 'past_due';
    current = { ...current, status, periodsOver: current.periodsOver + 1 };
  }
}

const chargeable = ({ cardExpiresAt, cardDeclinesLater }: Course, at: Date): boolean =>
  !cardDeclinesLater && cardExpiresAt !== null && cardExpiresAt > at;
