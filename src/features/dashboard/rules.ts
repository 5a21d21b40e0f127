/** The labels beside the totals of the dashboard. */

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
