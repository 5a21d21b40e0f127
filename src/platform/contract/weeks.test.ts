import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, countDays } from './days.ts';
import {
  endOfWeek,
  getDefaultWeek,
  getNextWeek,
  getPreviousWeek,
  getWeek,
  listWeeks,
  startOfWeek,
  weekdayOf,
  type WeekStart,
} from './weeks.ts';

/** Mondays from Monday, November 30, 2026: the week before is one Sunday. */
const MONDAYS: WeekStart[] = [{ from: '2026-11-30', weekStart: 1 }];
/** Saturdays from then on: the week before has five days. */
const SATURDAYS: WeekStart[] = [...MONDAYS, { from: '2026-12-12', weekStart: 6 }];

describe('the week of a day [11.week.3]', () => {
  test.each<[string, readonly WeekStart[], string, string]>([
    ['2026-11-22', [], '2026-11-22', '2026-11-28'],
    ['2026-11-28', [], '2026-11-22', '2026-11-28'],
    // Across the end of a year.
    ['2027-01-01', [], '2026-12-27', '2027-01-02'],
    ['2027-01-01', MONDAYS, '2026-12-28', '2027-01-03'],
    // Across a leap day.
    ['2028-02-29', [], '2028-02-27', '2028-03-04'],
    ['2028-02-29', MONDAYS, '2028-02-28', '2028-03-05'],
    ['2028-02-29', SATURDAYS, '2028-02-26', '2028-03-03'],
    // Across both clock changes, which are on Sundays.
    ['2027-03-14', MONDAYS, '2027-03-08', '2027-03-14'],
    ['2027-03-14', SATURDAYS, '2027-03-13', '2027-03-19'],
    ['2027-11-07', MONDAYS, '2027-11-01', '2027-11-07'],
    ['2027-11-07', SATURDAYS, '2027-11-06', '2027-11-12'],
    // Around a change: the last old week, the short one and the first new one.
    ['2026-11-28', MONDAYS, '2026-11-22', '2026-11-28'],
    ['2026-11-29', MONDAYS, '2026-11-29', '2026-11-29'],
    ['2026-11-30', MONDAYS, '2026-11-30', '2026-12-06'],
    ['2026-12-06', SATURDAYS, '2026-11-30', '2026-12-06'],
    ['2026-12-07', SATURDAYS, '2026-12-07', '2026-12-11'],
    ['2026-12-11', SATURDAYS, '2026-12-07', '2026-12-11'],
    ['2026-12-12', SATURDAYS, '2026-12-12', '2026-12-18'],
  ])('%s with %j is from %s to %s', (day, weekStarts, start, end) => {
    expect(getWeek(day, weekStarts)).toEqual({ start, end });
  });

  test('has a week before and after it, also beside a short one', () => {
    expect(getPreviousWeek('2026-12-02', MONDAYS)).toEqual({ start: '2026-11-29', end: '2026-11-29' });
    expect(getPreviousWeek('2026-11-29', MONDAYS)).toEqual({ start: '2026-11-22', end: '2026-11-28' });
    expect(getNextWeek('2026-11-25', MONDAYS)).toEqual({ start: '2026-11-29', end: '2026-11-29' });
    expect(getNextWeek('2026-11-29', MONDAYS)).toEqual({ start: '2026-11-30', end: '2026-12-06' });
  });

  test('is the last of the listed weeks', () => {
    expect(listWeeks('2026-03-08', [], 3)).toEqual(['2026-02-22', '2026-03-01', '2026-03-08']);
    const starts = ['2026-11-22', '2026-11-29', '2026-11-30', '2026-12-07', '2026-12-12'];
    expect(listWeeks('2026-12-14', SATURDAYS, 5)).toEqual(starts);
  });
});

test('a review opens on the previous week for the first four days of a week', () => {
  const opened = ['2026-11-22', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-28'].map(
    (day) => getDefaultWeek(day, []).start,
  );
  expect(opened).toEqual(['2026-11-15', '2026-11-15', '2026-11-15', '2026-11-22', '2026-11-22']);
  // The short week is reviewed after its end.
  expect(getDefaultWeek('2026-11-29', MONDAYS).start).toBe('2026-11-22');
  expect(getDefaultWeek('2026-12-03', MONDAYS).start).toBe('2026-11-29');
  expect(getDefaultWeek('2026-12-04', MONDAYS).start).toBe('2026-11-30');
});

describe('with any changes of the week start [11.week.3]', () => {
  const FIRST = '2024-01-01';
  /** Up to six changes in four years, each to the first such weekday after a random day. */
  const changes = fc
    .array(fc.record({ days: fc.integer({ min: 1, max: 250 }), weekStart: fc.integer({ min: 0, max: 6 }) }), {
      maxLength: 6,
    })
    .map((list) => {
      const weekStarts: WeekStart[] = [];
      for (const { days, weekStart } of list) {
        const day = addDays(weekStarts.at(-1)?.from ?? FIRST, days);
        weekStarts.push({ from: addDays(day, (weekStart - weekdayOf(day) + 7) % 7), weekStart });
      }
      return weekStarts;
    });
  const days = fc.integer({ min: 0, max: 4 * 366 }).map((count) => addDays(FIRST, count));

  test('every day is in exactly one week of at most 7 days', () => {
    fc.assert(
      fc.property(changes, days, (weekStarts, day) => {
        const { start, end } = getWeek(day, weekStarts);
        expect(start <= day && day <= end).toBe(true);
        const length = countDays(start, end) + 1;
        expect(length).toBeLessThanOrEqual(7);
        for (let index = 0; index < length; index += 1)
          expect(getWeek(addDays(start, index), weekStarts)).toEqual({ start, end });
      }),
      { numRuns: 500 },
    );
  });

  test('each week begins on the day after the one before', () => {
    fc.assert(
      fc.property(changes, days, (weekStarts, day) => {
        const week = getWeek(day, weekStarts);
        expect(addDays(getPreviousWeek(day, weekStarts).end, 1)).toBe(week.start);
        expect(addDays(week.end, 1)).toBe(getNextWeek(day, weekStarts).start);
      }),
      { numRuns: 500 },
    );
  });

  test('a week is short only right before a change', () => {
    fc.assert(
      fc.property(changes, days, (weekStarts, day) => {
        const { start, end } = getWeek(day, weekStarts);
        const isShort = countDays(start, end) < 6;
        const next = addDays(end, 1);
        expect(!isShort || weekStarts.some(({ from }) => from === next)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('a later change alters no week that ends before its date', () => {
    fc.assert(
      fc.property(changes, days, (weekStarts, day) => {
        const earlier = weekStarts.slice(0, -1);
        const from = weekStarts.at(-1)?.from ?? '2100-01-01';
        if (day >= from) return;
        expect(startOfWeek(day, weekStarts)).toBe(startOfWeek(day, earlier));
        const end = endOfWeek(day, earlier);
        expect(endOfWeek(day, weekStarts)).toBe(end < from ? end : addDays(from, -1));
      }),
      { numRuns: 500 },
    );
  });
});
