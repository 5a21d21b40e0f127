/** Calendar days as `YYYY-MM-DD`, without the time zone library, which the first screen does not need. */

/** Whether a text is a calendar day between 2000 and 2099. */
export function isDay(text: string): boolean {
  const moment = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}
