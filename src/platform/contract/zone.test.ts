import { expect, test } from 'vitest';
import { clockInZone, momentInZone, nextDay } from './zone.ts';

test.each([
  ['2026-01-15', '09:30', 'America/New_York', '2026-01-15T14:30:00.000Z'],
  ['2026-07-15', '09:30', 'America/New_York', '2026-07-15T13:30:00.000Z'],
  ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01', '00:59', 'America/New_York', '2026-11-01T04:59:00.000Z'],
  ['2026-11-01', '02:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
  ['2026-05-05', '12:00', 'Asia/Kathmandu', '2026-05-05T06:15:00.000Z'],
  // Of a repeated hour the first; a skipped time as much later.
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
])('momentInZone converts %s %s in %s to %s', (day, time, zone, expected) => {
  expect(momentInZone(day, time, zone).toISOString()).toBe(expected);
});

test('nextDay crosses the ends of months and years', () => {
  expect([nextDay('2026-02-28'), nextDay('2028-02-28'), nextDay('2026-12-31')]).toEqual([
    '2026-03-01',
    '2028-02-29',
    '2027-01-01',
  ]);
});

test.each([
  ['2026-01-15T14:30:00.000Z', 'America/New_York', '2026-01-15', '09:30'],
  ['2026-07-15T03:59:59.000Z', 'America/New_York', '2026-07-14', '23:59'],
  ['2026-11-01T06:30:00.000Z', 'America/New_York', '2026-11-01', '01:30'],
  ['2026-12-31T10:00:00.000Z', 'Pacific/Kiritimati', '2027-01-01', '00:00'],
])('at %s clocks in %s show %s %s', (moment, zone, day, time) => {
  expect(clockInZone(new Date(moment), zone)).toEqual({ day, time });
});
