import { formatShortDate } from '#platform/web/format.ts';

/** 'Nov 15', of a day without a zone. */
export const formatStart = (day: string): string => formatShortDate(`${day}T00:00:00Z`, 'UTC');
