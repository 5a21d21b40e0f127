import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from './days.ts';
import { toInstant } from './zone.ts';
import { clockAtWorkStart, getDayAt, getZoneOn, startOfZoneDay, type BusinessZones } from './zoneDays.ts';

const ZONES = ['America/New_York', 'America/Chicago', 'America/Los_Angeles', 'Europe/London', 'Asia/Kolkata'];
const zone = fc.constantFrom(...ZONES);
const day = fc.integer({ min: 0, max: 700 }).map((count) => addDays('2025-06-01', count));

/** A zone from the beginning and two changes. */
const zones = fc
  .tuple(zone, fc.tuple(day, zone), fc.tuple(day, zone))
  .filter(([, [first], [second]]) => addDays(first, 2) < second)
  .map(([before, [first, then], [second, now]]): BusinessZones => ({
    timeZone: now,
    timeZones: [
      { from: '2000-01-01', timeZone: before },
      { from: first, timeZone: then },
      { from: second, timeZone: now },
    ],
  }));

test('a day begins and ends with its moments, also where the zone changes [15.settings.3]', () => {
  fc.assert(
    fc.property(zones, day, (changed, one) => {
      const [start, end] = [startOfZoneDay(one, changed), startOfZoneDay(addDays(one, 1), changed)];
      expect(getDayAt(start, changed)).toBe(one);
      expect(getDayAt(new Date(end.getTime() - 1), changed)).toBe(one);
    }),
  );
});

test('work is entered at the moment it begins, or at the first one after it that a day has [15.settings.3]', () => {
  fc.assert(
    fc.property(zones, day, fc.integer({ min: 0, max: 25 * 60 }), (changed, one, minutes) => {
      const moment = new Date(startOfZoneDay(one, changed).getTime() + minutes * 60_000);
      const entered = clockAtWorkStart(moment, changed);
      const start = toInstant(entered, getZoneOn(entered.day, changed));
      const next = startOfZoneDay(addDays(getDayAt(moment, changed), 1), changed);
      expect([moment.getTime(), next.getTime()]).toContain(start.getTime());
    }),
  );
});

test('a zone that was never changed holds on all days', () => {
  const never = { timeZone: 'America/New_York', timeZones: [] };
  expect(getZoneOn('2026-03-15', never)).toBe('America/New_York');
  expect(getDayAt(new Date('2026-03-15T03:59:59Z'), never)).toBe('2026-03-14');
  expect(getDayAt(new Date('2026-03-15T04:00:00Z'), never)).toBe('2026-03-15');
});

test('a session of an earlier release, which has no zones by day, has its zone on all days', () => {
  expect(getZoneOn('2026-03-15', { timeZone: 'America/New_York' })).toBe('America/New_York');
});
