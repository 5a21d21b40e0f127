/** The note in a form as the last release stored it: in parts with keys of their own. */

import { readPlainForm, type FormValues } from '#platform/web/forms/plainForms.ts';
import type { Capture, NoteRecord, Refusal } from './noteRecord.ts';

interface Attempt {
  key: string;
  receiptToken?: string;
  isResumed?: boolean;
  receiptSeenBy?: number | null;
  refusal?: Refusal | null;
}

type EarlierCapture = Omit<Capture, 'submitted'> & { captureId: string };

/** The ends of the keys of its parts beside the values. */
export const EARLIER_PARTS = [':capture', ':attempt'];

/** The parts of a form in plain text, by the names that they have where it is encrypted. @returns null without any */
export function readEarlierParts(
  formKey: string,
  { values, signatures }: { values: FormValues | null; signatures: FormValues },
): FormValues | null {
  const parts: FormValues = { [`local ${formKey}`]: values, [`session ${formKey}`]: signatures };
  for (const part of EARLIER_PARTS) parts[`local ${formKey}${part}`] = readPlainForm(formKey + part, 'local');
  return Object.values(parts).some((part) => part && Object.keys(part).length > 0) ? parts : null;
}

/** A note from its parts, with the identity of a new one where they have none. */
export function toNoteRecord(formKey: string, parts: FormValues, created: NoteRecord): NoteRecord {
  const capture = parts[`local ${formKey}:capture`] as EarlierCapture | null | undefined;
  const attempt = parts[`local ${formKey}:attempt`] as Attempt | null | undefined;
  // A release before it stored the client's code there.
  const { clientSignatureCode: _, ...signatures } = (parts[`session ${formKey}`] ?? {}) as FormValues;
  const { captureId = created.id, ...moments } = capture ?? {};
  return {
    ...created,
    id: captureId,
    values: parts[`local ${formKey}`] ?? {},
    signatures,
    capture: capture ? ({ ...moments, submitted: null } as Capture) : null,
    ...(attempt && toSubmission(attempt)),
  };
}

function toSubmission({ key, receiptToken, isResumed = false, receiptSeenBy, refusal = null }: Attempt) {
  const seenBy = isResumed && receiptSeenBy === undefined ? 'unknown' : (receiptSeenBy ?? null);
  return {
    submissionKey: key,
    receipt: receiptToken === undefined ? null : ({ token: receiptToken, seenBy } as const),
    refusal,
    status: refusal ? ('refused' as const) : ('editing' as const),
    isKept: isResumed,
  };
}
