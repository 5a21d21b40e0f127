/** The closed period of a business: all work dates through a day. */

/** Maximum length of the reason for reopening a closed period, in characters. */
export const PERIOD_REASON_MAX = 500;

/** Matches work dates in the closed period. @param lockedThrough the last closed day; null when none is closed */
export const isInClosedPeriod = (workDate: string, lockedThrough: string | null): boolean =>
  lockedThrough !== null && workDate <= lockedThrough;

/** 'Nov 15, 2026'. */
export const formatPeriodDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'The period through Nov 15, 2026 is closed.' */
export const closedPeriodMessage = (lockedThrough: string): string =>
  `The period through ${formatPeriodDay(lockedThrough)} is closed.`;

/** 'Pending: 2', how the refusal to close a period lists the notes of a status. */
export const formatUndecided = (label: string, count: number): string => `${label}: ${count}`;

/** How many notes such a refusal lists. */
export const countUndecided = (statuses: readonly { message: string }[]): number =>
  statuses.reduce((sum, { message }) => sum + Number(/\d+/.exec(message)?.[0] ?? 0), 0);
