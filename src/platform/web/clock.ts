/** The current time; the only place where the web app reads the clock. */
export function now(): Date {
  return new Date();
}

/**
 * A point in time by the device's clock and by the page's monotonic clock (performance.now()), which clock changes do not
 * affect.
 */
export interface Moment {
  at: string;
  /** Milliseconds since the page was opened. */
  counter: number;
  /** The page that counted: counters of two pages cannot be compared, because each may stop while the device sleeps. */
  page?: number;
}

export const readMoment = (): Moment => ({
  at: now().toISOString(),
  counter: performance.now(),
  page: performance.timeOrigin,
});

/** Today's date (YYYY-MM-DD) in an IANA time zone. */
export function today(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now());
}
