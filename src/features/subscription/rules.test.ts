import { expect, test } from 'vitest';
import { toCardDigits, toExpiryDate, parseExpiry, getAllowedActions, passesLuhn } from './rules.ts';

test.each(['4242424242424242', '4000000000000002', '378282246310005', '6011111111111117'])(
  'passesLuhn accepts %s',
  (digits) => expect(passesLuhn(digits)).toBe(true),
);

test.each([
  ['one digit is wrong', '4242424242424241'],
  ['two adjacent digits are swapped', '4224424242424242'],
  ['it is too short', '42424242426'],
  ['it is too long', '42424242424242424242'],
  ['there are letters in it', '42424242424242a2'],
  ['it is empty', ''],
])('passesLuhn rejects a number when %s', (_, digits) => expect(passesLuhn(digits)).toBe(false));

test('toCardDigits removes spaces and hyphens', () => {
  expect(toCardDigits(' 4242 4242-4242 4242 ')).toBe('4242424242424242');
});

test.each([
  ['12/30', { year: 2030, month: 12 }],
  [' 1 / 2031 ', { year: 2031, month: 1 }],
  ['00/30', null],
  ['13/30', null],
  ['12/3', null],
  ['12/300', null],
  ['1230', null],
  ['', null],
])('parseExpiry of %j is %j', (text, expected) => expect(parseExpiry(text)).toEqual(expected));

test('toExpiryDate is the first moment of the next month', () => {
  expect(toExpiryDate({ year: 2028, month: 2 })).toEqual(new Date('2028-03-01T00:00:00.000Z'));
  expect(toExpiryDate({ year: 2027, month: 12 })).toEqual(new Date('2028-01-01T00:00:00.000Z'));
});

const listAllowed = (...[status, cancelAtPeriodEnd = false]: [...Parameters<typeof state>]) =>
  Object.entries(getAllowedActions({ isCreatorBusiness: false }, state(status, cancelAtPeriodEnd)))
    .filter(([, allowed]) => allowed)
    .map(([action]) => action);
const state = (status: Parameters<typeof getAllowedActions>[1]['status'], cancelAtPeriodEnd = false) => ({
  status,
  cancelAtPeriodEnd,
});

test.each([[null], ['incomplete'], ['incomplete_expired'], ['canceled']] as const)(
  'getAllowedActions allows only to subscribe when the status is %s',
  (status) => expect(listAllowed(status)).toEqual(['subscribe']),
);

test.each([['active'], ['trialing'], ['past_due']] as const)(
  'getAllowedActions does not allow to subscribe when the status is %s',
  (status) => {
    expect(listAllowed(status)).toEqual(['cancel', 'updatePaymentMethod', 'changePlan']);
    expect(listAllowed(status, true)).toEqual(['reactivate', 'updatePaymentMethod']);
  },
);

test('getAllowedActions does not allow changing the plan when the status is unpaid', () => {
  expect(listAllowed('unpaid')).toEqual(['cancel', 'updatePaymentMethod']);
});

test('getAllowedActions allows nothing to the creator business', () => {
  const all = Object.values(getAllowedActions({ isCreatorBusiness: true }, state(null)));
  expect(all).toEqual([false, false, false, false, false]);
});
