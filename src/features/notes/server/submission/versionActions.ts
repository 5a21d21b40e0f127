/**
 * Guarded: what happens with each signed version of a note, in the transaction that writes the note:
 * units, hours, signatures, the frozen text and its place in the audit chain.
 */
import { sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { auditHeads } from '#platform/server/audit/tables.ts';
import { notifyManagers } from '#features/mail/server/actions.ts';
import { indexNote } from '#features/notes/server/searchIndex/actions.ts';
import { recordTime } from '#features/time/server/actions.ts';
import { deductUnits } from '#features/units/server/actions.ts';
import type { LedgerEntry } from '#features/units/server/actions.ts';
import { canonicalNote, digestOf, digestsOf } from '#features/notes/server/signing/canonicalNote.ts';
import type { SigningMetadata, SignedFields } from '#features/notes/server/signing/canonicalNote.ts';
import type { Signatures } from '#features/notes/server/signing/signatures.ts';
import { noteSignatures, noteVersions } from '#features/notes/server/tables.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'note.submitted': SignedFacts;
    'note.resubmitted': SignedFacts;
  }
}

interface SignedFacts {
  clientId: number;
  version: number;
  units: string;
  minutes: number;
  digest: string;
}

export interface SignedVersion {
  rows: SignedFields & Signatures;
  circumstances: SigningMetadata;
}

/**
 * Takes the units, writes the hours, freezes the version and stores the words it is found by. The statements travel together.
 * @throws 409 `not_enough_units`
 */
export async function writeVersion(
  tx: BusinessTransaction,
  context: MemberContext,
  { rows, circumstances }: SignedVersion,
): Promise<LedgerEntry> {
  const { employeePng, clientPng, ...fields } = rows;
  const { businessId, noteId, version, clientId } = fields;
  const canonical = canonicalNote({ ...fields, ...digestsOf(rows) }, circumstances);
  const digest = digestOf(canonical);
  const { timeUnitsUsed: units, minutes, start, end } = rows;
  recordAudit(tx, context, {
    action: version === 1 ? 'submitted' : 'resubmitted',
    object: 'note',
    objectId: noteId,
    label: rows.title,
    details: { clientId, version, units, minutes, digest },
  });
  const frozen = tx.insert(noteVersions).values({
    businessId,
    noteId,
    version,
    canonical,
    digest,
    createdAt: context.now,
    // The row just appended: this transaction holds the end of the chain.
    auditSeq: sql`(select seq from ${auditHeads} where business_id = ${businessId})`,
  });
  tx.beforeCommit('audit chain', () => frozen.execute());
  const [movement] = await Promise.all([
    deductUnits(tx, context, { noteId, noteVersion: version, clientId, units }),
    tx.insert(noteSignatures).values({ businessId, noteId, version, employeePng, clientPng }),
    recordTime(tx, context, {
      noteId,
      clientId,
      employeeId: rows.authorId,
      description: rows.title,
      units,
      minutes,
      start,
      end,
    }),
    indexNote(tx, { businessId, noteId }, rows),
  ]);
  return movement;
}

/** Managers hear of a client that has used more than it bought. */
export async function notifyOveruse(
  tx: BusinessTransaction,
  context: MemberContext,
  { clientName, title, available }: { clientName: string; title: string; available: string },
): Promise<void> {
  await notifyManagers(tx, context, {
    subject: `${clientName} has used more time units than it bought`,
    content: `With the note "${title}" the available time units of ${clientName} are ${available}. Notes are still taken; you can add units in Client Management.`,
  });
}
