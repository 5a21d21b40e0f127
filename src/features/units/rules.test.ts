import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockInZone } from '#platform/contract/zone.ts';
import {
  findLengthMistake,
  findSkippedTimes,
  formatMinutes,
  getClockMinutes,
  isBeforeEnd,
  listOccurrences,
  MAX_NOTE_MINUTES,
  workSpan,
} from './rules.ts';

const zones = [
  'America/Chicago',
  'America/New_York',
  'Europe/Berlin',
  // Half an hour; at midnight; from midnight back into the day before; across the date line.
  'Australia/Lord_Howe',
  'America/Havana',
  'America/Nuuk',
  'Pacific/Apia',
  'Asia/Kathmandu',
];
const NEW_YORK = 'America/New_York';
const anyZone = fc.constantFrom(...zones);
const MINUTE_MS = 60_000;
/** Whole minutes of eleven years, many of them near a change of clocks. */
const anyMoment = fc
  .oneof(
    fc.integer({ min: Date.UTC(2011, 11, 1) / MINUTE_MS, max: Date.UTC(2035, 0, 1) / MINUTE_MS }),
    fc
      .constantFrom(
        '2011-12-30',
        '2026-03-08',
        '2026-03-29',
        '2026-04-05',
        '2026-10-04',
        '2026-10-25',
        '2026-11-01',
      )
      .chain((day) =>
        fc.integer({ min: -1500, max: 2900 }).map((minutes) => Date.parse(day) / MINUTE_MS + minutes),
      ),
  )
  .map((minutes) => new Date(minutes * MINUTE_MS));

describe('the span of a work time', () => {
  test('is what clocks showed, with the hour that was meant, in every zone [15.hours.4]', () => {
    fc.assert(
      fc.property(
        anyMoment,
        fc.integer({ min: 1, max: MAX_NOTE_MINUTES }),
        anyZone,
        (start, minutes, timeZone) => {
          const end = new Date(start.getTime() + minutes * MINUTE_MS);
          const [from, to] = [clockInZone(start, timeZone), clockInZone(end, timeZone)];
          const occurrences = { startOccurrence: from.occurrence, endOccurrence: to.occurrence };
          const work = {
            workDate: from.day,
            startTime: from.time,
            endTime: to.time,
            timeZone,
            ...occurrences,
          };
          expect(workSpan(work)).toEqual({ start, end, minutes, ...occurrences });
          expect(findSkippedTimes(work)).toEqual([]);
          const { start: starts, end: ends } = listOccurrences(work);
          for (const [occurrence, choices] of [
            [from.occurrence, starts],
            [to.occurrence, ends],
          ] as const)
            expect(choices === null ? occurrence : choices.includes(occurrence ?? 'first')).toBe(
              choices === null ? null : true,
            );
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('is null while a part is missing, and when the end is the start', () => {
    const work = { workDate: '2026-03-02', startTime: '09:00', endTime: '10:00', timeZone: NEW_YORK };
    for (const part of [{ workDate: '' }, { startTime: '' }, { endTime: '' }, { endTime: '09:00' }])
      expect(workSpan({ ...work, ...part })).toBeNull();
    const repeated = { ...work, workDate: '2026-11-01', startTime: '01:30', endTime: '01:30' };
    expect(workSpan({ ...repeated, startOccurrence: 'second' })).toBeNull();
  });

  test.each([
    { from: '01:30', to: '01:15', minutes: 45, which: ['first', 'second'] },
    { from: '01:30', to: '01:30', minutes: 60, which: ['first', 'second'] },
    { from: '01:00', to: '01:30', minutes: 30, which: ['first', 'first'] },
    { from: '01:00', to: '01:30', start: 'second', minutes: 30, which: ['second', 'second'] },
    { from: '01:00', to: '01:30', end: 'second', minutes: 90, which: ['first', 'second'] },
    { from: '00:30', to: '01:30', minutes: 60, which: [null, 'first'] },
    { from: '01:30', to: '02:30', minutes: 120, which: ['first', null] },
    { from: '09:00', to: '10:00', start: 'second', end: 'second', minutes: 60, which: [null, null] },
  ] as const)(
    'in the repeated hour from $from to $to is $minutes minutes, by default from the first to the earliest end [15.hours.5]',
    ({ from, to, minutes, which: [startOccurrence, endOccurrence], ...chosen }) => {
      const { start, end } = { start: null, end: null, ...chosen };
      const times = { workDate: '2026-11-01', startTime: from, endTime: to, timeZone: NEW_YORK };
      const work = { ...times, startOccurrence: start, endOccurrence: end };
      expect(workSpan(work)).toMatchObject({ minutes, startOccurrence, endOccurrence });
    },
  );

  test.each([
    ['2026-10-31', '22:00', '01:30', NEW_YORK, [210, 270]],
    ['2026-10-31', '23:30', '00:30', 'America/Havana', [60, 120]],
    ['2026-10-24', '22:30', '23:30', 'America/Nuuk', [60, 120]],
    ['2026-04-05', '01:00', '01:45', 'Australia/Lord_Howe', [45, 75]],
  ] as const)(
    'on %s from %s to %s in %s is %j minutes by the hour of the end',
    (...[workDate, startTime, endTime, timeZone, lengths]) => {
      const work = { workDate, startTime, endTime, timeZone };
      const ends = (['first', 'second'] as const).map(
        (endOccurrence) => workSpan({ ...work, endOccurrence })?.minutes,
      );
      expect(ends).toEqual(lengths);
      expect(listOccurrences(work)).toEqual({ start: null, end: ['first', 'second'] });
    },
  );

  test('offers only ends after the start, and names an hour that lies before it', () => {
    const work = { workDate: '2026-11-01', startTime: '01:30', endTime: '01:15', timeZone: NEW_YORK };
    expect(listOccurrences(work)).toEqual({ start: ['first', 'second'], end: ['second'] });
    expect(findLengthMistake(work)).toBeNull();
    expect(findLengthMistake({ ...work, endOccurrence: 'first' })).toMatch(/^The end is before the start/);
    expect(findLengthMistake({ ...work, startOccurrence: 'second' })).toBe('A note covers at most 16 hours');
  });

  const HOUR = 'At 2:00 AM clocks went forward to 3:00 AM.';
  test.each([
    [
      NEW_YORK,
      '2026-03-08',
      '02:15',
      '02:45',
      { startTime: `${HOUR} Enter 3:15 AM.`, endTime: `${HOUR} Enter 3:45 AM.` },
    ],
    [NEW_YORK, '2026-03-08', '01:15', '02:00', { endTime: `${HOUR} Enter 3:00 AM.` }],
    [NEW_YORK, '2026-03-07', '22:00', '02:15', { endTime: `${HOUR} Enter 3:15 AM.` }],
    [
      'Australia/Lord_Howe',
      '2026-10-04',
      '02:15',
      '03:00',
      { startTime: 'At 2:00 AM clocks went forward to 2:30 AM. Enter 2:45 AM.' },
    ],
    [
      'America/Havana',
      '2026-03-08',
      '00:15',
      '02:00',
      { startTime: 'At 12:00 AM clocks went forward to 1:00 AM. Enter 1:15 AM.' },
    ],
    [
      'America/Havana',
      '2026-03-07',
      '22:00',
      '00:30',
      { endTime: 'At 12:00 AM clocks went forward to 1:00 AM. Enter 1:30 AM.' },
    ],
    [
      'America/Nuuk',
      '2026-03-28',
      '23:15',
      '00:45',
      { startTime: 'At 11:00 PM clocks went forward to 12:00 AM. Enter 12:15 AM on Mar 29, 2026.' },
    ],
    [
      'Pacific/Apia',
      '2011-12-30',
      '09:00',
      '10:00',
      { workDate: 'There was no Dec 30, 2011: clocks went forward by a day. Enter Dec 31, 2011.' },
    ],
  ])(
    'in %s on %s from %s to %s is refused at the time that clocks skip [15.hours.8]',
    (...[timeZone, workDate, startTime, endTime, messages]) => {
      const work = { workDate, startTime, endTime, timeZone };
      expect(workSpan(work)).toBeNull();
      const skipped = findSkippedTimes(work).map(({ field, message }) => [field, message]);
      expect(Object.fromEntries(skipped)).toEqual(messages);
    },
  );

  test('over a day that the zone skips ends on the day after it', () => {
    const night = { workDate: '2011-12-29', startTime: '22:00', endTime: '01:00', timeZone: 'Pacific/Apia' };
    expect(workSpan(night)?.minutes).toBe(180);
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

test.each([
  ['09:00', '10:15', null, null, 75],
  ['22:00', '00:15', null, null, 135],
  ['01:30', '01:15', 'first', 'second', -15],
  ['01:30', '01:30', 'first', 'second', 0],
  ['23:30', '23:15', 'first', 'second', -15],
] as const)(
  'clocks show %s to %s (%s, %s) as %i minutes',
  (...[startTime, endTime, startOccurrence, endOccurrence, minutes]) =>
    expect(getClockMinutes({ startTime, endTime, startOccurrence, endOccurrence })).toBe(minutes),
);
