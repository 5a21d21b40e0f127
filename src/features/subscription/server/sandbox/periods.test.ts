import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthsAfter, periodOf, upTo } from './periods.ts';
import type { Course } from './periods.ts';

const at = (text: string) => new Date(`${text}Z`);

test.each([
  ['2026-01-31T10:00:00', 1, '2026-02-28T10:00:00'],
  ['2028-01-31T10:00:00', 1, '2028-02-29T10:00:00'],
  ['2026-01-31T10:00:00', 2, '2026-03-31T10:00:00'],
  ['2026-03-31T23:59:59', 1, '2026-04-30T23:59:59'],
  ['2026-12-15T00:00:00', 1, '2027-01-15T00:00:00'],
  ['2026-08-30T12:30:00', 6, '2027-02-28T12:30:00'],
  ['2026-05-05T05:05:05', 0, '2026-05-05T05:05:05'],
])('%s and %i months are %s', (start, months, expected) => {
  expect(monthsAfter(at(start), months)).toEqual(at(expected));
});

test('every period ends where the next begins, on the day of the first or the last of a shorter month', () => {
  const moment = fc.date({
    min: at('2020-01-01T00:00:00'),
    max: at('2040-01-01T00:00:00'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moment, fc.nat(600), (anchor, periodsOver) => {
      const period = periodOf({ anchor, periodsOver });
      const next = periodOf({ anchor, periodsOver: periodsOver + 1 });
      expect(period?.end).toEqual(next?.start);
      const day = period?.start.getUTCDate() ?? 0;
      const tomorrow = new Date((period?.start.getTime() ?? 0) + 24 * 60 * 60 * 1000);
      expect(day === anchor.getUTCDate() || (day < anchor.getUTCDate() && tomorrow.getUTCDate() === 1)).toBe(
        true,
      );
    }),
  );
});

describe('what becomes of a subscription that began on January 31', () => {
  const course = (fields: Partial<Course> = {}): Course => ({
    status: 'active',
    cancelAtPeriodEnd: false,
    createdAt: at('2026-01-31T09:00:00'),
    anchor: at('2026-01-31T10:00:00'),
    periodsOver: 0,
    cardExpiresAt: at('2030-01-01T00:00:00'),
    cardDeclinesLater: false,
    ...fields,
  });
  const become = (fields: Partial<Course>, now: string, renewing = true) => {
    const after = upTo(course(fields), at(now), renewing);
    return [after.status, periodOf(after)?.end.toISOString().slice(0, 10)];
  };

  test('it runs to the end of its period, to the moment', () => {
    expect(become({}, '2026-02-28T09:59:59')).toEqual(['active', '2026-02-28']);
    expect(become({}, '2026-02-28T10:00:00')).toEqual(['active', '2026-03-31']);
  });

  test('it goes on by itself, however long it is not read', () => {
    expect(become({}, '2027-02-27T00:00:00')).toEqual(['active', '2027-02-28']);
  });

  test('a canceled one ends with its period', () => {
    const cancelAtPeriodEnd = true;
    expect(become({ cancelAtPeriodEnd }, '2026-02-28T09:59:59')).toEqual(['active', '2026-02-28']);
    expect(become({ cancelAtPeriodEnd }, '2026-02-28T10:00:00')).toEqual(['canceled', '2026-02-28']);
  });

  test.each([
    ['has expired', { cardExpiresAt: at('2026-02-28T10:00:00') }],
    ['is declined', { cardDeclinesLater: true }],
  ])('one whose card %s is past due for a period, and then over', (_, fields) => {
    expect(become(fields, '2026-02-28T10:00:00')).toEqual(['past_due', '2026-03-31']);
    expect(become(fields, '2026-03-31T10:00:00')).toEqual(['canceled', '2026-03-31']);
  });

  test('a card is good for the renewals before it expires', () => {
    const cardExpiresAt = at('2026-04-01T00:00:00');
    expect(become({ cardExpiresAt }, '2026-04-29T00:00:00')).toEqual(['active', '2026-04-30']);
    expect(become({ cardExpiresAt }, '2026-04-30T10:00:00')).toEqual(['past_due', '2026-05-31']);
  });

  test('nothing is renewed where another provider takes the payments', () => {
    expect(become({}, '2026-02-28T09:59:59', false)).toEqual(['active', '2026-02-28']);
    expect(become({}, '2026-02-28T10:00:00', false)).toEqual(['canceled', '2026-02-28']);
  });

  test('an open payment expires after 23 hours', () => {
    const open = { status: 'incomplete', anchor: null, createdAt: at('2026-01-31T09:00:00') } as const;
    expect(upTo(course(open), at('2026-02-01T07:59:59'), true).status).toBe('incomplete');
    expect(upTo(course(open), at('2026-02-01T08:00:00'), true).status).toBe('incomplete_expired');
  });
});
