/**
 * Wall-clock times in a time zone, for server and web. All conversions between clocks and moments are here and use
 * offsets of `Intl` alone, so that the zone of the host cannot change them (docs/decisions/049).
 */

/** Moments with the same time, when clocks go back and show it twice. */
export const OCCURRENCES = ['first', 'second'] as const;
export type Occurrence = (typeof OCCURRENCES)[number];

/** A wall-clock time. */
export interface ClockTime {
  /** `YYYY-MM-DD` */
  day: string;
  /** `HH:mm` */
  time: string;
  /** The first where it is missing and the time is repeated. */
  occurrence?: Occurrence | null | undefined;
}

/** The moments at which clocks show a time: one, two, or none where clocks go forward. */
export type ResolvedTime =
  | { kind: 'unique'; instant: Date }
  | { kind: 'repeated'; first: Date; second: Date }
  | SkippedTime;

/** A time that does not exist: clocks go forward from `from` to `to`; all times are `HH:mm`. */
export interface SkippedTime {
  kind: 'skipped';
  from: string;
  to: string;
  /** The time moved ahead by as much as the clocks, with its day: the next one where clocks go forward before midnight. */
  suggested: string;
  suggestedDay: string;
  instant: Date;
}

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

// Creating an Intl formatter is slow, so each is created once.
const clockFormats = new Map<string, Intl.DateTimeFormat>();

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  let format = clockFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    clockFormats.set(timeZone, format);
  }
  return format;
}

/** The offset of a zone's clocks from UTC, in milliseconds, at a moment in milliseconds since 1970. */
function offsetAt(at: number, timeZone: string): number {
  // Month/day/year, hours:minutes:seconds; `formatToParts` takes twice as long.
  const [month = 0, day, year = 0, ...time] = clockFormat(timeZone).format(at).split(/\D+/).map(Number);
  const [hour, minute, second] = time;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / SECOND_MS) * SECOND_MS;
}

/** The offsets before and after a change of clocks that is near a wall-clock time in milliseconds; otherwise equal. */
function offsetsAround(clock: number, timeZone: string): { before: number; after: number } {
  // No offset exceeds a day, so that the moment lies between these two.
  return { before: offsetAt(clock - DAY_MS, timeZone), after: offsetAt(clock + DAY_MS, timeZone) };
}

/** A wall-clock time in milliseconds, as if it were UTC. */
function toClock({ day, time }: ClockTime): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Date.UTC(year, month - 1, date, hours, minutes);
}

const dayOf = (clock: number): string => new Date(clock).toISOString().slice(0, 10);
const timeOf = (clock: number): string => new Date(clock).toISOString().slice(11, 16);

/** The moments, in milliseconds, at which clocks show a time, also in milliseconds: the earlier one first. */
function findMoments(clock: number, timeZone: string): number[] {
  const { before, after } = offsetsAround(clock, timeZone);
  const offsets = before === after ? [before] : [before, after];
  return offsets.map((offset) => clock - offset).filter((at) => offsetAt(at, timeZone) === clock - at);
}

/** The moment of the change, in milliseconds, that skips a wall-clock time. */
function findChange(clock: number, timeZone: string): number {
  const { before, after } = offsetsAround(clock, timeZone);
  // Clocks still show less than the time at the first moment and already show more at the second.
  let [low, high] = [clock - after, clock - before];
  while (high - low > SECOND_MS) {
    const middle = low + Math.floor((high - low) / 2 / SECOND_MS) * SECOND_MS;
    if (middle + offsetAt(middle, timeZone) < clock) low = middle;
    else high = middle;
  }
  return high;
}

/** The moment at which clocks show a time. A skipped time is moved ahead by as much as the clocks. */
export function toInstant(clockTime: ClockTime, timeZone: string): Date {
  const clock = toClock(clockTime);
  const [first, second = first] = findMoments(clock, timeZone);
  if (first === undefined || second === undefined)
    return new Date(clock - offsetsAround(clock, timeZone).before);
  return new Date(clockTime.occurrence === 'second' ? second : first);
}

/** The moments at which clocks show a time: one, two or none. */
export function resolveTime(clockTime: ClockTime, timeZone: string): ResolvedTime {
  const clock = toClock(clockTime);
  const [first, second] = findMoments(clock, timeZone);
  if (first !== undefined && second !== undefined)
    return { kind: 'repeated', first: new Date(first), second: new Date(second) };
  if (first !== undefined) return { kind: 'unique', instant: new Date(first) };
  const { before, after } = offsetsAround(clock, timeZone);
  const change = findChange(clock, timeZone);
  return {
    kind: 'skipped',
    from: timeOf(change + before),
    to: timeOf(change + after),
    suggested: timeOf(clock - before + after),
    suggestedDay: dayOf(clock - before + after),
    instant: new Date(clock - before),
  };
}

/** The first moment of a day: later than 00:00 where clocks skip midnight, the first where they repeat it. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = toClock({ day, time: '00:00' });
  return new Date(findMoments(midnight, timeZone)[0] ?? findChange(midnight, timeZone));
}

/** The zone of this device, to propose it or to compare; engines differ in which of its names they give. */
// oxlint-disable-next-line typescript/no-deprecated -- It asks for the zone itself.
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns whether two names mean one zone in this engine, such as Asia/Calcutta and Asia/Kolkata. */
export function isSameZone(one: string, other: string): boolean {
  const nameOf = (timeZone: string) => clockFormat(timeZone).resolvedOptions().timeZone;
  return one === other || nameOf(one) === nameOf(other);
}

/** The day after `day`, both `YYYY-MM-DD`. */
export const nextDay = (day: string): string => dayOf(Date.parse(`${day}T00:00:00Z`) + DAY_MS);

/** The calendar day of a moment in a time zone, `YYYY-MM-DD`. */
export const dayInZone = (moment: Date, timeZone: string): string =>
  dayOf(moment.getTime() + offsetAt(moment.getTime(), timeZone));

/** The wall-clock time in `timeZone` at a moment; `occurrence` is null unless clocks show it twice. */
export function clockInZone(
  moment: Date,
  timeZone: string,
): { day: string; time: string; occurrence: Occurrence | null } {
  const at = moment.getTime();
  const clock = at + offsetAt(at, timeZone);
  const [first, second] = findMoments(clock, timeZone);
  const occurrence = second === undefined ? null : at === first ? 'first' : 'second';
  return { day: dayOf(clock), time: timeOf(clock), occurrence };
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
