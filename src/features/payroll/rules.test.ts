import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { getWeek, listWeeks, startOfWeek, type WeekStart } from '#platform/contract/weeks.ts';
import { dayInZone, startOfDay } from '#platform/contract/zone.ts';
import { getSummaryMonth, toMonth, validateRange, compareTrend } from './rules.ts';

/** Both hemispheres, half hours, skipped midnights, a skipped day, no clock changes. */
const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Apia',
  'Pacific/Chatham',
];

/** Weeks from Sunday, whose clocks change in them; from Saturday after a short week in 2025. */
const WEEK_STARTS: Record<string, WeekStart[]> = {
  'weeks from Sunday': [],
  'weeks from Saturday since 2025': [{ from: '2025-02-08', weekStart: 6 }],
};

const begins = (day: string, zone: string) => startOfDay(day, zone).toISOString();

describe('a week begins at the first moment of Sunday', () => {
  test.each([
    // Both sides of both clock changes, which fall on Sundays.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-15', 'America/New_York', '2026-03-15T04:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-11-08', 'America/New_York', '2026-11-08T05:00:00.000Z'],
    // There is no midnight on these Sundays.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    // There are two midnights: the first begins the day.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2026-05-03', 'Asia/Kathmandu', '2026-05-02T18:15:00.000Z'],
    ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00.000Z'],
    ['2027-01-03', 'Pacific/Chatham', '2027-01-02T10:15:00.000Z'],
  ])('%s in %s at %s [9.weeks.1 10.3.17]', (day, zone, expected) => {
    expect(begins(day, zone)).toBe(expected);
    const moment = startOfDay(day, zone).getTime();
    const weekOf = (at: number) => startOfWeek(dayInZone(new Date(at), zone), []);
    expect([weekOf(moment - 1000), weekOf(moment), weekOf(moment + 1000)]).toEqual([
      addDays(day, -7),
      day,
      day,
    ]);
  });
});

const CASES = ZONES.flatMap((zone) => Object.keys(WEEK_STARTS).map((name) => [zone, name] as const));

describe.each(CASES)('in %s with %s', (zone, name) => {
  const weekStarts = WEEK_STARTS[name] ?? [];
  const weeks = listWeeks('2031-01-05', weekStarts, 600);
  const bounds = weeks.map((week) => startOfDay(week, zone).getTime());
  const first = bounds[0] ?? 0;
  const last = bounds.at(-1) ?? 0;

  test('every moment is in exactly one week, that of its calendar day [R-15]', () => {
    fc.assert(
      fc.property(fc.integer({ min: first, max: last - 1 }), (at) => {
        const within = weeks.filter(
          (_, index) => at >= (bounds[index] ?? 0) && at < (bounds[index + 1] ?? 0),
        );
        expect(within).toEqual([startOfWeek(dayInZone(new Date(at), zone), weekStarts)]);
      }),
      { numRuns: 500 },
    );
  });

  test('weeks have 7 days of 23 to 25 hours and follow each other [9.weeks.3 10.3.18]', () => {
    const hours = bounds.slice(1).map((bound, index) => (bound - (bounds[index] ?? 0)) / 3_600_000);
    // The week before a change has six days.
    const short = hours.filter((length) => length < 7 * 24 - 1);
    expect(short.map((length) => Math.round(length / 24))).toEqual(weekStarts.length === 0 ? [] : [6]);
    expect(Math.max(...hours)).toBeLessThanOrEqual(7 * 24 + 1);
  });
});

test('weeks continue across month and year ends [9.weeks.1]', () => {
  expect(getWeek('2027-01-01', [])).toEqual({ start: '2026-12-27', end: '2027-01-02' });
  expect(startOfWeek('2026-11-22', [])).toBe('2026-11-22');
});

test("the summary month is today's month in the current week, otherwise that of the week's end", () => {
  expect(getSummaryMonth(getWeek('2026-11-29', []), '2026-11-30')).toBe('2026-11');
  expect(getSummaryMonth(getWeek('2026-11-29', []), '2026-12-02')).toBe('2026-12');
  expect(getSummaryMonth(getWeek('2026-11-29', []), '2026-12-20')).toBe('2026-12');
  expect(getSummaryMonth(getWeek('2026-11-15', []), '2026-12-20')).toBe('2026-11');
});

test('a month lasts from its first day to the first of the next month', () => {
  expect(toMonth('2026-12')).toEqual({ start: '2026-12-01', end: '2026-12-31' });
  expect(toMonth('2028-02')).toEqual({ start: '2028-02-01', end: '2028-02-29' });
});

test('a trend compares the minutes [2.payroll.2 4.trend.1]', () => {
  expect([compareTrend(2, 1), compareTrend(1, 2), compareTrend(0, 0)]).toEqual(['up', 'down', 'same']);
});

test.each([
  ['2026-11-01', '2026-11-01', undefined],
  ['2025-11-07', '2026-11-07', undefined],
  ['2025-11-06', '2026-11-07', 'A file holds one year at most'],
  ['2026-11-02', '2026-11-01', "The last day can't be before the first"],
  ['2026-02-29', '2026-11-01', 'Choose a day between 2000 and 2099'],
  ['2026-11-01', '', 'Choose a day between 2000 and 2099'],
])('validateRange(%j, %j) returns %j', (from, to, problem) => {
  expect(validateRange(from, to)).toBe(problem);
});
