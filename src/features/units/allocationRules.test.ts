import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  availableOf,
  chooseAccount,
  describeRefusal,
  type AllocationInput,
  type InForce,
} from './allocationRules.ts';

const authorization = (id: number, fields: Partial<InForce> = {}): InForce => ({
  id,
  expiryDate: null,
  unitsAuthorized: '10.00',
  unitsUsed: '0.00',
  unitsPerWeek: null,
  unitsPerMonth: null,
  usedInWeek: '0.00',
  usedInMonth: '0.00',
  ...fields,
});

const choose = (fields: Partial<AllocationInput>) =>
  chooseAccount({
    units: '4.00',
    inForce: [],
    generalAvailable: '100.00',
    authorizationRequired: 'no',
    overusePolicy: 'block',
    ...fields,
  });

const permission = (id: number, fields: Partial<InForce> = {}) =>
  authorization(id, { unitsAuthorized: null, ...fields });

describe('the account of a note', () => {
  test.each<[string, Partial<AllocationInput>, number | null, number | null]>([
    ['no authorization', {}, null, null],
    ['one with units', { inForce: [authorization(1)] }, 1, 1],
    [
      'the earliest expiry, none last',
      { inForce: [authorization(1), authorization(2, { expiryDate: '2026-12-31' })] },
      2,
      2,
    ],
    ['the lowest id at the same expiry', { inForce: [authorization(5), authorization(3)] }, 3, 3],
    [
      'the first that can hold all of it',
      { inForce: [authorization(1, { unitsUsed: '7.00' }), authorization(2)] },
      2,
      2,
    ],
    [
      'the first that can hold it within its caps',
      { inForce: [authorization(1, { unitsPerWeek: '3.00' }), authorization(2)] },
      2,
      2,
    ],
    ['units before a permission', { inForce: [permission(1), authorization(2)] }, 2, 2],
    ['a permission: named, allocated to the general account', { inForce: [permission(1)] }, 1, null],
    [
      'of permissions the earliest expiry',
      { inForce: [permission(1), permission(2, { expiryDate: '2026-12-31' })] },
      2,
      null,
    ],
    [
      '0 units: the earliest at any balance',
      {
        units: '0.00',
        inForce: [authorization(1, { unitsUsed: '12.00', unitsPerWeek: '0.00' }), authorization(2)],
      },
      1,
      1,
    ],
  ])('is, with %s, authorization and account %# [11.accounts.4]', (_, input, authorizationId, accountId) => {
    expect(choose(input)).toEqual({ authorizationId, accountId, checks: [], refusal: null });
  });

  test('is the earliest with units left when none can hold the note and overuse is allowed [11.accounts.4]', () => {
    const inForce = [
      authorization(1, { unitsUsed: '10.00' }),
      authorization(2, { unitsUsed: '9.00' }),
      authorization(3),
    ];
    const allocation = choose({ units: '11.00', inForce, overusePolicy: 'allow' });
    expect(allocation).toEqual({ authorizationId: 2, accountId: 2, checks: ['over_units'], refusal: null });
    const exhausted = inForce.slice(0, 1);
    expect(choose({ inForce: exhausted, overusePolicy: 'allow' })).toMatchObject({
      accountId: 1,
      checks: ['over_units'],
    });
  });

  test.each<[string, Partial<AllocationInput>, string | null, string[]]>([
    [
      'an exhausted authorization',
      { inForce: [authorization(1, { unitsUsed: '8.00' })] },
      'not_enough_units',
      ['over_units'],
    ],
    [
      'a weekly cap',
      { inForce: [authorization(1, { unitsPerWeek: '6.00', usedInWeek: '3.00' })] },
      'cap_exceeded',
      ['cap_exceeded'],
    ],
    [
      'a monthly cap',
      { inForce: [authorization(1, { unitsPerMonth: '6.00', usedInMonth: '3.00' })] },
      'cap_exceeded',
      ['cap_exceeded'],
    ],
    [
      'a cap of a permission',
      { inForce: [permission(1, { unitsPerWeek: '3.00' })] },
      'cap_exceeded',
      ['cap_exceeded'],
    ],
    ['the general account', { generalAvailable: '3.75' }, 'not_enough_units', ['over_units']],
    [
      'the general account under a permission',
      { generalAvailable: '0.00', inForce: [permission(1)] },
      'not_enough_units',
      ['over_units'],
    ],
    [
      'both limits of an authorization',
      { inForce: [authorization(1, { unitsUsed: '8.00', unitsPerWeek: '3.00' })] },
      'not_enough_units',
      ['over_units', 'cap_exceeded'],
    ],
    [
      'nothing up to the last unit',
      { inForce: [authorization(1, { unitsUsed: '6.00', unitsPerWeek: '4.00' })] },
      null,
      [],
    ],
  ])(
    'refuses beyond %s under `block`, and stores a check under `allow` [11.accounts.6,7]',
    (_, input, code, checks) => {
      expect(choose({ ...input, overusePolicy: 'block' })).toMatchObject({
        checks: [],
        refusal: code === null ? null : { code },
      });
      expect(choose({ ...input, overusePolicy: 'allow' })).toMatchObject({ checks, refusal: null });
    },
  );

  test.each<[AllocationInput['authorizationRequired'], string | null, string[]]>([
    ['no', null, []],
    ['warn', null, ['no_authorization']],
    ['block', 'authorization_required', []],
  ])(
    'without an authorization under the rule `%s` [11.accounts.5,7]',
    (authorizationRequired, code, checks) => {
      for (const overusePolicy of ['allow', 'block'] as const) {
        const { checks: stored, refusal } = choose({ authorizationRequired, overusePolicy });
        expect([refusal?.code ?? null, stored]).toEqual([code, checks]);
      }
      expect(choose({ authorizationRequired, inForce: [permission(1)] })).toMatchObject({
        checks: [],
        refusal: null,
      });
    },
  );
});

/** The model of the test calculates with integers. */
const toHundredths = (units: string): number => Math.round(Number(units) * 100);
const toDecimal = (hundredths: number): string => (hundredths / 100).toFixed(2);

const decimal = (max: number) => fc.integer({ min: 0, max: max * 100 }).map(toDecimal);
const anyAuthorization = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  expiryDate: fc.constantFrom(null, '2026-06-30', '2026-12-31'),
  unitsAuthorized: fc.option(decimal(20)),
  unitsUsed: decimal(20),
  unitsPerWeek: fc.option(decimal(20)),
  unitsPerMonth: fc.option(decimal(20)),
  usedInWeek: decimal(20),
  usedInMonth: decimal(20),
});
const anyInput = fc.record({
  units: decimal(20),
  inForce: fc.uniqueArray(anyAuthorization, { selector: ({ id }) => id, maxLength: 5 }),
  generalAvailable: fc.integer({ min: -2000, max: 2000 }).map(toDecimal),
  authorizationRequired: fc.constantFrom('no' as const, 'warn' as const, 'block' as const),
});

/** Compares units with an authorization, in other words than the rule's. */
function fits(units: string, one: InForce): boolean {
  const needed = toHundredths(units);
  const left = [
    toHundredths(availableOf(one)),
    ...(one.unitsPerWeek === null ? [] : [toHundredths(one.unitsPerWeek) - toHundredths(one.usedInWeek)]),
    ...(one.unitsPerMonth === null ? [] : [toHundredths(one.unitsPerMonth) - toHundredths(one.usedInMonth)]),
  ];
  return needed === 0 || needed <= Math.min(...left);
}

test('under `block` no accepted note exceeds a limit, and a refused one fits no authorization [11.accounts.6]', () => {
  const isWithinLimits = fc.property(anyInput, (input) => {
    const allocation = chooseAccount({ ...input, overusePolicy: 'block' });
    const chosen = input.inForce.find(({ id }) => id === allocation.accountId);
    const budgets = input.inForce.filter(({ unitsAuthorized }) => unitsAuthorized !== null);
    const isStored = allocation.refusal === null;
    if (budgets.length > 0) {
      // An authorization with units is always the account, and the note is stored if it fits any of them.
      const isRight = chosen !== undefined && (!isStored || fits(input.units, chosen));
      return isRight && isStored === budgets.some((one) => fits(input.units, one));
    }
    const fitsGeneral = toHundredths(input.units) <= Math.max(0, toHundredths(input.generalAvailable));
    return allocation.accountId === null && (!isStored || toHundredths(input.units) === 0 || fitsGeneral);
  });
  expect(fc.check(isWithinLimits)).toMatchObject({ failed: false });
});

test('under `allow` only a missing required authorization refuses a note [11.accounts.7]', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { refusal } = chooseAccount({ ...input, overusePolicy: 'allow' });
      const isMissing = input.inForce.length === 0 && input.authorizationRequired === 'block';
      expect(refusal).toEqual(isMissing ? { code: 'authorization_required' } : null);
    }),
  );
});

test('a refusal names what is missing, with limit, used and needed [11.accounts.6]', () => {
  const note = { units: '4.00', workDate: '2026-03-02', serviceName: 'Respite', clientName: 'Cleo Client' };
  const exceeded = { code: 'cap_exceeded', period: 'month', limit: '10.00', used: '7.00' } as const;
  expect(describeRefusal(exceeded, note)).toBe(
    'The authorization allows 10 units per month. 7 are used, and this note needs 4.',
  );
});
