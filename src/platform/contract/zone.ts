/** Wall-clock times in a time zone, for server and web. */
import { TZDate } from '@date-fns/tz';

/**
 * The moment at which clocks in `timeZone` show `time` (`HH:mm`) on `day` (`YYYY-MM-DD`).
 * A time that the spring change skips is moved ahead; of a repeated hour it is the first.
 */
export function momentInZone(day: string, time: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(new TZDate(year, month - 1, date, hours, minutes, timeZone).getTime());
}

/** The day after `day`, both `YYYY-MM-DD`. */
export function nextDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10);
}

/** What clocks in `timeZone` show at a moment: the day (`YYYY-MM-DD`) and the time (`HH:mm`). */
export function clockInZone(moment: Date, timeZone: string): { day: string; time: string } {
  const local = new TZDate(moment.getTime(), timeZone);
  const pad = (value: number) => String(value).padStart(2, '0');
  return {
    day: `${local.getFullYear()}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`,
    time: `${pad(local.getHours())}:${pad(local.getMinutes())}`,
  };
}

/** Formats moments in `timeZone`, with the offset from UTC: '2026-10-31 09:00 -04:00'. */
export function clockWithOffset(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  return (moment) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    const offset = parts['timeZoneName']?.slice('GMT'.length) || '+00:00';
    return `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']} ${offset}`;
  };
}
