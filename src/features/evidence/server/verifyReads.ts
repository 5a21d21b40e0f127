/** Verifies all notes of a database against what was signed and the audit log. */

import { and, eq, gt, inArray, isNull, min } from 'drizzle-orm';
import { auditLog } from '#platform/server/audit/tables.ts';
import type { BusinessScope, Services } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';
import { notes, noteVersions } from '#features/notes/server/tables.ts';
import { listStoredNotes } from './storedNoteReads.ts';
import { findSignedFault, findStateFault } from './verification.ts';

export interface NotesReport {
  businesses: number;
  notes: number;
  versions: number;
  /** Describes the first note that fails; null when all pass. */
  fault: string | null;
}

/** The batch size, which limits the time of one statement. */
const BATCH_SIZE = 100;

/** Checks every note of every business, deleted ones included, stopping at the first fault. */
export async function verifyNotes(services: Services, now: Date): Promise<NotesReport> {
  const report: NotesReport = { businesses: 0, notes: 0, versions: 0, fault: null };
  for (const businessId of await listBusinessIds(services)) {
    const scope = { services, now, ip: '', businessId };
    await verifyBusiness(scope, report);
    report.fault ??= await findRemovedNote(scope);
    if (report.fault !== null) break;
    report.businesses += 1;
  }
  return report;
}

async function verifyBusiness(scope: BusinessScope, report: NotesReport): Promise<void> {
  const { businessId } = scope;
  let after = 0;
  for (;;) {
    const lastId = after;
    const batch = await readInBusiness(scope, (tx) =>
      listStoredNotes(tx, and(tx.inTenant(notes), gt(notes.id, lastId)), BATCH_SIZE),
    );
    for (const stored of batch) {
      const fault = findSignedFault(stored) ?? findStateFault(stored);
      if (fault !== null) {
        report.fault = `Business ${businessId}, note ${stored.note.id}: ${fault}`;
        return;
      }
      report.notes += 1;
      report.versions += stored.versions.length;
    }
    if (batch.length < BATCH_SIZE) return;
    after = batch.at(-1)?.note.id ?? after;
  }
}

/** Finds a version that is in the audit log but not in `note_versions`: its note was removed. */
async function findRemovedNote(scope: BusinessScope): Promise<string | null> {
  const { businessId } = scope;
  const [row] = await readInBusiness(scope, (tx) =>
    tx
      .select({ noteId: min(auditLog.objectId) })
      .from(auditLog)
      .leftJoin(
        noteVersions,
        and(
          tx.inTenant(noteVersions),
          eq(noteVersions.noteId, auditLog.objectId),
          eq(noteVersions.auditSeq, auditLog.seq),
        ),
      )
      .where(
        and(
          tx.inTenant(auditLog),
          eq(auditLog.object, 'note'),
          inArray(auditLog.action, ['submitted', 'resubmitted']),
          isNull(noteVersions.noteId),
        ),
      ),
  );
  const noteId = row?.noteId ?? null;
  return noteId === null ? null : `Business ${businessId}, note ${noteId}: it was signed and is missing`;
}
