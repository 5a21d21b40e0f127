/** Rules about announcements that both halves know. */

/** What lies within so many days from now is upcoming. */
export const UPCOMING_DAYS = 7;

const FIRST_MOMENT = Date.UTC(2000, 0, 1);
const LAST_MOMENT = Date.UTC(2100, 0, 1);

/** Whether something can be planned for a moment: this century, so that no year is mistyped. */
export const isPlannable = (moment: Date): boolean =>
  moment.getTime() >= FIRST_MOMENT && moment.getTime() < LAST_MOMENT;
