import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { addDays, countDays } from '#platform/contract/days.ts';
import { getWeek, weekdayOf, type WeekStart } from '#platform/contract/weeks.ts';
import { changeWeekStart, findPlannedWeekStart, latestWeekStart } from './weekStartRules.ts';

/** A week from Sunday, November 22 to Saturday, November 28, 2026. */
const TUESDAY = '2026-11-24';
const MONDAYS: WeekStart[] = [{ from: '2026-11-30', weekStart: 1 }];

describe('a change takes effect on the first such weekday after the current week [11.week.2]', () => {
  test.each([
    [TUESDAY, 1, '2026-11-30'],
    [TUESDAY, 2, '2026-12-01'],
    [TUESDAY, 6, '2026-12-05'],
    // The first and the last day of the week.
    ['2026-11-22', 1, '2026-11-30'],
    ['2026-11-28', 1, '2026-11-30'],
    ['2026-11-29', 1, '2026-12-07'],
    // Across a year end, a leap day and both clock changes.
    ['2026-12-27', 5, '2027-01-08'],
    ['2028-02-21', 2, '2028-02-29'],
    ['2027-03-10', 1, '2027-03-15'],
    ['2027-11-03', 1, '2027-11-08'],
  ])('on %s to weekday %i from %s', (today, weekStart, from) => {
    expect(changeWeekStart([], weekStart, today)).toEqual([{ from, weekStart }]);
  });

  test('after an earlier change that is in effect, which keeps its date', () => {
    const friday = { from: '2026-12-11', weekStart: 5 };
    expect(changeWeekStart(MONDAYS, 5, '2026-12-01')).toEqual([...MONDAYS, friday]);
    const sunday = { from: '2026-12-13', weekStart: 0 };
    expect(changeWeekStart(MONDAYS, 0, '2026-12-01')).toEqual([...MONDAYS, sunday]);
  });
});

describe('before its date a change [11.week.2]', () => {
  test('is replaced by another one', () => {
    const wednesdays = [{ from: '2026-12-02', weekStart: 3 }];
    expect(changeWeekStart(MONDAYS, 3, TUESDAY)).toEqual(wednesdays);
    expect(findPlannedWeekStart(wednesdays, TUESDAY)).toEqual(wednesdays[0]);
  });

  test('is removed by the weekday in effect', () => {
    expect(changeWeekStart(MONDAYS, 0, TUESDAY)).toEqual([]);
  });

  test('stays once its short week has begun, and another change follows it', () => {
    const sunday = { from: '2026-12-06', weekStart: 0 };
    expect(changeWeekStart(MONDAYS, 0, '2026-11-29')).toEqual([...MONDAYS, sunday]);
  });

  test('keeps its date when the same weekday is saved again', () => {
    expect(changeWeekStart(MONDAYS, 1, TUESDAY)).toBe(MONDAYS);
    expect(changeWeekStart(MONDAYS, 1, '2026-11-29')).toBe(MONDAYS);
  });
});

test('after its date a change is no longer planned', () => {
  expect(findPlannedWeekStart(MONDAYS, '2026-11-29')).toEqual(MONDAYS[0]);
  expect(findPlannedWeekStart(MONDAYS, '2026-11-30')).toBeUndefined();
});

test('no sequence of changes alters a week that has begun, and every week has 1 to 7 days [11.week.3]', () => {
  const steps = fc.array(
    fc.record({ days: fc.integer({ min: 0, max: 20 }), weekStart: fc.integer({ min: 0, max: 6 }) }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(steps, (list) => {
      let today = '2027-12-01';
      let weekStarts: readonly WeekStart[] = [];
      for (const { days, weekStart } of list) {
        today = addDays(today, days);
        const before = weekStarts;
        weekStarts = changeWeekStart(before, weekStart, today);
        expect(latestWeekStart(weekStarts)).toBe(weekStart);
        expect(weekStarts.map(({ from }) => weekdayOf(from))).toEqual(weekStarts.map((one) => one.weekStart));
        // One may belong to a short week that has begun.
        expect(weekStarts.filter(({ from }) => from > today).length).toBeLessThanOrEqual(2);
        for (let day = addDays(today, -30); day <= addDays(today, 30); day = addDays(day, 1)) {
          const week = getWeek(day, weekStarts);
          expect(countDays(week.start, week.end)).toBeGreaterThanOrEqual(0);
          expect(countDays(week.start, week.end)).toBeLessThanOrEqual(6);
          const old = getWeek(day, before);
          expect(old.start > today || isDeepStrictEqual(week, old)).toBe(true);
        }
      }
    }),
    { numRuns: 60 },
  );
});
