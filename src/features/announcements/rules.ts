/** Rules and labels of announcements. */

/** Announcements scheduled within this many days are upcoming. */
export const UPCOMING_DAYS = 7;

const FIRST_MOMENT = Date.UTC(2000, 0, 1);
const LAST_MOMENT = Date.UTC(2100, 0, 1);

/** Accepts instants in this century only, to catch mistyped years. */
export const isPlannable = (moment: Date): boolean =>
  moment.getTime() >= FIRST_MOMENT && moment.getTime() < LAST_MOMENT;

export const typeLabels = {
  announcement: 'Announcement',
  meeting: 'Meeting',
  event: 'Event',
  other: 'Other',
  general: 'General',
} as const;

export const priorityLabels = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
} as const;
