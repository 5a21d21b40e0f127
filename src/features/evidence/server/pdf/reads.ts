/** Guarded: what files about many notes print of a note. Each such file is recorded in the audit log as a whole. */

import type { GeneratedFile } from '#platform/server/http/download.ts';
import type { Signature } from '#platform/server/pdfDocument.ts';
import { describeDispute, describeSignatures, drawSignatures, notePdf } from './notePdf.ts';

/** The PDF of a note, without an entry of its own in the audit log. @throws 409 `evidence_incomplete` */
export const readNotePdf = (note: Parameters<typeof notePdf>[0]): Promise<GeneratedFile> => notePdf(note);

/** Both signatures as they are printed; without their pictures, which take time, in the same space. */
export const readSignatures = async (
  evidence: Parameters<typeof drawSignatures>[0],
  withPictures: boolean,
): Promise<[Signature, Signature]> =>
  withPictures ? drawSignatures(evidence) : describeSignatures(evidence);

/** Describes a dispute and its answer as printed. @param inZone formats a time (ISO 8601) */
export const printDispute = (
  dispute: Parameters<typeof describeDispute>[0],
  inZone: (iso: string) => string,
): string => describeDispute(dispute, inZone);
