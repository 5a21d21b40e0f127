import { describe, expect, it } from 'vitest';
import * as format from './format.ts';
import * as numbers from './numberFormat.ts';

describe('format', () => {
  it('formats a moment in a time zone before and after a clock change [2.announcements.4]', () => {
    expect(format.formatDateTime('2026-03-08T06:59:00.000Z', 'America/New_York')).toBe(
      'Mar 8, 2026 at 1:59 AM',
    );
    expect(format.formatDateTimeZone('2026-03-08T07:00:00.000Z', 'America/New_York')).toBe(
      'Mar 8, 2026 at 3:00 AM EDT',
    );
    expect(format.formatDate('2026-01-01T02:00:00.000Z', 'America/Los_Angeles')).toBe('Dec 31, 2025');
  });

  it('formats a total with a plus sign when the server stopped counting', () => {
    expect([9_999, 10_000, 12_345].map(format.formatTotal)).toEqual(['9,999', '10,000+', '12,345']);
  });

  it('formats calendar days and times of day without a time zone', () => {
    expect(format.formatDay('2026-03-01')).toBe('Mar 1, 2026');
    expect(format.formatWeekday('2026-03-01')).toBe('Sun, Mar 1');
    expect(['00:00', '09:05', '12:00', '23:59'].map((time) => format.formatTime(time))).toEqual([
      '12:00 AM',
      '9:05 AM',
      '12:00 PM',
      '11:59 PM',
    ]);
  });

  it('formats relative time in the largest whole unit [4.message.4]', () => {
    const now = new Date('2026-03-10T12:00:00.000Z');
    expect(format.formatRelative('2026-03-10T11:59:30.000Z', now)).toBe('just now');
    expect(format.formatRelative('2026-03-10T11:01:00.000Z', now)).toBe('59 minutes ago');
    expect(format.formatRelative('2026-03-09T11:00:00.000Z', now)).toBe('yesterday');
    expect(format.formatRelative('2026-03-13T12:00:00.000Z', now)).toBe('in 3 days');
  });

  it('truncates a text between characters', () => {
    expect(format.shorten('Can you take over', 17)).toBe('Can you take over');
    expect(format.shorten('Can you take over', 8)).toBe('Can you…');
    expect(format.shorten('👋🏽👋🏽', 3)).toBe('👋🏽👋…');
  });

  it('formats hours and counts', () => {
    expect(numbers.formatHours(2.25)).toBe('2.3');
    expect(format.plural(1, 'result', 'results')).toBe('1 result');
    expect(format.plural(1204, 'result', 'results')).toBe('1,204 results');
  });

  it('formats file sizes in base 1024 [9.counts.14]', () => {
    expect([0, 512, 1024, 1536, 5_242_880, 2_147_483_648].map(numbers.formatFileSize)).toEqual([
      '0 Bytes',
      '512 Bytes',
      '1.00 KB',
      '1.50 KB',
      '5.00 MB',
      '2.00 GB',
    ]);
    expect(numbers.formatMegabytes(30_000)).toBe('0.03 MB');
  });

  it('names the zone of times that clocks show twice', () => {
    const span = (from: string, to: string) =>
      format.formatSpan(`2026-11-01T${from}Z`, `2026-11-01T${to}Z`, 'America/New_York');
    expect(span('13:00', '14:15')).toBe('Nov 1, 2026, 8:00 – 9:15 AM');
    expect(span('05:30', '06:15')).toBe('Nov 1, 2026 at 1:30 AM EDT – Nov 1, 2026 at 1:15 AM EST');
  });
});
