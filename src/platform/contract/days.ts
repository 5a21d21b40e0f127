/** Calendar days as `YYYY-MM-DD`. Nothing of zones here: the first screen reads addresses and needs no time zone. */

/** Whether a text is a day of the calendar between 2000 and 2099. */
export function isDay(text: string): boolean {
  const moment = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}
