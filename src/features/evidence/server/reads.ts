/** Guarded: verifies what was signed against the stored rows. */

import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import { findChainLink } from '#platform/server/audit/chain.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { noteEvidence } from '#features/evidence/contract.ts';
import { listDisputes } from '#features/notes/server/disputes/reads.ts';
import { maskCanonical, toDataUrl } from '#features/notes/server/public.ts';
import { refuseOtherUsers } from '#features/notes/server/reads.ts';
import { findSignatures, whereNoteWithEvidence } from '#features/notes/server/rowReads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { listStoredNotes, type StoredNote, type StoredVersion } from './storedNoteReads.ts';
import { getCurrentVersion, findSignedFault, findVersionFault } from './verification.ts';

/**
 * The last signed version with its digest and audit log entry. `matches` compares the frozen text with note, hours
 * and signatures, its digest with the audit log, and the log entry with the one before. Authors read no rate and reference.
 * @throws 403 for a colleague's note when not a manager, 404
 */
export function readEvidence(context: MemberContext, noteId: number): Promise<Evidence> {
  return readInBusiness(context, async (tx) => {
    const [stored] = await listStoredNotes(tx, whereNoteWithEvidence(tx, context, noteId), 1);
    if (!stored) throw notFound('This note does not exist.');
    refuseOtherUsers(context, stored.note);
    return toReadable(context, await toEvidence(tx, context.businessId, stored));
  });
}

type Evidence = z.output<typeof noteEvidence>;

/** The evidence as its reader may see it: managers the whole, authors without rate and payer's reference. */
function toReadable({ session }: MemberContext, evidence: Evidence): Evidence {
  if (isManager(session) || evidence.canonical === null) return evidence;
  return { ...evidence, ...maskCanonical(evidence.canonical), billing: null };
}

/** Signed notes as they are stored, by id, with the evidence of all versions: for files about many notes. Not deleted ones. */
export async function listNotesWithEvidence(
  tx: BusinessTransaction,
  businessId: number,
  noteIds: readonly number[],
) {
  const where = and(tx.inTenant(notes), inArray(notes.id, [...noteIds]), isNull(notes.deletedAt));
  const rows = await listStoredNotes(tx, where, noteIds.length);
  return Promise.all(
    rows.map(async (stored) => {
      const [evidence, earlier] = await Promise.all([
        toEvidence(tx, businessId, stored),
        listEarlierEvidence(tx, businessId, stored),
      ]);
      return { stored, evidence, earlier };
    }),
  );
}

async function toEvidence(
  tx: BusinessTransaction,
  businessId: number,
  stored: StoredNote,
): Promise<Evidence> {
  const signed = getCurrentVersion(stored);
  const { id: noteId, version } = stored.note;
  const { isChained, ...parts } = await readParts(tx, businessId, { noteId, version, signed });
  return {
    ...parts,
    matches: findSignedFault(stored) === null && isChained,
    missing: listMissing(stored, signed),
  };
}

/** The evidence of the versions before the last one, oldest first. */
function listEarlierEvidence(tx: BusinessTransaction, businessId: number, stored: StoredNote) {
  const earlier = stored.versions.filter(({ version }) => version < stored.note.version);
  return Promise.all(earlier.map((signed) => toEarlierEvidence(tx, businessId, { stored, signed })));
}

/** The evidence of a version that a later one replaced: `matches` compares it with its signatures, log and ledger. */
async function toEarlierEvidence(
  tx: BusinessTransaction,
  businessId: number,
  { stored, signed }: { stored: StoredNote; signed: StoredVersion },
): Promise<Evidence> {
  const { id: noteId } = stored.note;
  const { version } = signed;
  const { isChained, ...parts } = await readParts(tx, businessId, { noteId, version, signed });
  return {
    ...parts,
    matches: findVersionFault(stored, signed, version) === null && isChained,
    missing: [
      ...(signed.signatures ? [] : ['signatures' as const]),
      ...(signed.logged ? [] : ['audit row' as const]),
    ],
  };
}

/** Reads the rows of a version for its evidence, and whether its audit log entry follows from the one before. */
async function readParts(
  tx: BusinessTransaction,
  businessId: number,
  { noteId, version, signed }: { noteId: number; version: number; signed: StoredVersion | null },
) {
  const [images, link] = await Promise.all([
    findSignatures(tx, { id: noteId, version }),
    signed && findChainLink(tx, businessId, signed.auditSeq),
  ]);
  return {
    noteId,
    version,
    canonical: signed?.canonical ?? null,
    digest: signed?.digest ?? null,
    billing: signed?.billing ?? null,
    masked: [],
    employeeSignature: images ? toDataUrl(images.employeePng) : null,
    clientSignature: images?.clientPng ? toDataUrl(images.clientPng) : null,
    auditSeq: signed?.auditSeq ?? null,
    auditPayload: signed?.logged?.payload ?? null,
    auditBefore: link?.before ?? null,
    auditHash: signed?.logged?.hash ?? null,
    isChained: link?.holds === true,
  };
}

/**
 * The evidence of all notes that managers can see, by id, with what the clients reported: `limit` notes after one.
 * Each is what `readEvidence` returns, with the evidence of earlier versions, oldest first.
 */
export async function listEvidence(
  tx: BusinessTransaction,
  businessId: number,
  { after, limit }: { after: number; limit: number },
) {
  const isVisible = or(isNull(notes.deletedAt), eq(notes.status, 'resolved'));
  const stored = await listStoredNotes(tx, and(tx.inTenant(notes), gt(notes.id, after), isVisible), limit);
  return Promise.all(
    stored.map(async (one) => {
      const [evidence, disputes, earlier] = await Promise.all([
        toEvidence(tx, businessId, one),
        listDisputes(tx, businessId, one.note.id),
        listEarlierEvidence(tx, businessId, one),
      ]);
      return { evidence, disputes, earlier };
    }),
  );
}

const listMissing = (
  { hours, signatureCount, note }: StoredNote,
  signed: ReturnType<typeof getCurrentVersion>,
) => [
  ...(signed ? [] : ['version' as const]),
  ...(signed?.signatures || (!signed && signatureCount === note.version) ? [] : ['signatures' as const]),
  ...(hours ? [] : ['time entry' as const]),
  ...(signed?.logged ? [] : ['audit row' as const]),
];
