/** Guarded: the proof of what was signed, worked out again from the rows as they are stored now. */
import type { z } from 'zod';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { findChainLink } from '#platform/server/audit/chain.ts';
import type { noteEvidence } from '#features/notes/contract.ts';
import { getCurrentVersion, findSignedFault } from './verification.ts';
import { refuseOtherUsers } from '#features/notes/server/reads.ts';
import { findSignatures, whereNoteWithEvidence } from '#features/notes/server/rowReads.ts';
import { toDataUrl } from '#features/notes/server/signing/signatures.ts';
import { listStoredNotes } from './storedNoteReads.ts';
import type { StoredNote } from './storedNoteReads.ts';

/**
 * What was signed last, its digest and its place in the audit chain. `matches` compares the frozen text
 * with note, hours and signatures, its digest with the audit log, and the log's row with the one before; a row
 * that is missing is named in `missing`.
 * @throws 403 for a colleague's note when not a manager, 404
 */
export function readEvidence(context: MemberContext, noteId: number): Promise<z.output<typeof noteEvidence>> {
  return readInBusiness(context, async (tx) => {
    const [stored] = await listStoredNotes(tx, whereNoteWithEvidence(context, noteId), 1);
    if (!stored) throw notFound('This note does not exist.');
    refuseOtherUsers(context, stored.note);
    const signed = getCurrentVersion(stored);
    const [pictures, link] = await Promise.all([
      findSignatures(tx, context, stored.note),
      signed && findChainLink(tx, context.businessId, signed.auditSeq),
    ]);
    return {
      noteId,
      version: stored.note.version,
      canonical: signed?.canonical ?? null,
      digest: signed?.digest ?? null,
      employeeSignature: pictures ? toDataUrl(pictures.employeePng) : null,
      clientSignature: pictures ? toDataUrl(pictures.clientPng) : null,
      auditSeq: signed?.auditSeq ?? null,
      auditPayload: signed?.logged?.payload ?? null,
      auditBefore: link?.before ?? null,
      auditHash: signed?.logged?.hash ?? null,
      matches: findSignedFault(stored) === null && link?.holds === true,
      missing: missingOf(stored, signed),
    };
  });
}

const missingOf = ({ hours, drawn, note }: StoredNote, signed: ReturnType<typeof getCurrentVersion>) => [
  ...(signed ? [] : ['version' as const]),
  ...(signed?.signatures || (!signed && drawn === note.version) ? [] : ['signatures' as const]),
  ...(hours ? [] : ['time entry' as const]),
  ...(signed?.logged ? [] : ['audit row' as const]),
];
