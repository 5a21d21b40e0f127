/**
 * SQL for a time minus an interval, for updates of timestamptz columns. Without a time zone of its own, the difference
 * depends on that of the session (STABLE), and Citus refuses such updates.
 */
export const subtractInterval = (column: string, interval: string): string =>
  `(${column} at time zone 'UTC' - ${interval}) at time zone 'UTC'`;
