/** Rules and labels of announcements. */

/** What lies within so many days from now is upcoming. */
export const UPCOMING_DAYS = 7;

const FIRST_MOMENT = Date.UTC(2000, 0, 1);
const LAST_MOMENT = Date.UTC(2100, 0, 1);

/** Whether something can be planned for a moment: this century, so that no year is mistyped. */
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
