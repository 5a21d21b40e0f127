import { expect, test } from 'vitest';
import { getZoneOn } from '#platform/contract/zoneDays.ts';
import { workSpan } from '#features/units/rules.ts';
import { findLastEnd, isVisitOfNote, toClockedValues, toEndAfter, toWork } from './clockTimes.ts';

const ZONE = 'America/Chicago';
const ZONES = { timeZone: ZONE, timeZones: [] };
/** Times that clocks show once. */
const ONCE = { startOccurrence: '', endOccurrence: '' };
const clock = (startedAt: string, endedAt: string) => ({ startedAt, endedAt });

test('a measured visit fills date and times in whole minutes, in the zone of the business [13.clock.21]', () => {
  const measured = clock('2026-03-03T03:02:59.999Z', '2026-03-03T07:14:30.000Z');
  expect(toClockedValues(measured, ZONES)).toEqual({
    workDate: '2026-03-02',
    startTime: '21:02',
    endTime: '01:14',
    ...ONCE,
    clock: measured,
  });
  const short = clock('2026-03-03T15:02:01Z', '2026-03-03T15:02:59Z');
  expect(toClockedValues(short, ZONES)).toMatchObject({ startTime: '09:02', endTime: '', clock: short });
});

test.each([
  {
    what: 'from the first into the second',
    from: '06:50',
    to: '07:10',
    times: ['01:50', '01:10'],
    which: ['first', 'second'],
  },
  {
    what: 'of an hour exactly',
    from: '06:30',
    to: '07:30',
    times: ['01:30', '01:30'],
    which: ['first', 'second'],
  },
  { what: 'from the second', from: '07:30', to: '08:30', times: ['01:30', '02:30'], which: ['second', ''] },
  {
    what: 'within the first',
    from: '06:10',
    to: '06:40',
    times: ['01:10', '01:40'],
    which: ['first', 'first'],
  },
  {
    what: 'within the second',
    from: '07:10',
    to: '07:40',
    times: ['01:10', '01:40'],
    which: ['second', 'second'],
  },
  {
    what: 'from before to the next hour',
    from: '05:30',
    to: '08:30',
    times: ['00:30', '02:30'],
    which: ['', ''],
  },
])(
  'in the hour that clocks repeat in autumn, a visit $what fills its times and which hour is meant [13.clock.49]',
  ({ from, to, times: [startTime, endTime], which: [startOccurrence, endOccurrence] }) => {
    const measured = clock(`2026-11-01T${from}:20Z`, `2026-11-01T${to}:10Z`);
    const values = toClockedValues(measured, ZONES);
    const filled = { startTime, endTime, startOccurrence, endOccurrence };
    expect(values).toMatchObject({ ...filled, clock: measured });
    const minutes =
      Math.floor(Date.parse(measured.endedAt) / 60_000) - Math.floor(Date.parse(measured.startedAt) / 60_000);
    expect(workSpan(toWork(values, ZONE))?.minutes).toBe(minutes);
  },
);

test.each([
  // The zone moves on March 15: visits that began before it are signed in the zone of their day.
  { start: '2026-03-15T03:30', end: '2026-03-15T05:10', filled: ['2026-03-14', '23:30', '01:10'] },
  { start: '2026-03-15T03:30', end: '2026-03-15T04:30', filled: ['2026-03-14', '23:30', '00:30'] },
  { start: '2026-03-15T05:30', end: '2026-03-15T06:30', filled: ['2026-03-15', '00:30', '01:30'] },
])(
  'a visit that begins at $start UTC fills the clock of the zone that its work date has [15.settings.4]',
  ({ start, end, filled: [workDate, startTime, endTime] }) => {
    const zones = {
      timeZone: ZONE,
      timeZones: [
        { from: '0001-01-01', timeZone: 'America/New_York' },
        { from: '2026-03-15', timeZone: ZONE },
      ],
    };
    const values = toClockedValues(clock(`${start}:00Z`, `${end}:00Z`), zones);
    expect(values).toMatchObject({ workDate, startTime, endTime });
    const signed = workSpan(toWork(values, getZoneOn(values.workDate, zones)));
    expect(signed?.start.toISOString()).toBe(`${start}:00.000Z`);
  },
);

test('after a move of the zone to the west, a visit from the hour on neither day starts with the new one [15.settings.4]', () => {
  const zones = {
    timeZone: ZONE,
    timeZones: [
      { from: '0001-01-01', timeZone: 'America/New_York' },
      { from: '2026-03-15', timeZone: ZONE },
    ],
  };
  const fill = (end: string) => toClockedValues(clock('2026-03-15T04:30:00Z', end), zones);
  expect(fill('2026-03-15T05:40:00Z')).toMatchObject({
    workDate: '2026-03-15',
    startTime: '00:00',
    endTime: '00:40',
  });
  expect(fill('2026-03-15T04:50:00Z')).toMatchObject({ workDate: '2026-03-15', endTime: '' });
});

test('a visit of 16 hours or more fills only its start [13.clock.22]', () => {
  const startedAt = '2026-03-03T15:00:00Z';
  expect(toClockedValues(clock(startedAt, '2026-03-04T06:59:59Z'), ZONES).endTime).toBe('00:59');
  expect(toClockedValues(clock(startedAt, '2026-03-04T07:00:00Z'), ZONES)).toEqual({
    workDate: '2026-03-03',
    startTime: '09:00',
    endTime: '',
    ...ONCE,
    clock: null,
  });
});

test('an end follows a start by true minutes, also past midnight and a change of clocks [13.clock.24]', () => {
  const endOf = (workDate: string, startTime: string, minutes: number) =>
    toEndAfter({ workDate, startTime, endTime: '', timeZone: ZONE }, minutes);
  expect(endOf('2026-03-03', '09:50', 135)).toEqual({ endTime: '12:05', endOccurrence: '' });
  expect(endOf('2026-03-03', '23:30', 45)).toEqual({ endTime: '00:15', endOccurrence: '' });
  expect(endOf('2026-11-01', '00:30', 120)).toEqual({ endTime: '01:30', endOccurrence: 'second' });
  expect(endOf('2026-03-08', '01:30', 60)).toEqual({ endTime: '03:30', endOccurrence: '' });
  expect(endOf('', '09:50', 135).endTime).toBe('');
});

test('the default start is the latest end of today that is over [13.clock.25]', () => {
  const at = new Date('2026-03-03T18:00:00Z');
  const ends = (...moments: string[]) => moments.map((endTime) => ({ endTime, minutes: 60 }));
  expect(findLastEnd(ends('2026-03-03T16:15:00Z', '2026-03-03T15:00:00Z'), at, ZONES)).toEqual({
    workDate: '2026-03-03',
    startTime: '10:15',
    startOccurrence: '',
  });
  // Yesterday, and later today.
  expect(findLastEnd(ends('2026-03-03T05:59:00Z', '2026-03-03T18:01:00Z'), at, ZONES)).toBeNull();
  expect(findLastEnd([], at, ZONES)).toBeNull();
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
