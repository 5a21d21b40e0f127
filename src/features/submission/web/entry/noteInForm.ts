/** The note in a form: it is read and changed here only, at each change of the form. */

import { readMoment } from '#platform/web/clock.ts';
import {
  clearPersistedForm,
  isEncryptedForm,
  readPersistedForm,
  writePersistedForm,
} from '#platform/web/forms/persistedForm.ts';
import {
  clearPlainForm,
  readPlainForm,
  writePlainForm,
  type FormStore,
  type FormValues,
} from '#platform/web/forms/plainForms.ts';
import { EARLIER_PARTS, readEarlierParts, toNoteRecord } from './earlierForm.ts';
import type { NoteValues } from './noteForm.ts';
import { createNote, splitValues, type Capture, type NoteRecord } from './noteRecord.ts';

/** The note of a form that cannot be encrypted: what the client signed with ends with its tab. */
export const toPlainStore = (formKey: string): FormStore => ({
  read() {
    const values = readPlainForm(formKey, 'local');
    const signatures = readPlainForm(formKey, 'session') ?? {};
    if (isRecord(values)) return { ...values, signatures };
    const parts = readEarlierParts(formKey, { values, signatures });
    return parts && { ...toNoteRecord(formKey, parts, createNote()) };
  },
  write({ signatures, ...note }) {
    const isStored =
      writePlainForm(formKey, note, 'local') && writePlainForm(formKey, signatures as object, 'session');
    if (isStored) for (const part of EARLIER_PARTS) clearPlainForm(formKey + part, 'local');
    return isStored;
  },
  clear() {
    for (const part of ['', ...EARLIER_PARTS]) clearPlainForm(formKey + part, 'local');
    clearPlainForm(formKey, 'session');
  },
});

const isRecord = (stored: FormValues | null): boolean => stored !== null && 'submissionKey' in stored;

/** Notes that no storage of this browser has, by the key of their form. */
const inMemory = new Map<string, NoteRecord>();

/** The note in the form with this key. */
export function readNote(formKey: string): NoteRecord | null {
  const unstored = inMemory.get(formKey);
  if (unstored) return unstored;
  const stored = readPersistedForm(formKey);
  if (isEncryptedForm(formKey)) {
    if (!stored || isRecord(stored)) return stored as NoteRecord | null;
    const note = toNoteRecord(formKey, stored, createNote());
    writeNote(formKey, note);
    return note;
  }
  const note = toPlainStore(formKey).read() as NoteRecord | null;
  if (note && !isRecord(stored)) writeNote(formKey, note);
  return note;
}

/** @returns false when it is only in memory, because storage is full or blocked */
export function writeNote(formKey: string, note: NoteRecord): boolean {
  const isStored = isEncryptedForm(formKey)
    ? writePersistedForm(formKey, note)
    : toPlainStore(formKey).write({ ...note });
  // An encrypted form is in memory until there is space.
  if (isStored || isEncryptedForm(formKey)) inMemory.delete(formKey);
  else inMemory.set(formKey, note);
  return isStored;
}

export const changeNote = (formKey: string, change: Partial<NoteRecord>): boolean =>
  writeNote(formKey, { ...(readNote(formKey) ?? createNote()), ...change });

/** Removes a note that was sent, kept or discarded from its form. */
export function removeNote(formKey: string): void {
  inMemory.delete(formKey);
  if (isEncryptedForm(formKey)) clearPersistedForm(formKey);
  else toPlainStore(formKey).clear();
}

const isEmpty = ({ capture, values, signatures }: NoteRecord): boolean =>
  !capture && Object.keys(values).length === 0 && Object.keys(signatures).length === 0;

/** Stores the values of a form in its note. */
export const toFormStore = (formKey: string): FormStore => ({
  read() {
    const note = readNote(formKey);
    const values = { ...note?.values, ...note?.signatures };
    return Object.keys(values).length === 0 ? null : values;
  },
  write: (values) => changeNote(formKey, splitValues(values as NoteValues)),
  clear() {
    const note = readNote(formKey);
    if (!note) return;
    const cleared = { ...note, values: {}, signatures: {} };
    if (isEmpty(cleared)) removeNote(formKey);
    else writeNote(formKey, cleared);
  },
});

const startCapture = (): Capture => ({
  begun: readMoment(),
  employeeSigned: null,
  clientSigned: null,
  submitted: null,
});

/** Begins the capture of what is entered other than by a change of the form, unless it has begun. @returns the id of its note */
export function beginNote(formKey: string): string {
  const note = readNote(formKey) ?? createNote();
  if (!note.capture) writeNote(formKey, { ...note, capture: startCapture() });
  return note.id;
}

/** Records when the note in a form was signed. */
export function captureSigning(formKey: string, values: NoteValues): void {
  const before = readNote(formKey)?.capture;
  const capture = before ?? startCapture();
  const employeeSigned = values.employeeSignature ? (capture.employeeSigned ?? readMoment()) : null;
  const clientSigned = values.clientSignature ? (capture.clientSigned ?? readMoment()) : null;
  const isSame = before?.employeeSigned === employeeSigned && before.clientSigned === clientSigned;
  if (!isSame) changeNote(formKey, { capture: { ...capture, employeeSigned, clientSigned } });
}

const listeners = new Set<(formKey: string) => void>();
/** Calls back when a form has left a note that was kept. */
export const followLeft = (listener: (formKey: string) => void) => listeners.add(listener);

/** Ends a note without submitting it: what is still in the form is another one. One that was kept is sent as it was signed. */
export function leaveNote(formKey: string, rest: Partial<NoteRecord> = {}): void {
  const note = readNote(formKey);
  if (!note) return;
  const next = { ...createNote(), values: note.values, signatures: note.signatures, ...rest };
  if (isEmpty(next)) removeNote(formKey);
  else writeNote(formKey, next);
  if (note.isKept) for (const listener of listeners) listener(formKey);
}

/** Begins another note in an empty form. */
export function replaceNote(formKey: string): void {
  leaveNote(formKey, { values: {}, signatures: {} });
  beginNote(formKey);
}

interface Submission {
  clientId: number;
  isClientSigned: boolean;
}

/**
 * Begins to send a note; moments that were not recorded are this one. A retry after a lost answer or a reload has the same key
 * and receipt link. Another client than the one who has seen the link gets a new one.
 */
export function startSending(formKey: string, { clientId, isClientSigned }: Submission): NoteRecord {
  const note = readNote(formKey) ?? createNote();
  const submitted = readMoment();
  const capture = note.capture ?? { ...startCapture(), begun: submitted };
  const { seenBy } = note.receipt ?? {};
  const isOtherClient = typeof seenBy === 'number' && seenBy !== clientId;
  const sent: NoteRecord = {
    ...note,
    capture: {
      begun: capture.begun,
      employeeSigned: capture.employeeSigned ?? submitted,
      clientSigned: isClientSigned ? (capture.clientSigned ?? submitted) : null,
      submitted,
    },
    receipt: isOtherClient ? createNote().receipt : note.receipt,
    refusal: null,
    status: 'sending',
  };
  writeNote(formKey, sent);
  return sent;
}
