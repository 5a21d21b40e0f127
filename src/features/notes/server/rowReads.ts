/** Conditions and rows of single notes, for reads and writes. */

import { and, eq, isNull, or } from 'drizzle-orm';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { Signatures } from './signing/signatures.ts';
import { notes, noteSignatures } from './tables.ts';

/** Topics that open pages refetch when a note changes. */
export const NOTE_TOPICS = ['notes', 'units', 'clients', 'time', 'audit'];

/** Limits a table to one business: a transaction, or a prepared query with a placeholder. */
export type Tenant = Pick<BusinessTransaction, 'inTenant'>;

/** A note that is not deleted. */
export const whereNote = (tenant: Tenant, noteId: number) =>
  and(tenant.inTenant(notes), eq(notes.id, noteId), isNull(notes.deletedAt));

/** A note whose evidence the caller may read: for managers also one that was deleted after its approval. */
export const whereNoteWithEvidence = (tx: Tenant, { session }: MemberContext, noteId: number) =>
  and(
    tx.inTenant(notes),
    eq(notes.id, noteId),
    or(isNull(notes.deletedAt), isManager(session) ? eq(notes.status, 'resolved') : undefined),
  );

/** Locks the note's row until the transaction ends. `updatedAt` is its last event. @throws 404, also for a deleted note */
export async function lockNote(tx: BusinessTransaction, noteId: number) {
  const [row] = await tx
    .select({
      id: notes.id,
      authorId: notes.authorId,
      clientId: notes.clientId,
      status: notes.status,
      title: notes.title,
      category: notes.category,
      clientName: notes.clientName,
      clientContactName: notes.clientContactName,
      workDate: notes.workDate,
      version: notes.version,
      isDisputed: notes.isDisputed,
      isBilled: notes.isBilled,
      isClaimed: notes.isClaimed,
      unitsDrawn: notes.unitsDrawn,
      clock: notes.clock,
      createdAt: notes.createdAt,
      updatedAt: notes.updatedAt,
    })
    .from(notes)
    .where(whereNote(tx, noteId))
    .for('no key update');
  if (!row) throw notFound('This note does not exist.');
  return row;
}

export type LockedNote = Awaited<ReturnType<typeof lockNote>>;

/** @throws 409 `note_billed` for a note that an issued invoice or a claim batch has */
export function refuseBilled({ isBilled, isClaimed }: { isBilled: boolean; isClaimed: boolean }): void {
  if (!isBilled) return;
  throw conflict(
    'note_billed',
    isClaimed
      ? 'This note is on a claim batch. Reject its line in the claim batch first.'
      : 'This note is on an issued invoice. Void the invoice first.',
  );
}

/** @throws 409 `version_changed` when the author signed a newer version than the caller names */
export function refuseOtherVersion(note: { version: number }, version: number | undefined): void {
  if (version === undefined || version === note.version) return;
  throw conflict(
    'version_changed',
    'The author changed this note after you opened it. Review the new version.',
  );
}

/** Both signatures of the note's version; null when the row is missing. */
export async function findSignatures(
  tx: BusinessTransaction,
  note: { id: number; version: number },
): Promise<Signatures | null> {
  const [row] = await tx
    .select({ employeePng: noteSignatures.employeePng, clientPng: noteSignatures.clientPng })
    .from(noteSignatures)
    .where(
      and(
        tx.inTenant(noteSignatures),
        eq(noteSignatures.noteId, note.id),
        eq(noteSignatures.version, note.version),
      ),
    );
  return row ?? null;
}
