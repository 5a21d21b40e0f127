import type { Moment } from '#platform/web/clock.ts';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import {
  splitValues,
  type KeptNote,
  type NoteCapture,
  type Refusal,
} from '#features/submission/web/entry/noteRecord.ts';
import type { NoteBody } from '#features/submission/web/queries.ts';

/** A kept note as the last release stored it, under the name `unsent/<time> <capture id>`. */
export interface EarlierKept {
  body: NoteBody & NoteCapture;
  values: NoteValues;
  attempt: string;
  refusal: Refusal | null;
  isOpen?: boolean;
  retry?: NonNullable<KeptNote['retry']>;
}

export function toKeptNote({ isOpen, attempt, ...note }: EarlierKept, keptAt: string): KeptNote {
  const { body, refusal } = note;
  const { captureId, capture, clientId, sealedCode: text, receiptToken } = body;
  const { elapsedMs } = capture;
  const toMoment = (at?: string | null, counter?: number | null): Moment | null =>
    typeof at === 'string' && typeof counter === 'number' ? { at, counter } : null;
  const { values, signatures } = splitValues(note.values);
  return {
    id: captureId,
    values,
    signatures: {
      ...signatures,
      sealedCode: text === undefined ? null : { clientId: String(clientId), text },
    },
    capture: {
      begun: { at: capture.begunAt, counter: 0 },
      employeeSigned: toMoment(capture.employeeSignedAt, elapsedMs.employeeSigned),
      clientSigned: toMoment(capture.clientSignedAt, elapsedMs.clientSigned),
      submitted: null,
    },
    submissionKey: attempt,
    receipt: receiptToken === undefined ? null : { token: receiptToken, seenBy: clientId },
    refusal,
    status: isOpen ? 'editing' : refusal ? 'refused' : 'waiting',
    isKept: true,
    body,
    keptAt,
    ...(note.retry && { retry: note.retry }),
  };
}
