/** Clock changes as tzdata lists them, and what follows from them, without any library. */

import { readFileSync } from 'node:fs';

interface ZoneChanges {
  /** Minutes from UTC at the start of 2023. */
  before: number;
  /** Moments, with the minutes from UTC from then on. */
  changes: [at: string, offset: number][];
}

const { zones } = JSON.parse(readFileSync(new URL('../data/zoneChanges.json', import.meta.url), 'utf8')) as {
  zones: Record<string, ZoneChanges>;
};

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
/** Quarter hours before and after each change. */
const AROUND = 16;

export interface QuarterHour {
  zone: string;
  /** A moment, in milliseconds. */
  at: number;
  /** A time on the clock, which may be repeated or skipped: `YYYY-MM-DD HH:mm`. */
  clock: string;
}

const toClock = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** The quarter hours around each change, by moments and by what clocks before the change would show. */
export function listQuarterHours(): QuarterHour[] {
  return Object.entries(zones).flatMap(([zone, { before, changes }]) => {
    // Zones without changes are converted where New York changes its clocks.
    const moments = (changes.length > 0 ? changes : (zones['America/New_York']?.changes ?? [])).map(
      ([at]) => at,
    );
    return moments.flatMap((change, index) => {
      const offset = changes[index - 1]?.[1] ?? before;
      return Array.from({ length: 2 * AROUND + 1 }, (_, step) => {
        const at = Date.parse(change) + (step - AROUND) * QUARTER_MS;
        return { zone, at, clock: toClock(at + offset * MINUTE_MS) };
      });
    });
  });
}

/** The minutes from UTC at a moment. */
function offsetAt(zone: string, at: number): number {
  const { before = 0, changes = [] } = zones[zone] ?? {};
  return changes.findLast(([change]) => Date.parse(change) <= at)?.[1] ?? before;
}

/** The wall-clock time at a moment. */
export const clockAt = (zone: string, at: number): string => toClock(at + offsetAt(zone, at) * MINUTE_MS);

/** The moments at which clocks show a time. */
export function momentsOf(zone: string, clock: string): number[] {
  const { before = 0, changes = [] } = zones[zone] ?? {};
  const offsets = new Set([before, ...changes.map(([, offset]) => offset)]);
  const local = Date.parse(`${clock.replace(' ', 'T')}:00Z`);
  return [...offsets]
    .map((offset) => local - offset * MINUTE_MS)
    .filter((at) => clockAt(zone, at) === clock)
    .sort((a, b) => a - b);
}
