import { expect, test } from 'vitest';
import { formatGrowth, formatPending, formatProgress } from './rules.ts';

test.each([
  [{ now: 112, added: 12 }, '+12% this week'],
  [{ now: 101, added: 1 }, '+1% this week'],
  [{ now: 30, added: 20 }, '+200% this week'],
  [{ now: 1004, added: 4 }, '+0.4% this week'],
  [{ now: 5001, added: 1 }, '+0.02% this week'],
  [{ now: 5, added: 5 }, '+5 this week'],
  [{ now: 5, added: 0 }, 'No change this week'],
  [{ now: 0, added: 0 }, 'None yet'],
])('%o is %s [2.dashboard.4 10.6.16]', (growth, label) => {
  expect(formatGrowth(growth, 'this week')).toBe(label);
});

test('the labels of the other totals depend on whether they are zero [2.dashboard.5,6]', () => {
  expect([formatPending(0), formatPending(1)]).toEqual(['All caught up', 'Needs attention']);
  expect([formatProgress(0), formatProgress(1)]).toEqual(['No active work', 'Active work']);
});
