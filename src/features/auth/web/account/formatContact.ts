import { now } from '#platform/web/clock.ts';
import { formatDateTimeZone, formatRelative } from '#platform/web/format.ts';

/** When a device was last in contact with the server: '5 minutes ago (Mar 1, 2026 at 2:05 PM EST)'. */
export const formatContact = (iso: string, timeZone: string): string =>
  `${formatRelative(iso, now())} (${formatDateTimeZone(iso, timeZone)})`;
