import { beforeEach, expect, test } from 'vitest';
import { setEncryptedForm } from '#platform/web/forms/persistedForm.ts';
import { getAttempt, isReceiptShown, resumeAttempt } from './noteAttempt.ts';

const FORM = '1/note';
const [MARIA, ROSA] = [7, 8];

beforeEach(() =>
  setEncryptedForm(FORM, {
    values: new Map(),
    save: () => undefined,
    saved: () => Promise.resolve(),
    suspend: () => undefined,
    resume: () => Promise.resolve(true),
  }),
);

test('a retry has the same key and receipt link, for any client who has not seen it', () => {
  const first = getAttempt(FORM, MARIA);
  expect(first.receiptToken).toMatch(/^[\w-]{43}$/);
  expect([getAttempt(FORM, MARIA), getAttempt(FORM, ROSA)]).toEqual([first, first]);
  expect(isReceiptShown(first)).toBe(false);
});

test('a kept note has the link that its client has seen until its client is changed [13.receipt.15]', () => {
  const { key, receiptToken } = getAttempt(FORM, MARIA);
  resumeAttempt(FORM, { key, receiptToken, receiptSeenBy: MARIA });
  const same = getAttempt(FORM, MARIA);
  expect([same.receiptToken, isReceiptShown(same)]).toEqual([receiptToken, true]);
  const other = getAttempt(FORM, ROSA);
  expect(other.key).toBe(key);
  expect(other.receiptToken).not.toBe(receiptToken);
  expect(isReceiptShown(other)).toBe(false);
  // It may have been refused: no one has seen the new link, not even the previous client.
  expect([getAttempt(FORM, ROSA), getAttempt(FORM, MARIA)]).toEqual([other, other]);
});

test('a kept note of an earlier release keeps its link, which counts as seen', () => {
  const { key, receiptToken } = getAttempt(FORM, MARIA);
  resumeAttempt(FORM, { key, receiptToken });
  const resumed = getAttempt(FORM, ROSA);
  expect([resumed.receiptToken, isReceiptShown(resumed)]).toEqual([receiptToken, true]);
});
