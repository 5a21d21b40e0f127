/** The current time; the only place where the web app reads the clock. */
export function now(): Date {
  return new Date();
}

/** Today's date (YYYY-MM-DD) in an IANA time zone. */
export function today(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now());
}
