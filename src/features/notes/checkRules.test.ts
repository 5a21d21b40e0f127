import { expect, test } from 'vitest';
import { NOTE_CHECKS } from './checkContract.ts';
import { describeCheck, toLevel } from './checkRules.ts';

test('late_entry and clock_differs are info, client_overlap when two employees are allowed, and all others are warnings [12.checks.41]', () => {
  const info = (allowTwoEmployees: boolean) =>
    NOTE_CHECKS.filter((code) => toLevel(code, allowTwoEmployees) === 'info');
  expect(info(false)).toEqual(['late_entry', 'clock_differs']);
  expect(info(true)).toEqual(['client_overlap', 'late_entry', 'clock_differs']);
});

/** Words of a judgment. A check states times, days and numbers. */
const ACCUSING =
  /fraud|fake|forge|false|falsif|copied|copy|cheat|dishonest|suspicio|suspect|illegal|invalid|improper|violat|manipulat|steal|stole|lying|lied|guilt|abus|wrong|must not|not allowed/i;

const detail = {
  authorName: 'Ana Ruiz',
  clientName: 'Cleo Client',
  day: '2026-03-03',
  otherAuthorName: 'Eve Worker',
  otherClientName: 'Zoe Miller',
  otherDay: '2026-03-04',
  otherStart: '09:10',
  otherEnd: '10:00',
  startTime: '09:00',
  endTime: '10:15',
  minutes: 5000,
  signedMinutes: 60,
  signedUnits: '4.00',
  units: '334.00',
  hours: 14,
  count: 5,
};

test.each(NOTE_CHECKS)(
  'the message of %s is one or two complete sentences that accuse no one [12.checks.42]',
  (code) => {
    for (const relatedNoteIds of [[1], [1, 2], [1, 2, 3]]) {
      const message = describeCheck({ code, detail, relatedNoteIds });
      expect(message).not.toMatch(ACCUSING);
      expect(message).toMatch(/^[A-Z][^.]+\.( \d more notes? [a-z]+\.)?$/);
      expect(message).not.toMatch(/undefined|null|NaN/);
    }
  },
);
