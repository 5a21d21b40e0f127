import { expect, test } from 'vitest';
import { findGaps, formatShare, type RuleCheck, type RuleInput } from './rules.ts';

const CLEAN: RuleInput = {
  isApproved: true,
  isDisputed: false,
  isClientSigned: true,
  isVerified: true,
  authorizationRequired: 'block',
  isBilledToPayer: false,
  isAuthorized: true,
  minutes: 60,
  rounding: 'nearest',
  units: '4.00',
  checks: [],
};
const check = (fields: Partial<RuleCheck>): RuleInput => ({
  ...CLEAN,
  checks: [{ code: 'text_repeated', level: 'warning', isExplained: false, ...fields }],
});

test.each([
  ['a clean visit', CLEAN, []],
  [
    'a missing authorization that is not required',
    { ...CLEAN, authorizationRequired: 'no', isAuthorized: false },
    [],
  ],
  [
    'a missing authorization that warns',
    { ...CLEAN, authorizationRequired: 'warn', isAuthorized: false },
    ['no_authorization'],
  ],
  [
    'a missing authorization that is not required, of a visit that a payer is billed for',
    { ...CLEAN, authorizationRequired: 'no', isAuthorized: false, isBilledToPayer: true },
    ['no_authorization'],
  ],
  ['evidence that does not verify', { ...CLEAN, isVerified: false }, ['unsigned']],
  ['units of another rule', { ...CLEAN, minutes: 65, units: '5.00' }, ['units_mismatch']],
  ['a check', check({}), ['unexplained_checks']],
  ['an explained check', check({ isExplained: true }), []],
  ['an overlap that the business allows', check({ code: 'client_overlap', level: 'info' }), []],
  ['an explained late entry', check({ code: 'late_entry', level: 'info', isExplained: true }), ['late']],
  ['a reminder to the author', check({ code: 'own_note' }), []],
] as [string, RuleInput, string[]][])('the gaps of %s [14.packet.2]', (_, visit, gaps) => {
  expect(findGaps(visit)).toEqual(gaps);
});

test.each([
  [0, 3, '0%'],
  [1, 1000, '1%'],
  [47, 50, '94%'],
  [999, 1000, '99%'],
  [7, 7, '100%'],
])('the share of %i in %i is %s [14.packet.10]', (part, all, share) => {
  expect(formatShare(part, all)).toBe(share);
});
