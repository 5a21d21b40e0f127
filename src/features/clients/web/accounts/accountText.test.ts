import { describe, expect, test } from 'vitest';
import type { Forecast } from '#features/clients/authorizationContract.ts';
import { accountName, describeAverage, describeForecast } from './accountText.ts';

const forecast: Forecast = {
  unitsUsed: '40.00',
  unitsAvailable: '56.00',
  weeklyPace: '12.00',
  paceWeeks: 4,
  runsOutOn: null,
  unitsLeftAtExpiry: null,
  safePerWeek: null,
  daysToExpiry: null,
  state: 'on-track',
};

describe('A forecast in words', () => {
  const describeIt = (fields: Partial<Forecast>, expiryDate: string | null = '2027-12-31', lapsed = '0.00') =>
    describeForecast({ expiryDate, lapsed, forecast: { ...forecast, ...fields } });

  test('names the day on which the units run out, and the safe pace [11.forecast.124]', () => {
    const lines = describeIt({ state: 'running-low', runsOutOn: '2027-01-14', safePerWeek: '9.00' });
    expect(lines).toEqual([
      'Runs out on Jan 14, 2027 at 12 units per week',
      'Up to 9 units per week will last through Dec 31, 2027',
    ]);
  });

  test('names the units that would lapse [11.forecast.124]', () => {
    expect(describeIt({ state: 'underused', unitsLeftAtExpiry: '18.00' })).toEqual([
      '18 units would expire unused on Dec 31, 2027 at 12 units per week',
    ]);
    expect(describeIt({ unitsLeftAtExpiry: '0.00' })).toEqual([
      'Will last through Dec 31, 2027 at 12 units per week',
    ]);
  });

  test('starts with the days left of an authorization that expires soon [11.forecast.124]', () => {
    expect(describeIt({ state: 'expiring', daysToExpiry: 1 })[0]).toBe('Expires in 1 day');
    expect(describeIt({ state: 'expiring', daysToExpiry: 0 })[0]).toBe('Expires today');
  });

  test('has only what happened for an account that is used up or over [11.forecast.124]', () => {
    expect(describeIt({ state: 'exhausted', unitsAvailable: '0.00' })).toEqual(['No units left']);
    expect(describeIt({ state: 'exhausted', unitsAvailable: '-1.00' })).toEqual(['1 unit over']);
    expect(describeIt({ state: 'expired' }, '2026-01-31', '18.00')).toEqual([
      'Expired on Jan 31, 2026; 18 units expired unused',
    ]);
  });

  test('explains a missing pace [11.forecast.124]', () => {
    expect(describeIt({ weeklyPace: '0.00' }, null)).toEqual(['No units used in the last four full weeks']);
    expect(describeIt({ weeklyPace: '0.00', unitsLeftAtExpiry: '56.00' })).toEqual([
      'No units used in the last four full weeks',
      '56 units would expire unused on Dec 31, 2027',
    ]);
  });
});

describe('An account that began within the last four full weeks', () => {
  const describeIt = (paceWeeks: number, weeklyPace: string) => {
    const its: Forecast = { ...forecast, paceWeeks, weeklyPace };
    const [first] = describeForecast({ startDate: '2026-11-10', forecast: its });
    return [first, describeAverage(its, { startDate: '2026-11-10' })];
  };
  const since = 'since the start date, Nov 10, 2026';
  test.each([
    [4, 'No units used in the last four full weeks', '0 units per week over the last four full weeks'],
    [2, `No units used in the 2 full weeks ${since}`, `0 units per week over the 2 full weeks ${since}`],
    [1, `No units used in the full week ${since}`, `0 units per week over the full week ${since}`],
  ])('with %d of them are described without earlier ones [11.forecast.124]', (weeks, unused, average) => {
    expect(describeIt(weeks, '0.00')).toEqual([unused, `Average: ${average}`]);
  });

  test('has no pace before its first full week [11.forecast.124]', () => {
    const none = `No full week ${since}`;
    expect(describeIt(0, '0.00')).toEqual([none, `${none}: no average yet`]);
    const expiring = { ...forecast, paceWeeks: 0, weeklyPace: '0.00', unitsLeftAtExpiry: '56.00' };
    const dates = { startDate: '2026-11-10', expiryDate: '2027-12-31' };
    expect(describeForecast({ ...dates, forecast: expiring })).toEqual([none]);
  });
});

test('an account is named by its service with the number, or the last day [11.authorizations.123]', () => {
  const home = { serviceKey: 'home-care', reference: 'PA-1042', expiryDate: '2027-12-31' };
  expect(accountName(home, 'Home Care Services')).toBe('Home Care · PA-1042');
  expect(accountName({ ...home, reference: null }, 'Home care')).toBe('Home care · through Dec 31, 2027');
  expect(accountName({ serviceKey: null }, undefined)).toBe('General units');
});
