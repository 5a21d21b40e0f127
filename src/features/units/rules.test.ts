import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextDay, toInstant } from '#platform/contract/zone.ts';
import { isBeforeEnd, formatMinutes, workSpan } from './rules.ts';

const zones = [
  'America/Chicago',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];
const two = (value: number) => String(value).padStart(2, '0');
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

const anyZone = fc.constantFrom(...zones);
const anyTime = fc.integer({ min: 0, max: 24 * 60 - 1 });
const anyDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
/** Days around which the clocks change in one of the zones. */
const changingDay = fc
  .constantFrom('2026-03-07', '2026-03-08', '2026-03-28', '2026-03-29', '2026-04-04')
  .chain((spring) =>
    fc.constantFrom(spring, '2026-10-03', '2026-10-24', '2026-10-25', '2026-10-31', '2026-11-01'),
  );
const someDay = fc.oneof(anyDay, changingDay);

describe('the span of a work time', () => {
  test('lasts exactly from start to end, at most a day and a clock change', () => {
    fc.assert(
      fc.property(someDay, anyTime, anyTime, anyZone, (workDate, from, to, timeZone) => {
        fc.pre(from !== to);
        const [startTime, endTime] = [clock(from), clock(to)];
        const span = workSpan({ workDate, startTime, endTime, timeZone });
        const start = toInstant({ day: workDate, time: startTime }, timeZone);
        const end = toInstant({ day: to > from ? workDate : nextDay(workDate), time: endTime }, timeZone);
        const minutes = (end.getTime() - start.getTime()) / 60_000;
        const lasting = { start, end, minutes };
        expect(span).toEqual(minutes > 0 ? lasting : null);
        const getClockMinutes = (to - from + 24 * 60) % (24 * 60);
        expect(Math.abs(minutes - getClockMinutes)).toBeLessThanOrEqual(60);
      }),
      { numRuns: 2000 },
    );
  });

  test('is null while a part is missing or both times are equal', () => {
    fc.assert(
      fc.property(someDay, anyTime, anyZone, (workDate, at, timeZone) => {
        const time = clock(at);
        expect(workSpan({ workDate, startTime: time, endTime: time, timeZone })).toBeNull();
        expect(workSpan({ workDate, startTime: time, endTime: '', timeZone })).toBeNull();
        expect(workSpan({ workDate: '', startTime: time, endTime: '12:00', timeZone })).toBeNull();
      }),
    );
  });

  test.each([
    ['2026-03-07', 'America/Chicago', 420],
    ['2026-10-31', 'America/Chicago', 540],
    ['2026-03-28', 'Europe/Berlin', 420],
    ['2026-10-24', 'Europe/Berlin', 540],
    ['2026-04-04', 'Australia/Lord_Howe', 510],
    ['2026-10-03', 'Australia/Lord_Howe', 450],
    ['2026-10-31', 'Asia/Kathmandu', 480],
  ])('from 22:00 to 06:00 on %s in %s is %i minutes [9.units.1,3 R-15]', (workDate, timeZone, minutes) => {
    const span = workSpan({ workDate, startTime: '22:00', endTime: '06:00', timeZone });
    expect(span).toMatchObject({ minutes });
  });
});

test('isBeforeEnd returns true until one unit before the end', () => {
  const end = new Date('2026-03-05T16:15:00Z');
  expect(isBeforeEnd(new Date('2026-03-05T15:59:59Z'), { end })).toBe(true);
  expect(isBeforeEnd(new Date('2026-03-05T16:00:00Z'), { end })).toBe(false);
  expect(isBeforeEnd(new Date('2026-03-06T00:00:00Z'), { end })).toBe(false);
});

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [135, '2 h 15 min'],
])('%i minutes read as %s', (minutes, text) => expect(formatMinutes(minutes)).toBe(text));
