import { createHash } from 'node:crypto';
import type { SubmissionInput } from '#features/notes/inputContract.ts';

/** SHA-256 of what was signed, without what changes with each try. */
export function digestCapture(input: SubmissionInput): Buffer {
  const signed = {
    ...input,
    // An earlier release sends none.
    startOccurrence: input.startOccurrence ?? undefined,
    endOccurrence: input.endOccurrence ?? undefined,
    capture: input.capture && {
      ...input.capture,
      offline: undefined,
      deviceNow: undefined,
      submittedAt: undefined,
      elapsedMs: { ...input.capture.elapsedMs, submitted: undefined },
    },
    captureId: undefined,
    clientSignatureCode: undefined,
    sealedCode: undefined,
    rounding: undefined,
    timeZone: undefined,
    signedMinutes: undefined,
    signedUnits: undefined,
    draftId: undefined,
    receiptToken: undefined,
  };
  return createHash('sha256').update(JSON.stringify(signed)).digest();
}
