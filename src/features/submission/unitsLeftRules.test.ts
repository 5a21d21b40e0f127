import { expect, test } from 'vitest';
import { findKnownAccount } from './unitsLeftRules.ts';

const ALWAYS = { from: null, to: null };
const general = { serviceKey: null, available: '40.00', inForce: ALWAYS };
const authorized = { serviceKey: 'sustaining', available: '20.00', inForce: ALWAYS };
const service = { key: 'sustaining', authorizationRequired: 'no' as const };
const visit = { service, workDate: '2026-03-02', today: '2026-03-02' };

test('a visit uses the only authorization of its service in force, else the general account [13.offline.120]', () => {
  const until = (to: string) => ({ ...authorized, inForce: { from: null, to } });
  expect(findKnownAccount([general, authorized], visit)).toBe(authorized);
  expect(findKnownAccount([general, until('2026-03-01')], visit)).toBe(general);
  expect(findKnownAccount([general, { ...authorized, inForce: null }], visit)).toBe(general);
  expect(findKnownAccount([general, { ...authorized, serviceKey: 'other' }], visit)).toBe(general);
});

test('the account is not known where it depends on what a device does not have [13.offline.120]', () => {
  expect(findKnownAccount([authorized, { ...authorized }], visit)).toBeNull();
  expect(findKnownAccount([general], { ...visit, workDate: '2026-03-01' })).toBeNull();
  const required = { ...service, authorizationRequired: 'block' as const };
  expect(findKnownAccount([general], { ...visit, service: required })).toBeNull();
  // As earlier releases stored it.
  expect(findKnownAccount([{ serviceKey: 'sustaining', available: '20.00' }], visit)).toBeNull();
  expect(findKnownAccount([{ ...authorized, inForce: null }], visit)).toBeNull();
});
