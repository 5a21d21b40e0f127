/** Guarded: the proof of what was signed, worked out again from the rows as they are stored now. */
import type { z } from 'zod';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { chainLink } from '#features/audit/server/reads.ts';
import type { noteEvidence } from '#features/notes/contract.ts';
import { currentVersion, faultInSigned } from './proof.ts';
import { refuseStranger } from './reads.ts';
import { findSignatures, ofProof } from './rowActions.ts';
import { asDataUrl } from './signatures.ts';
import { storedNotes } from './storedReads.ts';
import type { StoredNote } from './storedReads.ts';

/**
 * What was signed last, its digest and its place in the audit chain. `matches` compares the frozen text
 * with note, hours and signatures, its digest with the audit log, and the log's row with the one before; a row
 * that is gone is named in `missing`, because its absence is what the evidence has to say.
 * @throws 403 for a colleague's note when not a manager, 404
 */
export function readEvidence(context: MemberContext, noteId: number): Promise<z.output<typeof noteEvidence>> {
  return readInBusiness(context, async (tx) => {
    const [stored] = await storedNotes(tx, ofProof(context, noteId), 1);
    if (!stored) throw notFound('This note does not exist.');
    refuseStranger(context, stored.note);
    const signed = currentVersion(stored);
    const [pictures, link] = await Promise.all([
      findSignatures(tx, context, stored.note),
      signed && chainLink(tx, context.businessId, signed.auditSeq),
    ]);
    return {
      noteId,
      version: stored.note.version,
      canonical: signed?.canonical ?? null,
      digest: signed?.digest ?? null,
      employeeSignature: pictures ? asDataUrl(pictures.employeePng) : null,
      clientSignature: pictures ? asDataUrl(pictures.clientPng) : null,
      auditSeq: signed?.auditSeq ?? null,
      auditPayload: signed?.logged?.payload ?? null,
      auditBefore: link?.before ?? null,
      auditHash: signed?.logged?.hash ?? null,
      matches: faultInSigned(stored) === null && link?.holds === true,
      missing: missingOf(stored, signed),
    };
  });
}

const missingOf = ({ hours, drawn, note }: StoredNote, signed: ReturnType<typeof currentVersion>) => [
  ...(signed ? [] : ['version' as const]),
  ...(signed?.signatures || (!signed && drawn === note.version) ? [] : ['signatures' as const]),
  ...(hours ? [] : ['time entry' as const]),
  ...(signed?.logged ? [] : ['audit row' as const]),
];
