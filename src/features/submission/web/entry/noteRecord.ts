/**
 * The record of a note that is being written, from its first change until the server has it. Opening, keeping, sending and
 * refusing it change its status. Its code is the only one that is never stored (docs/decisions/038).
 */

import { v4 as uuid } from 'uuid';
import type { Moment } from '#platform/web/clock.ts';
import type { ServerIssue } from '#platform/web/forms/serverIssues.ts';
import type { NoteBody } from '#features/submission/web/queries.ts';
import { toElapsedMs } from './captureMoments.ts';
import type { NoteValues } from './noteForm.ts';

type ClientSigned = Pick<NoteValues, 'sealedCode' | 'clientSignature' | 'sheetInk'>;
/** Values that the author entered and signed. */
export type AuthorValues = Omit<NoteValues, keyof ClientSigned | 'clientSignatureCode'>;

/** Why the server refused a note. */
export interface Refusal {
  /** Undefined in a note that an earlier release stored. */
  code?: string;
  message: string;
  issues: readonly ServerIssue[];
  /** Set when an earlier version is on the server: sending this one again has no effect. */
  isSent?: true;
}

/** When a note was begun, signed and submitted; null for what has not happened yet. */
export interface Capture {
  begun: Moment;
  employeeSigned: Moment | null;
  clientSigned: Moment | null;
  submitted: Moment | null;
}

/** The link of the client's receipt. */
interface ReceiptLink {
  token: string;
  /** The client who has seen it. */
  seenBy: number | 'unknown' | null;
}

export interface NoteRecord {
  /** Also the id of its capture, under which the server stores a note once. */
  id: string;
  values: Partial<AuthorValues>;
  signatures: Partial<ClientSigned>;
  /** Null until something was entered. */
  capture: Capture | null;
  /** The idempotency key, the same for every retry. */
  submissionKey: string;
  /** Null for a note that an earlier release began to send without a receipt and a capture. */
  receipt: ReceiptLink | null;
  /** Why the server refused it, until it is submitted again. */
  refusal: Refusal | null;
  status: 'editing' | 'sending' | 'waiting' | 'refused';
  /** Kept on this device as it was signed before, too: that is sent when the form leaves it. */
  isKept: boolean;
}

/** A note that this device keeps until the server has it. While it is open in the form, changes are made to a record there. */
export interface KeptNote extends NoteRecord {
  values: AuthorValues;
  /** The request, the same for every retry. */
  body: NoteBody & NoteCapture;
  /** Orders the notes that wait, ISO 8601. */
  keptAt: string;
  /** When the server asked to try again, in milliseconds since 1970; whether the notes after it wait as well. */
  retry?: { at: number; kind: 'later' | 'unreachable' };
}

/** Splits the values of the form; the client's code is in neither part. */
export function splitValues(all: NoteValues): { values: AuthorValues; signatures: ClientSigned } {
  const { clientSignatureCode: _, sealedCode, clientSignature, sheetInk, ...values } = all;
  return { values, signatures: { sealedCode, clientSignature, sheetInk } };
}

export const createNote = (): NoteRecord => ({
  id: uuid(),
  values: {},
  signatures: {},
  capture: null,
  submissionKey: uuid(),
  receipt: { token: createReceiptToken(), seenBy: null },
  refusal: null,
  status: 'editing',
  isKept: false,
});

/** 32 random bytes in base64url. */
const createReceiptToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');

/** The receipt link of a note; undefined when its client has seen it, because it is shown once. */
export const findUnseenToken = ({ receipt }: NoteRecord): string | undefined =>
  receipt?.seenBy === null ? receipt.token : undefined;

export type NoteCapture = { [Name in 'captureId' | 'capture']: NonNullable<NoteBody[Name]> };

/** Accepts a note with a capture: one without it would be stored twice. */
export const isCaptured = (body: NoteBody): body is NoteBody & NoteCapture =>
  body.captureId !== undefined && body.capture !== undefined;

/** Selects the sent part of a note's capture; undefined for one that an earlier release began to send without it. */
export function toNoteCapture({ id, capture, receipt, isKept }: NoteRecord): NoteCapture | undefined {
  if (!capture?.employeeSigned || !capture.submitted || (!receipt && !isKept)) return undefined;
  const { begun, employeeSigned, clientSigned, submitted } = capture;
  return {
    captureId: id,
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
