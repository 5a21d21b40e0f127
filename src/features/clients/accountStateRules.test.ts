import { expect, test } from 'vitest';
import { listVisibleAccounts, rankState, getWorstState } from './accountStateRules.ts';
import type { Account, ForecastState } from './authorizationContract.ts';

const account = (
  state: ForecastState,
  fields: Partial<Account> = {},
  daysToExpiry: number | null = null,
): Account => ({
  serviceKey: 'home-care',
  available: '10.00',
  total: '40.00',
  used: '30.00',
  forecast: {
    unitsUsed: '30.00',
    unitsAvailable: '10.00',
    weeklyPace: '0.00',
    paceWeeks: 4,
    runsOutOn: null,
    unitsLeftAtExpiry: null,
    safePerWeek: null,
    daysToExpiry,
    state,
  },
  ...fields,
});

test('the worst state counts, but not of accounts without units or expired over 30 days ago [11.forecast.123]', () => {
  expect(getWorstState([account('on-track'), account('running-low'), account('underused')])).toBe(
    'running-low',
  );
  expect(getWorstState([account('expired', {}, -30), account('on-track')])).toBe('expired');
  expect(getWorstState([account('expired', {}, -31), account('on-track')])).toBe('on-track');
  expect(getWorstState([account('exhausted', { total: '0.00', used: '0.00' })])).toBe(null);
});

test('clients without units come last [11.forecast.123]', () => {
  expect(rankState(null)).toBeGreaterThan(rankState('on-track'));
  expect(rankState('expired')).toBeLessThan(rankState('exhausted'));
});

test('an unused general account is shown only without authorizations [11.authorizations.123]', () => {
  const general = account('on-track', { serviceKey: null, total: '0.00', used: '0.00' });
  const home = account('on-track');
  const list = (accounts: Account[]) => listVisibleAccounts({ accounts, generalTotalUnits: '0.00' });
  expect(list([general, home])).toEqual([home]);
  expect(list([general])).toEqual([general]);
});

test('employees see an empty general account only without authorizations, and a used up one always [11.authorizations.130]', () => {
  const general: Account = { serviceKey: null, available: '0.00', level: 'none' };
  const home: Account = { serviceKey: 'home-care', available: '10.00', level: 'enough' };
  const list = (generalTotalUnits: string, ...accounts: Account[]) =>
    listVisibleAccounts({ accounts, generalTotalUnits });
  expect(list('0.00', general, home)).toEqual([home]);
  expect(list('0.00', general)).toEqual([general]);
  expect(list('40.00', general, home)).toEqual([general, home]);
  const overdrawn = { ...general, available: '-4.00' };
  expect(list('0.00', overdrawn, home)).toEqual([overdrawn, home]);
});
