import { expect, test } from 'vitest';
import { greetingAt } from './greeting.ts';

test.each([
  [0, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [16, 'Good afternoon'],
  [17, 'Good evening'],
  [23, 'Good evening'],
])('the greeting in hour %s is %s [2.home.1]', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting);
});
