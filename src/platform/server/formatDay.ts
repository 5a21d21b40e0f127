const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar day (YYYY-MM-DD) in an English document: 'Mar 2, 2026'. */
export const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));
