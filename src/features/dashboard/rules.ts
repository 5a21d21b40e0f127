/** The labels beside the totals of the dashboard, and the values of its reviews. */

import type { ReviewReason } from '#features/notes/contract.ts';

/** A total, and how much of it was added in the period. */
interface Growth {
  now: number;
  added: number;
}

/** The growth of a total in a period: '+12% this week', or '+3 this week' when there was nothing before. */
export function formatGrowth({ now, added }: Growth, period: 'this week' | 'this month'): string {
  if (now === 0) return 'None yet';
  if (added === 0) return `No change ${period}`;
  const before = now - added;
  return before > 0 ? `+${percent(added / before)} ${period}` : `+${added} ${period}`;
}

/** Small percentages keep decimals, so that growth never reads as 0%. */
function percent(share: number): string {
  const figure = share * 100;
  if (figure >= 1) return `${Math.round(figure)}%`;
  return `${figure.toFixed(figure < 0.1 ? 2 : 1)}%`;
}

export const formatPending = (pending: number): string => (pending > 0 ? 'Needs attention' : 'All caught up');

export const formatProgress = (inProgress: number): string =>
  inProgress > 0 ? 'Active work' : 'No active work';

/** The first day of a period of whole months that ends today: '2026-09-01' for three months in November. */
export function firstDayOfMonths(today: string, months: number): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10);
}

type Decisions = { approved: number; sentBack: number; denied: number };

/** The share of decisions that send a note back; null without decisions. */
export function getSentBackShare({ approved, sentBack, denied }: Decisions): number | null {
  const decisions = approved + sentBack + denied;
  return decisions === 0 ? null : sentBack / decisions;
}

/** The reason given most often, the first one of equals; undefined when none was given. */
export function getMostFrequentReason(
  reasons: Partial<Record<ReviewReason, number>>,
): ReviewReason | undefined {
  const counts = (Object.entries(reasons) as [ReviewReason, number][]).filter(([, count]) => count > 0);
  return counts.toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** A share as a whole percentage: 0.125 is '13%'. */
export const formatPercent = (share: number): string => `${Math.round(share * 100)}%`;

/** Hours with a decimal below 10: '4.5', '27'. */
export const formatReviewHours = (hours: number): string =>
  hours < 10 ? hours.toFixed(1) : String(Math.round(hours));
