import { expect, test } from 'vitest';
import { formatChange, formatWeek } from './payrollFormat.ts';

test.each([
  // 9.97 h after 8.83 h: the actual 68 minutes would read +1.13 h beside them.
  [598, 530, '+1.14 h'],
  [530, 598, '−1.14 h'],
  [600, 600, '0.00 h'],
])('%i minutes after %i show the difference of the rounded hours', (now, before, label) => {
  expect(formatChange({ thisWeek: { minutes: now }, lastWeek: { minutes: before } })).toBe(label);
});

test.each([
  ['2026-03-01', '2026-03-07', 'Mar 1 – Mar 7, 2026'],
  ['2026-12-27', '2027-01-02', 'Dec 27, 2026 – Jan 2, 2027'],
  ['2026-11-29', '2026-12-02', 'Nov 29 – Dec 2, 2026 (4 days)'],
  ['2026-11-29', '2026-11-29', 'Nov 29, 2026 (1 day)'],
])('the week from %s to %s reads %s [11.week.5]', (start, end, label) => {
  expect(formatWeek({ start, end })).toBe(label);
});
