import { beforeEach, expect, test } from 'vitest';
import { setEncryptedForm, type EncryptedForm } from '#platform/web/forms/persistedForm.ts';
import { changeNote, leaveNote, readNote, removeNote, startSending, writeNote } from './noteInForm.ts';
import { createNote, findUnseenToken } from './noteRecord.ts';

const FORM = '1/note';
const [MARIA, ROSA] = [7, 8];
let form: EncryptedForm;

beforeEach(() => {
  form = {
    values: null,
    isStored: true,
    save: () => undefined,
    saved: () => Promise.resolve(),
    suspend: () => undefined,
    resume: () => Promise.resolve(true),
  };
  setEncryptedForm(FORM, form);
});

const sendTo = (clientId: number) => {
  const { submissionKey, receipt } = startSending(FORM, { clientId, isClientSigned: true });
  return { submissionKey, receipt };
};

test('a retry has the same key and receipt link, for any client who has not seen it', () => {
  const first = sendTo(MARIA);
  expect(first.receipt?.token).toMatch(/^[\w-]{43}$/);
  expect([sendTo(MARIA), sendTo(ROSA)]).toEqual([first, first]);
  expect(readNote(FORM)).toMatchObject({ status: 'sending', refusal: null });
});

test('a kept note has the link that its client has seen until its client is changed [13.receipt.15]', () => {
  const note = createNote();
  const token = note.receipt?.token ?? '';
  writeNote(FORM, { ...note, isKept: true, receipt: { token, seenBy: MARIA } });
  expect(sendTo(MARIA).receipt).toEqual({ token, seenBy: MARIA });
  const other = sendTo(ROSA);
  expect(other.submissionKey).toBe(note.submissionKey);
  expect(other.receipt).toEqual({ token: expect.not.stringMatching(token) as string, seenBy: null });
  // It may have been refused: no one has seen the new link, not even the previous client.
  expect([sendTo(ROSA), sendTo(MARIA)]).toEqual([other, other]);
});

test('a note that is left gives the form another identity, and one without any content removes it', () => {
  changeNote(FORM, { values: { summary: 'All done.' } });
  const first = readNote(FORM);
  leaveNote(FORM);
  const second = readNote(FORM);
  expect(second).toMatchObject({ values: { summary: 'All done.' }, capture: null, isKept: false });
  for (const name of ['id', 'submissionKey', 'receipt'] as const)
    expect(second?.[name]).not.toEqual(first?.[name]);
  leaveNote(FORM, { values: {}, signatures: {} });
  expect([readNote(FORM), form.values]).toEqual([null, null]);
});

test('a note of the last release is read once, and has from then on one record', () => {
  const moment = { at: '2026-03-02T08:00:00.000Z', counter: 5, page: 1 };
  const capture = { captureId: 'c', begun: moment, employeeSigned: moment, clientSigned: null };
  const refusal = { code: 'client_inactive', message: 'This client is inactive.', issues: [] };
  form.values = {
    [`local ${FORM}`]: { summary: 'All done.' },
    [`session ${FORM}`]: { clientSignature: 'png', clientSignatureCode: '4711' },
    [`local ${FORM}:capture`]: capture,
    [`local ${FORM}:attempt`]: {
      key: 'k',
      receiptToken: 't',
      isResumed: true,
      receiptSeenBy: MARIA,
      refusal,
    },
  };
  const note = readNote(FORM);
  expect(note).toEqual({
    id: 'c',
    values: { summary: 'All done.' },
    signatures: { clientSignature: 'png' },
    capture: { begun: moment, employeeSigned: moment, clientSigned: null, submitted: null },
    submissionKey: 'k',
    receipt: { token: 't', seenBy: MARIA },
    refusal,
    status: 'refused',
    isKept: true,
  });
  expect(form.values).toEqual(note);
  expect(readNote(FORM)).toEqual(note);
  removeNote(FORM);
  expect(form.values).toBeNull();
});

test('a kept note of an earlier release keeps its link, which counts as seen', () => {
  form.values = { [`local ${FORM}:attempt`]: { key: 'k', receiptToken: 't', isResumed: true } };
  expect(sendTo(ROSA)).toEqual({ submissionKey: 'k', receipt: { token: 't', seenBy: 'unknown' } });
  expect(findUnseenToken({ ...createNote(), ...sendTo(ROSA) })).toBeUndefined();
});
