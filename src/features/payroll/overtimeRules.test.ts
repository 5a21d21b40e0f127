/** Examples of 29 CFR part 778 (https://www.ecfr.gov/current/title-29/part-778), and changes of the first weekday. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { getWeek, listWeeks, type WeekStart } from '#platform/contract/weeks.ts';
import { changeWeekStart } from '#features/businesses/weekStartRules.ts';
import { getOvertimeDays, groupWeeks, listOvertime, sumMinutes } from './overtimeRules.ts';

const SUNDAY = '2026-03-01';

/** Hours by day from March 1, 2026 on, a Sunday. */
const toMinutes = (hours: readonly number[]) =>
  new Map(hours.map((count, index) => [addDays(SUNDAY, index), count * 60]));

/** The overtime hours by day, without days of none. */
function listHours(hours: readonly number[], { weekStarts = [] as WeekStart[], limit = 40 } = {}) {
  const days = getOvertimeDays({ start: SUNDAY, end: addDays(SUNDAY, hours.length - 1) }, weekStarts);
  const overtime = listOvertime(
    toMinutes(hours),
    groupWeeks(days, { weekStarts, getLimit: () => limit * 60 }),
  );
  return Object.fromEntries([...overtime].map(([day, minutes]) => [day, minutes / 60]));
}

/** The week starts after changes that were made one after the other, some of them in a short week. */
const weekStartChanges = fc
  .array(fc.record({ wait: fc.integer({ min: 0, max: 9 }), weekStart: fc.integer({ min: 0, max: 6 }) }), {
    maxLength: 6,
  })
  .map((steps) => {
    let today = SUNDAY;
    let weekStarts: readonly WeekStart[] = [];
    for (const { wait, weekStart } of steps) {
      today = addDays(today, wait);
      weekStarts = changeWeekStart(weekStarts, weekStart, today);
    }
    return weekStarts;
  });

const week = (...hours: number[]) => [...hours, ...Array.from({ length: 7 - hours.length }, () => 0)];

describe('overtime of whole weeks', () => {
  test('30 hours in one week and 50 in the next are 10 hours of overtime: weeks are not averaged (778.104)', () => {
    const hours = [...week(0, 6, 6, 6, 6, 6), ...week(0, 10, 10, 10, 10, 10)];
    expect(listHours(hours)).toEqual({ '2026-03-13': 10 });
  });

  test('46 hours in a week are 6 hours of overtime (778.110)', () => {
    expect(listHours(week(0, 8, 8, 8, 8, 8, 6))).toEqual({ '2026-03-07': 6 });
  });

  test('50 hours of piecework with waiting time are 10 hours of overtime (778.111)', () => {
    expect(listHours(week(0, 10, 10, 10, 10, 10))).toEqual({ '2026-03-06': 10 });
  });

  test('37.5, 44, 50 and 48 hours in four weeks are 0, 4, 10 and 8 hours of overtime (778.114)', () => {
    const hours = [
      ...week(0, 7.5, 7.5, 7.5, 7.5, 7.5),
      ...week(0, 8, 8, 8, 8, 12),
      ...week(0, 10, 10, 10, 10, 10),
      ...week(0, 8, 8, 8, 8, 8, 8),
    ];
    expect(listHours(hours)).toEqual({ '2026-03-13': 4, '2026-03-20': 10, '2026-03-28': 8 });
  });

  test('exactly 40 hours are none, and a minute more is one minute', () => {
    expect(listHours(week(0, 8, 8, 8, 8, 8))).toEqual({});
    expect(listHours(week(0, 8, 8, 8, 8, 8, 1 / 60))).toEqual({ '2026-03-07': 1 / 60 });
  });

  test('a day on which the limit is reached is overtime in part, and later days are as a whole', () => {
    expect(listHours(week(10, 10, 10, 12, 3, 0, 4))).toEqual({
      '2026-03-04': 2,
      '2026-03-05': 3,
      '2026-03-07': 4,
    });
  });

  test('another limit counts from there', () => {
    expect(listHours(week(0, 8, 8, 8, 8, 8), { limit: 35 })).toEqual({ '2026-03-06': 5 });
  });
});

describe('overtime around a change of the first weekday (778.302)', () => {
  /** From Wednesday, March 11 on: the old week from March 8 to 14 and the new one from March 11 to 17 overlap. */
  const weekStarts = [{ from: '2026-03-11', weekStart: 3 }];
  const change = (...hours: number[]) => listHours([...week(), ...hours], { weekStarts });

  test('hours of both weeks belong to the old one when that gives more overtime [14.pay.5]', () => {
    // 30 hours before the change, 20 in both, none later.
    expect(change(10, 10, 10, 10, 10, 0, 0, 0, 0, 0)).toEqual({ '2026-03-12': 10 });
  });

  test('hours of both weeks belong to the new one when that gives more overtime', () => {
    // None before the change, 20 in both, 30 later.
    expect(change(0, 0, 0, 10, 10, 0, 0, 10, 10, 10)).toEqual({ '2026-03-17': 10 });
  });

  test('a range within the short week needs the days of the old and the new week', () => {
    expect(getOvertimeDays({ start: '2026-03-09', end: '2026-03-09' }, weekStarts)).toEqual({
      start: '2026-03-08',
      end: '2026-03-17',
    });
    expect(getOvertimeDays({ start: '2026-03-12', end: '2026-03-12' }, weekStarts)).toEqual({
      start: '2026-03-08',
      end: '2026-03-17',
    });
    expect(getOvertimeDays({ start: '2026-03-03', end: '2026-03-04' }, weekStarts)).toEqual({
      start: '2026-03-01',
      end: '2026-03-07',
    });
  });

  /** In addition, from Friday, March 13 on: short weeks of 3 and 2 days, then the week from March 13 to 19. */
  const twice = [...weekStarts, { from: '2026-03-13', weekStart: 5 }];
  const changeTwice = (...hours: number[]) => listHours([...week(), ...hours], { weekStarts: twice });

  test('hours around two changes in a row count once [14.pay.5]', () => {
    // 8 hours on each of 12 days: either the first week or the last one has 56 hours.
    expect(changeTwice(8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8)).toEqual({ '2026-03-18': 8, '2026-03-19': 8 });
  });

  test('after two changes in a row, shared hours can count in any of the overlapping weeks [14.pay.5]', () => {
    // 50 hours from March 8 to 14, then in the week from March 11, then in that from March 13.
    expect(changeTwice(10, 10, 0, 0, 10, 10, 10)).toEqual({ '2026-03-14': 10 });
    expect(changeTwice(0, 0, 0, 10, 0, 10, 10, 10, 10)).toEqual({ '2026-03-16': 10 });
    expect(changeTwice(0, 0, 0, 0, 0, 10, 0, 10, 10, 10, 10)).toEqual({ '2026-03-18': 10 });
  });

  test('every hour of overtime comes after at least the limit of regular hours within seven days [14.pay.5]', () => {
    const worked = fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 70, maxLength: 70 });
    fc.assert(
      fc.property(weekStartChanges, worked, fc.integer({ min: 0, max: 60 }), (changes, hours, limit) => {
        const days = { start: SUNDAY, end: addDays(SUNDAY, hours.length - 1) };
        const span = getOvertimeDays(days, changes);
        const minutes = toMinutes(hours);
        const overtime = listOvertime(
          minutes,
          groupWeeks(span, { weekStarts: changes, getLimit: () => limit * 60 }),
        );
        for (const [day, count] of overtime) {
          const sevenDays = { start: addDays(day, -6), end: day };
          const regular = sumMinutes(minutes, sevenDays) - sumMinutes(overtime, sevenDays);
          expect(regular).toBeGreaterThanOrEqual(limit * 60);
          expect(count).toBeLessThanOrEqual(minutes.get(day) ?? 0);
        }
        const ofWeeks = listWeeks(span.end, changes, 30)
          .map((start) => Math.max(0, sumMinutes(minutes, getWeek(start, changes)) - limit * 60))
          .reduce((sum, one) => sum + one, 0);
        expect(sumMinutes(overtime, span)).toBeGreaterThanOrEqual(ofWeeks);
      }),
    );
  });
});
