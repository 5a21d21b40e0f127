import { expect, test } from 'vitest';
import { roleLabel } from './rules.ts';

test('a role is capitalised, and a person without one is a user [2.home.3]', () => {
  expect([roleLabel('employee'), roleLabel('manager'), roleLabel('admin')]).toEqual([
    'Employee',
    'Manager',
    'Admin',
  ]);
  expect(roleLabel(undefined)).toBe('User');
});
