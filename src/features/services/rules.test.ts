import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ROUNDING_RULES } from './contract.ts';
import { explainUnits, toShortServiceName, toUnits } from './rules.ts';
import { toServiceKey } from './serviceKeyRules.ts';

/** Minutes and units under the rules up, nearest and complete, written by hand. */
const BY_HAND = `
  0: 0 0 0    1: 1 0 0    7: 1 0 0    8: 1 1 0   14: 1 1 0
 15: 1 1 1   16: 2 1 1   22: 2 1 1   23: 2 2 1   29: 2 2 1
 30: 2 2 2   37: 3 2 2   38: 3 3 2   44: 3 3 2   45: 3 3 3
 52: 4 3 3   53: 4 4 3   60: 4 4 4   67: 5 4 4   68: 5 5 4
 75: 5 5 5   80: 6 5 5   82: 6 5 5   83: 6 6 5   97: 7 6 6
 98: 7 7 6  135: 9 9 9  480: 32 32 32  487: 33 32 32  488: 33 33 32
 952: 64 63 63  953: 64 64 63  960: 64 64 64`;

test.each([...BY_HAND.matchAll(/(\d+): (\d+) (\d+) (\d+)/g)].map(([, ...numbers]) => numbers.map(Number)))(
  '%i minutes are %i units for every started unit, %i by the 8-minute rule, %i if completed [11.rounding.1]',
  (minutes, ...units) => {
    expect(ROUNDING_RULES.map((rule) => toUnits(minutes, rule))).toEqual(units);
  },
);

test('all 0 to 960 minutes have the units of an independent formula', () => {
  // The first minute of each unit: under the 8-minute rule CMS lists 8, 23, 38 and so on.
  const firstMinute = { up: 1, nearest: 8, complete: 15 };
  for (const rule of ROUNDING_RULES) {
    const firsts = Array.from({ length: 65 }, (_, unit) => firstMinute[rule] + 15 * unit);
    for (let minutes = 0; minutes <= 960; minutes += 1) {
      expect([minutes, toUnits(minutes, rule)]).toEqual([
        minutes,
        firsts.filter((first) => first <= minutes).length,
      ]);
    }
  }
});

test('toShortServiceName omits the word Services at the end', () => {
  expect(toShortServiceName('Transitional Services')).toBe('Transitional');
  expect(toShortServiceName('Services')).toBe('Services');
  expect(toShortServiceName('Home care')).toBe('Home care');
});

test('the rule up counts the fewest units of 15 minutes that cover the work [1.units.3 5.note.15 9.units.1,2 10.4.5]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 16 * 60 }), (minutes) => {
      const units = toUnits(minutes, 'up');
      expect(Number.isInteger(units)).toBe(true);
      expect(units * 15).toBeGreaterThanOrEqual(minutes);
      expect((units - 1) * 15).toBeLessThan(minutes);
    }),
  );
});

test.each([
  [80, 'up', '80 min = 5 × 15 + 5; each started unit counts, so 6 units'],
  [80, 'nearest', '80 min = 5 × 15 + 5; 5 is under 8, so 5 units'],
  [83, 'nearest', '83 min = 5 × 15 + 8; 8 is 8 or more, so 6 units'],
  [80, 'complete', '80 min = 5 × 15 + 5; only completed units count, so 5 units'],
  [15, 'nearest', '15 min = 1 × 15, so 1 unit'],
  [7, 'nearest', '7 min = 0 × 15 + 7; 7 is under 8, so 0 units'],
] as const)('explainUnits describes %i minutes under the rule %s', (minutes, rule, text) => {
  expect(explainUnits(minutes, rule)).toBe(text);
});

test('toServiceKey makes a key that is not taken', () => {
  expect(toServiceKey('Home care', [])).toBe('home-care');
  expect(toServiceKey('Home care', ['home-care', 'home-care-2'])).toBe('home-care-3');
  expect(toServiceKey(' – ', [])).toBe('service');
});
