import { describe, expect, test } from 'vitest';
import { formatCents } from '#platform/contract/decimalFormat.ts';
import { isReadOnly, isTighter, PLAN_CENTS, planLimits, type SubscriptionState } from './rules.ts';

test('planLimits allows 8 employees and 80 clients on Premium, any number of employees and 150 clients on Professional [9.plans.6]', () => {
  const limitsOf = (planType: 'premium' | 'professional') =>
    planLimits({ planType, isCreatorBusiness: false });
  expect(limitsOf('premium')).toEqual({ plan: 'Premium', employees: 8, clients: 80 });
  expect(limitsOf('professional')).toEqual({ plan: 'Professional', employees: null, clients: 150 });
});

test('planLimits has no limits for the creator business [6.rules.10]', () => {
  expect(planLimits({ planType: 'premium', isCreatorBusiness: true })).toMatchObject({
    employees: null,
    clients: null,
  });
});

test('PLAN_CENTS has the prices in cents: $49.99 and $79.00 a month [9.plans.1]', () => {
  expect(PLAN_CENTS).toEqual({ premium: 4999, professional: 7900 });
  expect([formatCents(PLAN_CENTS.premium), formatCents(PLAN_CENTS.professional)]).toEqual([
    '$49.99',
    '$79.00',
  ]);
});

describe('isReadOnly', () => {
  const now = new Date('2026-03-20T12:00:00Z');
  const days = (count: number) => new Date(now.getTime() + count * 24 * 60 * 60 * 1000);
  const state = (fields: Partial<SubscriptionState> = {}): SubscriptionState => ({
    isCreatorBusiness: false,
    subscriptionStatus: null,
    subscriptionPeriodEnd: null,
    subscriptionEndsAt: null,
    ...fields,
  });

  test('is false without a subscription only for the creator business', () => {
    expect(isReadOnly(state({ isCreatorBusiness: true }), now)).toBe(false);
    expect(isReadOnly(state(), now)).toBe(true);
  });

  test.each([
    ['active, period running', 'active', 10, null, false],
    ['trialing', 'trialing', 10, null, false],
    ['active, renewal not reported yet', 'active', -1, null, false],
    ['active, nothing reported for weeks', 'active', -15, null, true],
    ['past due for two weeks less a day', 'past_due', -13, null, false],
    ['past due for two weeks and a day', 'past_due', -15, null, true],
    ['unpaid', 'unpaid', 10, null, true],
    ['canceled, paid period running', 'active', 10, 10, false],
    ['canceled, paid period over to the moment', 'active', 0, 0, true],
    ['ended', 'canceled', 10, null, true],
    ['begun and not paid', 'incomplete', 10, null, true],
  ])('for %s is as expected', (...[, subscriptionStatus, end, endsAt, expected]) => {
    const subscriptionEndsAt = endsAt === null ? null : days(endsAt);
    const business = state({ subscriptionStatus, subscriptionPeriodEnd: days(end), subscriptionEndsAt });
    expect(isReadOnly(business, now)).toBe(expected);
  });
});

test('isTighter is true only for Premium compared with Professional', () => {
  expect(isTighter('premium', 'professional')).toBe(true);
  expect(isTighter('professional', 'premium')).toBe(false);
  expect(isTighter('premium', 'premium')).toBe(false);
});
