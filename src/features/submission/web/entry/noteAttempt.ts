/** The attempt to submit the note in a form, persisted until the note is accepted. */

import { v4 as uuid } from 'uuid';
import {
  clearPersistedForm,
  readPersistedForm,
  writePersistedForm,
} from '#platform/web/forms/persistedForm.ts';
import type { Refusal } from './unsentState.ts';

/** The idempotency key of the note in the form, and the token of the client's receipt link. */
export interface NoteAttempt {
  key: string;
  /** Undefined in an attempt of an earlier release. */
  receiptToken?: string | undefined;
  /** Whether the note was kept on this device and is open again. */
  isResumed?: true;
  /** The client who has seen the receipt link, null when it is a new one; undefined in an attempt of an earlier release. */
  receiptSeenBy?: number | null;
  /** Why the server refused it, until it is submitted again. */
  refusal?: Refusal | null;
}

const keyOf = (storageKey: string) => `${storageKey}:attempt`;

const readAttempt = (storageKey: string) =>
  readPersistedForm(keyOf(storageKey)) as Partial<NoteAttempt> | null;

export const readRefusal = (storageKey: string): Refusal | null => readAttempt(storageKey)?.refusal ?? null;

/** Whether the note in the form was kept on this device. */
export const isResumed = (storageKey: string): boolean => readAttempt(storageKey)?.isResumed === true;

/**
 * A retry after a lost response or a reload has the same attempt, and creates one note with one receipt. Another client than
 * the one who has seen the receipt link gets a new one.
 */
export function getAttempt(storageKey: string, clientId: number): NoteAttempt {
  const { key, refusal, ...more } = readAttempt(storageKey) ?? {};
  if (typeof key === 'string') {
    const isOtherClient = typeof more.receiptSeenBy === 'number' && more.receiptSeenBy !== clientId;
    const attempt = {
      key,
      ...more,
      ...(isOtherClient && { receiptToken: createReceiptToken(), receiptSeenBy: null }),
    };
    if (refusal || isOtherClient) writePersistedForm(keyOf(storageKey), attempt);
    return attempt;
  }
  const attempt = { key: uuid(), receiptToken: createReceiptToken() };
  writePersistedForm(keyOf(storageKey), attempt);
  return attempt;
}

/** Whether the client of a note has seen the link of this attempt: it is shown once. */
export const isReceiptShown = ({ isResumed: wasKept, receiptSeenBy }: NoteAttempt): boolean =>
  wasKept === true && receiptSeenBy !== null;

/** Continues the attempt of a note that was kept, with the client in `receiptSeenBy`. */
export function resumeAttempt(storageKey: string, attempt: NoteAttempt): void {
  writePersistedForm(keyOf(storageKey), { ...attempt, isResumed: true });
}

/** Keeps why the server refused the note, for the form to show when it is opened. */
export function keepRefusal(storageKey: string, attempt: NoteAttempt, refusal: Refusal): void {
  writePersistedForm(keyOf(storageKey), { ...attempt, refusal });
}

export const clearAttempt = (storageKey: string): void => clearPersistedForm(keyOf(storageKey));

/** 32 random bytes in base64url. */
const createReceiptToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
