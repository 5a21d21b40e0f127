import { expect, test } from 'vitest';
import { changeInWords } from './payrollWords.ts';

const work = (minutes: number) => ({ minutes, units: '0.00', entries: 0 });

test.each([
  // 10.0 h after 8.8 h: the true 68 minutes would read +1.1 h beside them.
  [598, 530, '+1.2 h'],
  [530, 598, '−1.2 h'],
  [598, 601, '0.0 h'],
])('%i minutes after %i change by what their figures say', (now, before, words) => {
  expect(changeInWords({ thisWeek: work(now), lastWeek: work(before) })).toBe(words);
});
