import { expect, test } from 'vitest';
import { addToTime, findLastEnd, isInRepeatedHour, isVisitOfNote, toClockedValues } from './clockTimes.ts';

const ZONE = 'America/Chicago';
const clock = (startedAt: string, endedAt: string) => ({ startedAt, endedAt });

test('a measured visit fills date and times in whole minutes, in the zone of the business [13.clock.21]', () => {
  const measured = clock('2026-03-03T03:02:59.999Z', '2026-03-03T07:14:30.000Z');
  expect(toClockedValues(measured, ZONE)).toEqual({
    workDate: '2026-03-02',
    startTime: '21:02',
    endTime: '01:14',
    clock: measured,
  });
  expect(isInRepeatedHour(measured, ZONE)).toBe(false);
  const short = clock('2026-03-03T15:02:01Z', '2026-03-03T15:02:59Z');
  expect(toClockedValues(short, ZONE)).toMatchObject({ startTime: '09:02', endTime: '', clock: short });
  expect(isInRepeatedHour(short, ZONE)).toBe(false);
});

test.each([
  { what: 'from the first occurrence into the second', from: '06:50', to: '07:10', filled: ['01:50', ''] },
  { what: 'of an hour exactly', from: '06:30', to: '07:30', filled: ['01:30', ''] },
  { what: 'from the second occurrence', from: '07:30', to: '08:30', filled: ['01:30', ''] },
  { what: 'within the first occurrence', from: '06:10', to: '06:40', filled: ['01:10', '01:40'] },
  { what: 'within the second occurrence', from: '07:10', to: '07:40', filled: ['01:10', '01:40'] },
  { what: 'from before to the next hour', from: '05:30', to: '08:30', filled: ['00:30', '02:30'] },
])(
  'in the hour that clocks repeat in autumn, a visit $what fills only times of its length [13.clock.49]',
  ({ from, to, filled: [startTime, endTime] }) => {
    const measured = clock(`2026-11-01T${from}:20Z`, `2026-11-01T${to}:10Z`);
    expect(toClockedValues(measured, ZONE)).toMatchObject({ startTime, endTime, clock: measured });
    expect(isInRepeatedHour(measured, ZONE)).toBe(endTime === '');
  },
);

test('a visit of 16 hours or more fills only its start [13.clock.22]', () => {
  const startedAt = '2026-03-03T15:00:00Z';
  expect(toClockedValues(clock(startedAt, '2026-03-04T06:59:59Z'), ZONE).endTime).toBe('00:59');
  expect(toClockedValues(clock(startedAt, '2026-03-04T07:00:00Z'), ZONE)).toEqual({
    workDate: '2026-03-03',
    startTime: '09:00',
    endTime: '',
    clock: null,
  });
});

test('a length is added to a time, also past midnight [13.clock.24]', () => {
  expect(addToTime('09:50', 135)).toBe('12:05');
  expect(addToTime('23:30', 45)).toBe('00:15');
});

test('the default start is the latest end of today that is over [13.clock.25]', () => {
  const at = new Date('2026-03-03T18:00:00Z');
  const ends = (...moments: string[]) => moments.map((endTime) => ({ endTime, minutes: 60 }));
  expect(findLastEnd(ends('2026-03-03T16:15:00Z', '2026-03-03T15:00:00Z'), at, ZONE)).toBe('10:15');
  // Yesterday, and later today.
  expect(findLastEnd(ends('2026-03-03T05:59:00Z', '2026-03-03T18:01:00Z'), at, ZONE)).toBe('');
  expect(findLastEnd([], at, ZONE)).toBe('');
});

test('a visit belongs to a note whose times it overlaps, also past midnight, and without times to one of its day [13.clock.41]', () => {
  const measured = clock('2026-03-03T15:02:00Z', '2026-03-03T16:14:00Z');
  const isIn = (workDate: string, startTime: string, endTime: string) =>
    isVisitOfNote({ workDate, startTime, endTime, timeZone: ZONE }, measured);
  expect(isIn('2026-03-03', '09:00', '10:15')).toBe(true);
  expect(isIn('2026-03-03', '10:10', '11:00')).toBe(true);
  expect(isIn('2026-03-02', '22:00', '09:30')).toBe(true);
  expect(isIn('2026-03-03', '10:15', '11:00')).toBe(false);
  expect(isIn('2026-03-03', '08:00', '09:01')).toBe(false);
  expect(isIn('2026-03-02', '09:00', '10:15')).toBe(false);
  expect(isIn('2026-03-03', '09:00', '')).toBe(true);
  expect(isIn('2026-03-02', '09:00', '')).toBe(false);
});
