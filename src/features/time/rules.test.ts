import { expect, test } from 'vitest';
import { validateEntry } from './rules.ts';

test('a time entry has at least 0.25 units or none, and a description [5.time.1 9.units.5]', () => {
  expect(validateEntry({ units: '0.25', description: 'Visit' })).toBeNull();
  expect(validateEntry({ units: '0.00', description: 'Visit' })).toBeNull();
  const tooShort = { path: 'timeUnits', message: 'Minimum time unit is 0.25 (15 minutes)' };
  for (const units of ['0.24', '0.01', -1, Number.NaN]) {
    expect(validateEntry({ units, description: 'Visit' })).toEqual(tooShort);
  }
  expect(validateEntry({ units: '9.00', description: ' ' })).toEqual({
    path: 'description',
    message: 'Description is required',
  });
});
