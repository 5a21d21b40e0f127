import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, countDays } from '#platform/contract/days.ts';
import { startOfWeek, type WeekStart } from '#platform/contract/weeks.ts';
import { FORECAST_STATES } from './authorizationContract.ts';
import {
  listPaceWeeks,
  toForecast,
  toLapsed,
  toLevel,
  toAvailable,
  type AccountUse,
} from './forecastRules.ts';

/** A Wednesday. */
const TODAY = '2026-06-17';
const SUNDAYS: WeekStart[] = [];

const buildAccount = (fields: Partial<AccountUse> = {}): AccountUse => ({
  total: '100.00',
  used: '0.00',
  startDate: null,
  expiryDate: null,
  weeklyUnits: [],
  ...fields,
});

/** The last four weeks with their units, newest first. */
const toWeeklyUnits = (units: readonly string[], today: string, weekStarts: readonly WeekStart[]) =>
  listPaceWeeks(today, weekStarts).map(({ from }, index) => ({
    from,
    units: units[index] ?? '0',
  }));

/** The forecast of an account with the same units used in each of the last four weeks. */
const forecastAt = (units: number, fields: Partial<AccountUse> = {}, today = TODAY) => {
  const weeks = Array.from({ length: 4 }, () => units.toFixed(2));
  const account = buildAccount({ weeklyUnits: toWeeklyUnits(weeks, today, SUNDAYS), ...fields });
  return toForecast(account, today, SUNDAYS);
};

describe('the weeks of the pace', () => {
  test('are the last four whole weeks, newest first, without the current one [11.forecast.1]', () => {
    expect(listPaceWeeks(TODAY, SUNDAYS)).toEqual([
      { from: '2026-06-07', to: '2026-06-13' },
      { from: '2026-05-31', to: '2026-06-06' },
      { from: '2026-05-24', to: '2026-05-30' },
      { from: '2026-05-17', to: '2026-05-23' },
    ]);
  });

  test.each([
    ['on the first day of a week', '2026-06-14', '2026-06-13'],
    ['on the last day of a week', '2026-06-20', '2026-06-13'],
    ['after a leap day', '2028-03-05', '2028-03-04'],
    ['after clocks go forward', '2026-03-09', '2026-03-07'],
    ['after clocks go back', '2026-11-03', '2026-10-31'],
    ['in the first week of a year', '2027-01-01', '2026-12-26'],
  ])('end before the current week %s [11.forecast.1]', (_, today, lastDay) => {
    const weeks = listPaceWeeks(today, SUNDAYS);
    expect(weeks[0]?.to).toBe(lastDay);
    expect(countDays(weeks[3]?.from ?? '', lastDay)).toBe(27);
  });

  test('follow the week start of the business and leave out a week that a change cut short [11.forecast.1]', () => {
    const weekStarts = [{ from: '2026-06-03', weekStart: 3 }];
    // From Sunday May 31 to Tuesday June 2 are three days.
    expect(listPaceWeeks(TODAY, weekStarts).map(({ from }) => from)).toEqual([
      '2026-06-10',
      '2026-06-03',
      '2026-05-24',
      '2026-05-17',
    ]);
  });
});

describe('the pace', () => {
  test('is the mean of the four weeks, rounded to hundredths [11.forecast.1]', () => {
    const weeklyUnits = toWeeklyUnits(['10.00', '5.00', '0.00', '2.01'], TODAY, SUNDAYS);
    expect(toForecast(buildAccount({ weeklyUnits }), TODAY, SUNDAYS).weeklyPace).toBe('4.25');
  });

  test.each([
    ['2026-05-17', '4.25', 4],
    ['2026-05-18', '5.00', 3],
    ['2026-05-31', '7.50', 2],
    ['2026-06-07', '10.00', 1],
    ['2026-06-08', '0.00', 0],
    ['2026-07-01', '0.00', 0],
  ])(
    'of an account from %s ignores the weeks that begin earlier: %s [11.forecast.2]',
    (startDate, pace, weeks) => {
      const weeklyUnits = toWeeklyUnits(['10.00', '5.00', '0.00', '2.00'], TODAY, SUNDAYS);
      const { weeklyPace, paceWeeks } = toForecast(buildAccount({ weeklyUnits, startDate }), TODAY, SUNDAYS);
      expect([weeklyPace, paceWeeks]).toEqual([pace, weeks]);
    },
  );
});

describe('the day on which units run out', () => {
  test.each([
    // One unit a day: the tenth unit is used on the tenth day.
    ['7.00', '10.00', '2026-06-27'],
    ['14.00', '10.00', '2026-06-22'],
    ['4.00', '10.00', '2026-07-04'],
    ['7.00', '0.50', TODAY],
    ['7.00', '0.00', TODAY],
    ['0.00', '10.00', null],
  ])('at %s units a week, %s units run out on %s [11.forecast.3]', (pace, total, day) => {
    expect(forecastAt(Number(pace), { total }).runsOutOn).toBe(day);
  });

  test.each([
    ['leap day', '2028-02-25', '2028-03-06'],
    ['the last day of a month', '2026-04-28', '2026-05-08'],
    ['clocks that go forward', '2026-03-05', '2026-03-15'],
    ['clocks that go back', '2026-10-28', '2026-11-07'],
    ['the last day of a year', '2026-12-28', '2027-01-07'],
  ])('is ten days away across %s [11.forecast.4]', (_, today, day) => {
    expect(forecastAt(7, { total: '10.00' }, today).runsOutOn).toBe(day);
  });

  test('is null when the units last past the expiry date, or for more than a lifetime [11.forecast.3]', () => {
    expect(forecastAt(7, { total: '10.00', expiryDate: '2026-06-27' }).runsOutOn).toBe('2026-06-27');
    expect(forecastAt(7, { total: '10.00', expiryDate: '2026-06-26' }).runsOutOn).toBeNull();
    expect(forecastAt(0.01, { total: '999999.99' }).runsOutOn).toBeNull();
  });
});

describe('the units up to the expiry date', () => {
  test.each([
    // Ten days with today, at one unit a day.
    ['2026-06-26', '90.00', 9, '50.00'],
    ['2026-06-17', '99.00', 0, '100.00'],
    ['2026-06-21', '95.00', 4, '50.00'],
    ['2026-06-20', '96.00', 3, '100.00'],
    ['2026-06-16', '100.00', -1, '0.00'],
  ])(
    'of an account to %s: %s left, %i days to go, at most %s a week [11.forecast.5]',
    (expiryDate, left, days, safe) => {
      expect(forecastAt(7, { expiryDate })).toMatchObject({
        unitsLeftAtExpiry: left,
        daysToExpiry: days,
        safePerWeek: safe,
      });
    },
  );

  test('are null without an expiry date, and never less than none [11.forecast.5]', () => {
    const none = { unitsLeftAtExpiry: null, daysToExpiry: null, safePerWeek: null };
    expect(forecastAt(7)).toMatchObject(none);
    const overused = { used: '120.00', expiryDate: '2026-12-31' };
    expect(forecastAt(7, overused)).toMatchObject({
      unitsAvailable: '-20.00',
      unitsLeftAtExpiry: '0.00',
      safePerWeek: '0.00',
    });
  });

  test('are shared among the weeks of an account that has not begun, from its first day on', () => {
    const fields = { startDate: '2026-07-01', expiryDate: '2026-07-11' };
    expect(forecastAt(7, fields)).toMatchObject({ safePerWeek: '50.00', unitsLeftAtExpiry: '100.00' });
  });

  test('count a week that a new week start cuts short [11.forecast.5]', () => {
    const weekStarts = [{ from: '2026-06-24', weekStart: 3 }];
    const account = buildAccount({ expiryDate: '2026-07-01' });
    // The weeks from June 14, 21 (three days), 24 and July 1.
    expect(toForecast(account, TODAY, weekStarts).safePerWeek).toBe('25.00');
  });
});

describe('the state', () => {
  const half = { startDate: '2026-01-01' };
  test.each([
    ['expired', 0, { expiryDate: '2026-06-16' }],
    ['expired', 0, { expiryDate: '2026-06-16', used: '100.00' }],
    ['exhausted', 0, { used: '100.00' }],
    ['exhausted', 0, { used: '120.00', expiryDate: TODAY }],
    ['exhausted', 0, { total: '0.00', used: '1.00' }],
    ['expiring', 0, { expiryDate: TODAY }],
    ['expiring', 50, { expiryDate: '2026-07-17' }],
    ['running-low', 7, { expiryDate: '2026-12-31' }],
    ['running-low', 0, { used: '80.01' }],
    ['on-track', 0, { used: '80.00' }],
    ['on-track', 0, { total: '0.00' }],
    // 167 of 334 days are over; 3.14 units a week leave 25.
    ['underused', 3.1, { ...half, expiryDate: '2026-11-30' }],
    ['underused', 0, { ...half, expiryDate: '2026-11-30' }],
    ['on-track', 3.2, { ...half, expiryDate: '2026-11-30' }],
    ['on-track', 0, { startDate: '2026-06-01', expiryDate: '2026-12-01' }],
    ['on-track', 0, { expiryDate: '2026-12-01' }],
  ] as const)('is %s at %d units a week: %j [11.forecast.6]', (state, units, fields) => {
    expect(forecastAt(units, fields).state).toBe(state);
  });

  test.each([
    ['2026-07-17', 'expiring'],
    ['2026-07-18', 'on-track'],
  ])('of an account that expires on %s is %s 30 or 31 days before [11.forecast.6]', (expiryDate, state) => {
    expect(forecastAt(0, { expiryDate }).state).toBe(state);
  });

  test('is underused from the middle of the period on [11.forecast.6]', () => {
    const period = { startDate: '2026-01-01', expiryDate: '2026-12-31' };
    const stateOn = (today: string) => forecastAt(0, period, today).state;
    // Of 365 days, 183 are over on July 3.
    expect([stateOn('2026-07-02'), stateOn('2026-07-03')]).toEqual(['on-track', 'underused']);
  });
});

test('the level is none, low under 20 % or 8 units, and otherwise enough [11.forecast.7]', () => {
  const levelsOf100 = ['-1.00', '0.00', '0.25', '19.99', '20.00'].map((left) => toLevel('100.00', left));
  expect(levelsOf100).toEqual(['none', 'none', 'low', 'low', 'enough']);
  const levelsOf10 = ['0.00', '7.99', '8.00'].map((left) => toLevel('10.00', left));
  expect(levelsOf10).toEqual(['none', 'low', 'enough']);
});

test('unused units lapse when the last day is over [11.forecast.8]', () => {
  const lapsed = (expiryDate: string | null, used = '60.00') =>
    toLapsed({ total: '100.00', used, startDate: null, expiryDate }, TODAY);
  expect([lapsed(null), lapsed(TODAY)]).toEqual(['0.00', '0.00']);
  expect([lapsed('2026-06-16'), lapsed('2026-06-16', '100.25')]).toEqual(['40.00', '0.00']);
});

const decimal = (max: number) =>
  fc.integer({ min: 0, max: max * 100 }).map((hundredths) => (hundredths / 100).toFixed(2));
const day = fc.integer({ min: 0, max: 365 * 8 }).map((count) => addDays('2024-01-01', count));
const anyAccount = fc.record({
  total: decimal(999_999),
  used: decimal(999_999),
  startDate: fc.option(day),
  expiryDate: fc.option(day),
  units: fc.array(decimal(500), { minLength: 4, maxLength: 4 }),
});
const anyWeekStarts = fc.option(fc.tuple(day, fc.integer({ min: 0, max: 6 }))).map((change): WeekStart[] => {
  if (change === null) return [];
  const [from, weekStart] = change;
  return [{ from: startOfWeek(from, [{ from: '2000-01-01', weekStart }]), weekStart }];
});

test('any account has finite decimals, a known state and a run-out day that its pace explains', () => {
  fc.assert(
    fc.property(anyAccount, day, anyWeekStarts, ({ units, ...fields }, today, weekStarts) => {
      const account = { ...fields, weeklyUnits: toWeeklyUnits(units, today, weekStarts) };
      const forecast = toForecast(account, today, weekStarts);
      const { unitsUsed, unitsAvailable, weeklyPace, runsOutOn, unitsLeftAtExpiry, safePerWeek } = forecast;
      for (const one of [unitsUsed, unitsAvailable, weeklyPace, unitsLeftAtExpiry, safePerWeek]) {
        expect(one ?? '0.00').toMatch(/^-?\d+\.\d\d$/);
      }
      expect(FORECAST_STATES).toContain(forecast.state);
      expect(toAvailable(account)).toBe(unitsAvailable);
      const left = Math.max(Number(unitsAvailable), 0);
      const days = runsOutOn === null ? null : countDays(today, runsOutOn);
      const perDay = Number(weeklyPace) / 7;
      expect(days === null || days * perDay <= left + 1e-6).toBe(true);
      expect(days === null || (days + 1) * perDay > left - 1e-6).toBe(true);
      expect((runsOutOn ?? today) <= (account.expiryDate ?? '9999') || runsOutOn === null).toBe(true);
      expect(Number(unitsLeftAtExpiry ?? 0)).toBeLessThanOrEqual(left);
      expect(Number(safePerWeek ?? 0)).toBeLessThanOrEqual(left);
    }),
    { numRuns: 500 },
  );
});

test('any state is the first that is true, by the sentences of the rule [11.forecast.6]', () => {
  fc.assert(
    fc.property(anyAccount, day, anyWeekStarts, ({ units, ...fields }, today, weekStarts) => {
      const account = { ...fields, weeklyUnits: toWeeklyUnits(units, today, weekStarts) };
      const { total, used, startDate, expiryDate } = account;
      const forecast = toForecast(account, today, weekStarts);
      const available = Number(forecast.unitsAvailable);
      const days = forecast.daysToExpiry ?? Number.POSITIVE_INFINITY;
      const runsOutEarlier = forecast.runsOutOn !== null && forecast.runsOutOn < (expiryDate ?? '');
      const period = startDate && expiryDate ? countDays(startDate, expiryDate) + 1 : Number.NaN;
      const conditions = {
        expired: days < 0,
        exhausted: available <= 0 && Number(total) + Number(used) > 0,
        expiring: days <= 30,
        'running-low': expiryDate === null ? available < Number(total) / 5 : runsOutEarlier,
        underused:
          Number(forecast.unitsLeftAtExpiry ?? 0) > Number(total) / 4 &&
          countDays(startDate ?? today, today) >= period / 2,
        'on-track': true,
      };
      expect(forecast.state).toBe(FORECAST_STATES.find((state) => conditions[state]));
    }),
    { numRuns: 500 },
  );
});
