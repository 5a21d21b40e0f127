import { expect, test } from 'vitest';
import type { Subscription } from '#features/subscription/web/queries.ts';
import { amountOf, dayOf, graceEnd, nextEvent, nextPayment } from './period.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;

test('dayOf is the day in the time zone of the business', () => {
  expect(dayOf(seconds('2026-12-20T03:30:00Z'), 'America/Chicago')).toBe('Dec 19, 2026');
  expect(dayOf(seconds('2026-12-20T03:30:00Z'), 'Europe/Paris')).toBe('Dec 20, 2026');
});

test('amountOf has a dollar sign, or the code of another currency', () => {
  expect(amountOf({ nickname: 'Premium', amount: 4999, currency: 'usd', interval: 'month' })).toBe('$49.99');
  expect(amountOf({ nickname: 'Premium', amount: 4999, currency: 'eur', interval: 'month' })).toBe(
    '49.99 EUR',
  );
});

test('graceEnd is two weeks after the start of an unpaid period', () => {
  const begun = { current_period_start: seconds('2026-12-20T12:00:00Z') };
  expect(dayOf(graceEnd(begun), 'UTC')).toBe('Jan 3, 2027');
});

test.each([
  ['active', false, { term: 'Renews on', value: 'Jan 20, 2027' }, '$49.99 on Jan 20, 2027'],
  ['active', true, { term: 'Ends on', value: 'Jan 20, 2027' }, 'None; the subscription is ending'],
  ['past_due', false, { term: 'Payment due since', value: 'Dec 20, 2026' }, '$49.99, due since Dec 20, 2026'],
] as const)(
  'nextEvent and nextPayment for a subscription that is %s, ending: %s',
  (status, ends, event, payment) => {
    const subscription = {
      status,
      cancel_at_period_end: ends,
      current_period_start: seconds('2026-12-20T12:00:00Z'),
      current_period_end: seconds('2027-01-20T12:00:00Z'),
      plan: { nickname: 'Premium', amount: 4999, currency: 'usd', interval: 'month' },
    } as Subscription;
    expect(nextEvent(subscription, 'UTC')).toEqual(event);
    expect(nextPayment(subscription, 'UTC')).toBe(payment);
  },
);
