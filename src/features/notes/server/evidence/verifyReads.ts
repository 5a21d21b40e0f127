/** Verifies the notes of a whole database: each is what was signed, and its state follows from the audit log. */
import { and, eq, gt, inArray, isNull, min } from 'drizzle-orm';
import type { BusinessScope, Services } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { auditLog } from '#platform/server/audit/tables.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';
import { findSignedFault, findStateFault } from './verification.ts';
import { listStoredNotes } from './storedNoteReads.ts';
import { notes, noteVersions } from '#features/notes/server/tables.ts';

export interface NotesReport {
  businesses: number;
  notes: number;
  versions: number;
  /** The first note that is wrong, in words; null when all hold. */
  fault: string | null;
}

/** One statement looks at so many notes, so that it stays quick in a business of any age. */
const NOTES_AT_ONCE = 100;

/** Checks every note of every business, deleted ones too, up to the first that is wrong. Changes nothing. */
export async function verifyNotes(services: Services, now: Date): Promise<NotesReport> {
  const report: NotesReport = { businesses: 0, notes: 0, versions: 0, fault: null };
  for (const businessId of await listBusinessIds(services)) {
    const scope = { services, now, ip: '', businessId };
    await verifyBusiness(scope, report);
    report.fault ??= await vanished(scope);
    if (report.fault !== null) break;
    report.businesses += 1;
  }
  return report;
}

async function verifyBusiness(scope: BusinessScope, report: NotesReport): Promise<void> {
  const { businessId } = scope;
  let after = 0;
  for (;;) {
    const wanted = and(eq(notes.businessId, businessId), gt(notes.id, after));
    const batch = await readInBusiness(scope, (tx) => listStoredNotes(tx, wanted, NOTES_AT_ONCE));
    for (const stored of batch) {
      const fault = findSignedFault(stored) ?? findStateFault(stored);
      if (fault !== null) {
        report.fault = `Business ${businessId}, note ${stored.note.id}: ${fault}`;
        return;
      }
      report.notes += 1;
      report.versions += stored.versions.length;
    }
    if (batch.length < NOTES_AT_ONCE) return;
    after = batch.at(-1)?.note.id ?? after;
  }
}

/** A version that the audit log names and that is nowhere: its note was taken out whole. */
async function vanished(scope: BusinessScope): Promise<string | null> {
  const { businessId } = scope;
  const [row] = await readInBusiness(scope, (tx) =>
    tx
      .select({ noteId: min(auditLog.objectId) })
      .from(auditLog)
      .leftJoin(
        noteVersions,
        and(
          eq(noteVersions.businessId, auditLog.businessId),
          eq(noteVersions.noteId, auditLog.objectId),
          eq(noteVersions.auditSeq, auditLog.seq),
        ),
      )
      .where(
        and(
          eq(auditLog.businessId, businessId),
          eq(auditLog.object, 'note'),
          inArray(auditLog.action, ['submitted', 'resubmitted']),
          isNull(noteVersions.noteId),
        ),
      ),
  );
  const noteId = row?.noteId ?? null;
  return noteId === null ? null : `Business ${businessId}, note ${noteId}: it was signed and is gone`;
}
