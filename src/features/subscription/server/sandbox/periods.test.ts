import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, periodOf, advance, type SandboxState } from './periods.ts';

const at = (text: string) => new Date(`${text}Z`);

test.each([
  ['2026-01-31T10:00:00', 1, '2026-02-28T10:00:00'],
  ['2028-01-31T10:00:00', 1, '2028-02-29T10:00:00'],
  ['2026-01-31T10:00:00', 2, '2026-03-31T10:00:00'],
  ['2026-03-31T23:59:59', 1, '2026-04-30T23:59:59'],
  ['2026-12-15T00:00:00', 1, '2027-01-15T00:00:00'],
  ['2026-08-30T12:30:00', 6, '2027-02-28T12:30:00'],
  ['2026-05-05T05:05:05', 0, '2026-05-05T05:05:05'],
])('addMonths adds to %s %i months, which is %s', (start, months, expected) => {
  expect(addMonths(at(start), months)).toEqual(at(expected));
});

test('periodOf ends each period where the next begins, on the original day or the last day of a shorter month', () => {
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

describe('advance, for a subscription that started on January 31', () => {
  const buildState = (fields: Partial<SandboxState> = {}): SandboxState => ({
    status: 'active',
    cancelAtPeriodEnd: false,
    createdAt: at('2026-01-31T09:00:00'),
    anchor: at('2026-01-31T10:00:00'),
    periodsOver: 0,
    cardExpiresAt: at('2030-01-01T00:00:00'),
    cardDeclinesLater: false,
    ...fields,
  });
  const advanceTo = (fields: Partial<SandboxState>, now: string, renews = true) => {
    const after = advance(buildState(fields), at(now), renews);
    return [after.status, periodOf(after)?.end.toISOString().slice(0, 10)];
  };

  test('keeps it active to the end of its period, to the millisecond', () => {
    expect(advanceTo({}, '2026-02-28T09:59:59')).toEqual(['active', '2026-02-28']);
    expect(advanceTo({}, '2026-02-28T10:00:00')).toEqual(['active', '2026-03-31']);
  });

  test('renews it for every period since it was last read', () => {
    expect(advanceTo({}, '2027-02-27T00:00:00')).toEqual(['active', '2027-02-28']);
  });

  test('ends a canceled one with its period', () => {
    const cancelAtPeriodEnd = true;
    expect(advanceTo({ cancelAtPeriodEnd }, '2026-02-28T09:59:59')).toEqual(['active', '2026-02-28']);
    expect(advanceTo({ cancelAtPeriodEnd }, '2026-02-28T10:00:00')).toEqual(['canceled', '2026-02-28']);
  });

  test.each([
    ['has expired', { cardExpiresAt: at('2026-02-28T10:00:00') }],
    ['is declined', { cardDeclinesLater: true }],
  ])('keeps one whose card %s past due for a period, then ends it', (_, fields) => {
    expect(advanceTo(fields, '2026-02-28T10:00:00')).toEqual(['past_due', '2026-03-31']);
    expect(advanceTo(fields, '2026-03-31T10:00:00')).toEqual(['canceled', '2026-03-31']);
  });

  test('charges a card for the renewals before it expires', () => {
    const cardExpiresAt = at('2026-04-01T00:00:00');
    expect(advanceTo({ cardExpiresAt }, '2026-04-29T00:00:00')).toEqual(['active', '2026-04-30']);
    expect(advanceTo({ cardExpiresAt }, '2026-04-30T10:00:00')).toEqual(['past_due', '2026-05-31']);
  });

  test('renews nothing when another provider takes the payments', () => {
    expect(advanceTo({}, '2026-02-28T09:59:59', false)).toEqual(['active', '2026-02-28']);
    expect(advanceTo({}, '2026-02-28T10:00:00', false)).toEqual(['canceled', '2026-02-28']);
  });

  test('expires an open payment after 23 hours', () => {
    const open = { status: 'incomplete', anchor: null, createdAt: at('2026-01-31T09:00:00') } as const;
    expect(advance(buildState(open), at('2026-02-01T07:59:59'), true).status).toBe('incomplete');
    expect(advance(buildState(open), at('2026-02-01T08:00:00'), true).status).toBe('incomplete_expired');
  });
});
