import { expect, test } from 'vitest';
import { roleLabel } from './rules.ts';

test('roleLabel capitalizes a role, and returns User without one [2.home.3]', () => {
  expect([roleLabel('employee'), roleLabel('manager'), roleLabel('admin')]).toEqual([
    'Employee',
    'Manager',
    'Admin',
  ]);
  expect(roleLabel(undefined)).toBe('User');
});
