/** When the note in the form was begun and signed, by the clock of this device and by the page's monotonic clock. */

import { useEffect } from 'react';
import { v4 as uuid } from 'uuid';
import { readMoment, type Moment } from '#platform/web/clock.ts';
import {
  clearPersistedForm,
  readPersistedForm,
  writePersistedForm,
} from '#platform/web/forms/persistedForm.ts';
import type { NoteBody } from '#features/submission/web/queries.ts';
import { toElapsedMs } from './captureMoments.ts';
import { getEntered, hasUnsaved } from './enteredValues.ts';
import { clearAttempt, isResumed } from './noteAttempt.ts';
import type { NoteForm } from './useNoteForm.ts';

interface CaptureState {
  captureId: string;
  begun: Moment;
  employeeSigned: Moment | null;
  clientSigned: Moment | null;
}

/** The key of the capture of a form. */
export const captureKeyOf = (storageKey: string) => `${storageKey}:capture`;

const createCapture = (): CaptureState => ({
  captureId: uuid(),
  begun: readMoment(),
  employeeSigned: null,
  clientSigned: null,
});

const readCapture = (storageKey: string) =>
  readPersistedForm(captureKeyOf(storageKey)) as CaptureState | null;

export const findCaptureId = (storageKey: string): string | undefined => readCapture(storageKey)?.captureId;

const writeCapture = (storageKey: string, capture: CaptureState) =>
  writePersistedForm(captureKeyOf(storageKey), capture);

/** Begins the capture of what is entered other than by a change of the form, unless it has begun. @returns its id */
export function beginCapture(storageKey: string): string {
  const capture = readCapture(storageKey) ?? createCapture();
  writeCapture(storageKey, capture);
  return capture.captureId;
}

/** Ends the capture, and the attempt to submit it: the next change of the form begins another note. */
export function endCapture(storageKey: string): void {
  clearPersistedForm(captureKeyOf(storageKey));
  clearAttempt(storageKey);
}

/** Removes what is stored of a form, with the capture of its note. */
export function emptyStoredForm(storageKey: string): void {
  clearPersistedForm(storageKey);
  clearPersistedForm(storageKey, 'session');
  endCapture(storageKey);
}

/** Ends the capture of a note that leaves the form without being submitted; one that was kept is sent as it was signed. */
export function abandonCapture(storageKey: string): void {
  const wasKept = isResumed(storageKey);
  endCapture(storageKey);
  if (wasKept) for (const listener of listeners) listener(storageKey);
}

const listeners = new Set<(storageKey: string) => void>();
/** Calls back when a form has left a note that was kept. */
export const followAbandoned = (listener: (storageKey: string) => void) => listeners.add(listener);

/** Records the moments of the note in the form, from its first change until it has been emptied. */
export function useCapture(form: NoteForm, storageKey: string): void {
  useEffect(() => {
    let wasEntered = hasUnsaved(getEntered(form));
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, type }) => {
        const isEmptied = wasEntered && type === 'change' && !hasUnsaved(getEntered(form));
        wasEntered = hasUnsaved(getEntered(form));
        if (isEmptied) {
          abandonCapture(storageKey);
          // It was sealed for this capture.
          form.setValue('sealedCode', null);
          return;
        }
        const before = readCapture(storageKey);
        if (!before && type !== 'change') return;
        const capture = before ?? createCapture();
        const next = {
          ...capture,
          employeeSigned: values.employeeSignature ? (capture.employeeSigned ?? readMoment()) : null,
          clientSigned: values.clientSignature ? (capture.clientSigned ?? readMoment()) : null,
        };
        const isSame =
          before?.employeeSigned === next.employeeSigned && before?.clientSigned === next.clientSigned;
        if (!isSame) writeCapture(storageKey, next);
      },
    });
  }, [form, storageKey]);
}

/** Continues the capture of a note that is opened again, with the moments of both signatures. */
export function resumeCapture(storageKey: string, { captureId, capture }: NoteCapture): void {
  const { begunAt, elapsedMs } = capture;
  const begun = { at: begunAt, counter: 0 };
  const toMoment = (at?: string | null, elapsed?: number | null): Moment | null =>
    typeof at === 'string' && typeof elapsed === 'number' ? { at, counter: elapsed } : null;
  writeCapture(storageKey, {
    captureId,
    begun,
    employeeSigned: toMoment(capture.employeeSignedAt, elapsedMs.employeeSigned),
    clientSigned: toMoment(capture.clientSignedAt, elapsedMs.clientSigned),
  });
}

export type NoteCapture = { [Name in 'captureId' | 'capture']: NonNullable<NoteBody[Name]> };

/** Whether a note can be kept: one without a capture would be stored twice. */
export const isCaptured = (body: NoteBody): body is NoteBody & NoteCapture =>
  body.captureId !== undefined && body.capture !== undefined;

/**
 * The capture of a note that is submitted now; moments that were not recorded are this one, and stay so in a retry.
 * @param isClientSigned without the client's signature there is no moment of it
 */
export function toCapture(storageKey: string, isClientSigned: boolean): NoteCapture {
  const submitted = readMoment();
  const stored = readCapture(storageKey) ?? { ...createCapture(), begun: submitted };
  const { captureId, begun, ...signed } = stored;
  const employeeSigned = signed.employeeSigned ?? submitted;
  const clientSigned = isClientSigned ? (signed.clientSigned ?? submitted) : null;
  writeCapture(storageKey, { captureId, begun, employeeSigned, clientSigned });
  return {
    captureId,
    capture: {
      offline: !navigator.onLine,
      deviceNow: submitted.at,
      begunAt: begun.at,
      employeeSignedAt: employeeSigned.at,
      clientSignedAt: clientSigned?.at ?? null,
      submittedAt: submitted.at,
      elapsedMs: toElapsedMs({ begun, employeeSigned, clientSigned, submitted }),
    },
  };
}
