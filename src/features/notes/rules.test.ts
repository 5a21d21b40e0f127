import { expect, test } from 'vitest';
import { buildTitle, parseServiceName, hasAutomaticTitle } from './rules.ts';

const note = { serviceName: 'Sustaining Services', clientName: 'Miller House', workDate: '2026-11-20' };

test('buildTitle makes a title of service, client and date, of at most 255 characters', () => {
  expect(buildTitle(note)).toBe('Sustaining, Miller House, November 20, 2026');
  const long = buildTitle({ ...note, clientName: 'x'.repeat(300) });
  expect([long.length, long.endsWith('x, November 20, 2026')]).toEqual([255, true]);
});

test('hasAutomaticTitle is false for a title that the author entered', () => {
  expect(hasAutomaticTitle({ ...note, title: buildTitle(note) })).toBe(true);
  expect(hasAutomaticTitle({ ...note, title: 'Move-in day' })).toBe(false);
});

test('parseServiceName returns the service as it was named in an automatic title', () => {
  expect(parseServiceName({ ...note, title: buildTitle(note) })).toBe('Sustaining');
  const long = { ...note, serviceName: 'Home care, weekends', clientName: 'x'.repeat(300) };
  expect(hasAutomaticTitle({ ...long, title: buildTitle(long) })).toBe(true);
  expect(parseServiceName({ ...note, title: buildTitle({ ...note, serviceName: 'A, B' }) })).toBe('A, B');
  expect(parseServiceName({ ...note, title: 'Move-in day' })).toBeNull();
  expect(parseServiceName({ ...note, title: 'Move-in, November 20, 2026' })).toBeNull();
});
