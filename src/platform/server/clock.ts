/** The one place that reads the system clock. */
export const clock = { now: (): Date => new Date() };
