/** The clock of a device may be this far ahead. */
export const CLOCK_SKEW_MS = 5 * 60_000;
/** A start without a network can be sent this much later. */
export const OLDEST_START_MS = 7 * 24 * 60 * 60_000;

/** Detects a time of a device in the future, with a tolerance for its clock. */
export const isInFuture = (moment: Date, now: Date): boolean =>
  moment.getTime() > now.getTime() + CLOCK_SKEW_MS;
