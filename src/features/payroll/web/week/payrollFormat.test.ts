import { expect, test } from 'vitest';
import { formatChange } from './payrollFormat.ts';

const work = (minutes: number) => ({ minutes, units: '0.00', entries: 0 });

test.each([
  // 9.97 h after 8.83 h: the actual 68 minutes would read +1.13 h beside them.
  [598, 530, '+1.14 h'],
  [530, 598, '−1.14 h'],
  [600, 600, '0.00 h'],
])('%i minutes after %i show the difference of the rounded hours', (now, before, label) => {
  expect(formatChange({ thisWeek: work(now), lastWeek: work(before) })).toBe(label);
});
