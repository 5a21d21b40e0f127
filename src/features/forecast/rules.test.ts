import { expect, test } from 'vitest';
import {
  describeAlert,
  listExpiryThresholds,
  listUsageThresholds,
  getTopThreshold,
  type AlertAccount,
} from './rules.ts';

test.each([
  ['100.00', '79.99', []],
  ['100.00', '80.00', ['used-80']],
  ['100.00', '99.99', ['used-80']],
  ['100.00', '100.00', ['used-80', 'used-up']],
  ['100.00', '120.00', ['used-80', 'used-up']],
  ['0.30', '0.24', ['used-80']],
  ['0.00', '9.00', ['used-up']],
  ['100.00', '0.00', []],
] as const)('of %s units, %s used reach the thresholds %j [11.alerts.3]', (total, used, thresholds) => {
  expect(listUsageThresholds({ total, used })).toEqual(thresholds);
});

test.each([
  ['2026-05-31', []],
  ['2026-06-01', ['expires-30']],
  ['2026-06-23', ['expires-30']],
  ['2026-06-24', ['expires-30', 'expires-7']],
  ['2026-07-01', ['expires-30', 'expires-7']],
  ['2026-07-02', []],
] as const)(
  'on %s an account that expires on July 1 reaches the thresholds %j [11.alerts.7]',
  (today, thresholds) => {
    expect(listExpiryThresholds('2026-07-01', today)).toEqual(thresholds);
  },
);

test('sends only the most severe new threshold', () => {
  expect(getTopThreshold(['used-80', 'used-up'])).toBe('used-up');
  expect(getTopThreshold(['expires-30', 'expires-7'])).toBe('expires-7');
  expect(getTopThreshold(['expires-30'])).toBe('expires-30');
  expect(getTopThreshold([])).toBeUndefined();
});

const account: AlertAccount = {
  clientName: 'HS-1',
  authorizationId: 7,
  serviceName: 'Home care',
  reference: null,
  expiryDate: '2026-07-01',
  total: '1500.00',
  used: '1499.00',
};

test.each([
  ['used-80', {}, 'HS-1 has used 1,499 of 1,500 units of the Home care authorization. 1 unit is left.'],
  [
    'used-80',
    { authorizationId: null, used: '1200.00' },
    'HS-1 has used 1,200 of 1,500 general units. 300 units are left.',
  ],
  [
    'used-up',
    { used: '1500.50' },
    'HS-1 has used all 1,500 units of the Home care authorization and is 0.5 units over. You can change units in Client Management.',
  ],
  [
    'expires-30',
    {},
    'The Home care authorization for HS-1 expires on July 1, 2026. 1 of 1,500 units is unused and will expire with it.',
  ],
  [
    'expires-7',
    { used: '1500.00', reference: 'A-1' },
    'The Home care authorization A-1 for HS-1 expires on July 1, 2026. All of its units are used.',
  ],
  [
    'used-up',
    { authorizationId: null, total: '0.00', used: '9.00' },
    'HS-1 has no general units and is 9 units over. You can change units in Client Management.',
  ],
] as const)('the message about %s of %j is: %s', (threshold, fields, content) => {
  expect(describeAlert({ ...account, ...fields }, threshold).content).toBe(content);
});
