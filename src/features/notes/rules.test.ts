import { expect, test } from 'vitest';
import { buildTitle, hasAutomaticTitle } from './rules.ts';

const note = { category: 'sustaining' as const, clientName: 'Miller House', workDate: '2026-11-20' };

test('buildTitle makes a title of service, client and date, of at most 255 characters', () => {
  expect(buildTitle(note)).toBe('Sustaining, Miller House, November 20, 2026');
  const long = buildTitle({ ...note, clientName: 'x'.repeat(300) });
  expect([long.length, long.endsWith('x, November 20, 2026')]).toEqual([255, true]);
});

test('hasAutomaticTitle is false for a title that the author entered', () => {
  expect(hasAutomaticTitle({ ...note, title: buildTitle(note) })).toBe(true);
  expect(hasAutomaticTitle({ ...note, title: 'Move-in day' })).toBe(false);
});
