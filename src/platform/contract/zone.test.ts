import { describe, expect, test } from 'vitest';
import {
  clockInZone,
  clockWithOffset,
  dayInZone,
  nextDay,
  type Occurrence,
  resolveTime,
  startOfDay,
  toInstant,
} from './zone.ts';

const at = (text: string, occurrence?: Occurrence) => ({
  day: text.slice(0, 10),
  time: text.slice(11),
  occurrence,
});

test.each([
  ['2026-01-15 09:30', 'America/New_York', '2026-01-15T14:30:00.000Z'],
  ['2026-07-15 09:30', 'America/New_York', '2026-07-15T13:30:00.000Z'],
  ['2026-03-08 03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01 00:59', 'America/New_York', '2026-11-01T04:59:00.000Z'],
  ['2026-11-01 02:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
  ['2026-05-05 12:00', 'Asia/Kathmandu', '2026-05-05T06:15:00.000Z'],
  ['2026-10-25 00:30', 'Europe/London', '2026-10-24T23:30:00.000Z'],
  // A skipped time is moved ahead by as much as the clocks: one hour, half an hour, a day.
  ['2026-03-08 02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-10-04 02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  ['2011-12-30 12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  // Offsets had seconds.
  ['1971-06-01 12:00', 'Africa/Monrovia', '1971-06-01T12:44:30.000Z'],
])('clocks show %s in %s at %s', (time, zone, expected) => {
  expect(toInstant(at(time), zone).toISOString()).toBe(expected);
});

test.each([
  ['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
  ['2026-10-25 01:30', 'Europe/London', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
  ['2026-04-05 01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  ['2026-11-01 00:00', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-01T05:00:00.000Z'],
])('clocks show %s in %s twice, at %s and %s', (time, zone, first, second) => {
  expect(resolveTime(at(time), zone)).toEqual({
    kind: 'repeated',
    first: new Date(first),
    second: new Date(second),
  });
  for (const [occurrence, moment] of [
    ['first', first],
    ['second', second],
  ] as const) {
    expect(toInstant(at(time, occurrence), zone).toISOString()).toBe(moment);
    expect(clockInZone(new Date(moment), zone)).toEqual(at(time, occurrence));
  }
  expect(toInstant(at(time), zone).toISOString()).toBe(first);
});

test.each([
  ['2026-03-08 02:15', 'America/New_York', ['02:00', '03:00', '2026-03-08 03:15']],
  ['2026-03-08 02:00', 'America/New_York', ['02:00', '03:00', '2026-03-08 03:00']],
  ['2026-10-04 02:15', 'Australia/Lord_Howe', ['02:00', '02:30', '2026-10-04 02:45']],
  ['2026-03-08 00:30', 'America/Havana', ['00:00', '01:00', '2026-03-08 01:30']],
  ['2026-03-28 23:30', 'America/Nuuk', ['23:00', '00:00', '2026-03-29 00:30']],
  ['2011-12-30 12:00', 'Pacific/Apia', ['00:00', '00:00', '2011-12-31 12:00']],
])('clocks never show %s in %s: %j', (time, zone, [from, to, suggested = '']) => {
  expect(resolveTime(at(time), zone)).toEqual({
    kind: 'skipped',
    from,
    to,
    suggested: suggested.slice(11),
    suggestedDay: suggested.slice(0, 10),
    instant: toInstant(at(suggested), zone),
  });
  // The second of a time that exists once or never is the same.
  expect(toInstant(at(time, 'second'), zone)).toEqual(toInstant(at(time), zone));
});

test.each([
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  // From 23:30 to 00:30: the day begins in the middle of what is skipped.
  ['1919-03-31', 'America/Toronto', '1919-03-31T04:30:00.000Z'],
])('%s begins in %s at %s', (day, zone, expected) => {
  expect(startOfDay(day, zone).toISOString()).toBe(expected);
});

test('nextDay crosses the ends of months and years', () => {
  expect([nextDay('2026-02-28'), nextDay('2028-02-28'), nextDay('2026-12-31')]).toEqual([
    '2026-03-01',
    '2028-02-29',
    '2027-01-01',
  ]);
});

describe.each([
  ['2026-01-15T14:30:00.000Z', 'America/New_York', '2026-01-15 09:30', '-05:00'],
  ['2026-07-15T03:59:59.000Z', 'America/New_York', '2026-07-14 23:59', '-04:00'],
  ['2026-12-31T10:00:00.000Z', 'Pacific/Kiritimati', '2027-01-01 00:00', '+14:00'],
  ['2026-12-31T23:59:59.999Z', 'UTC', '2026-12-31 23:59', '+00:00'],
])('at %s in %s', (moment, zone, time, offset) => {
  test(`clocks show ${time} once`, () => {
    expect(clockInZone(new Date(moment), zone)).toEqual({ ...at(time), occurrence: null });
    expect(dayInZone(new Date(moment), zone)).toBe(time.slice(0, 10));
    expect(clockWithOffset(zone)(new Date(moment))).toBe(`${time} ${offset}`);
  });
});
