import { expect, test } from 'vitest';
import {
  firstDayOfMonths,
  formatGrowth,
  formatPending,
  formatPercent,
  formatProgress,
  formatReviewHours,
  getMostFrequentReason,
  getSentBackShare,
} from './rules.ts';

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

test.each([
  ['2026-11-24', 3, '2026-09-01'],
  ['2026-01-31', 3, '2025-11-01'],
  ['2026-12-31', 12, '2026-01-01'],
])('a period of %s and %i months starts on %s', (today, months, first) => {
  expect(firstDayOfMonths(today, months)).toBe(first);
});

test('the share of notes sent back and the most frequent reason are missing without decisions [12.home.6]', () => {
  expect(getSentBackShare({ approved: 0, sentBack: 0, denied: 0 })).toBe(null);
  expect(getSentBackShare({ approved: 6, sentBack: 1, denied: 1 })).toBe(0.125);
  expect(getMostFrequentReason({ times: 0, other: 0 })).toBe(undefined);
  expect(getMostFrequentReason({ times: 1, signature: 2, other: 2 })).toBe('signature');
  expect([formatPercent(0.125), formatReviewHours(4.5), formatReviewHours(26.6)]).toEqual([
    '13%',
    '4.5',
    '27',
  ]);
});
