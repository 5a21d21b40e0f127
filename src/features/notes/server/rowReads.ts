/** A note's row as the writing actions take hold of it. */
import { and, eq, isNull, or } from 'drizzle-orm';
import { isManager } from '#platform/server/context.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { Signatures } from './signing/signatures.ts';
import { notes, noteSignatures } from './tables.ts';

/** Topics that open pages refetch after every change of a note. */
export const NOTE_TOPICS = ['notes', 'units', 'clients', 'time', 'audit'];

/** A note of the business that is not deleted. */
export const whereNote = ({ businessId }: Pick<MemberContext, 'businessId'>, noteId: number) =>
  and(eq(notes.businessId, businessId), eq(notes.id, noteId), isNull(notes.deletedAt));

/**
 * A note whose evidence can be asked for. Managers have it of one that was deleted after its approval too: its units
 * and hours stay, and have to be verifiable.
 */
export const whereNoteWithEvidence = ({ businessId, session }: MemberContext, noteId: number) =>
  and(
    eq(notes.businessId, businessId),
    eq(notes.id, noteId),
    or(isNull(notes.deletedAt), isManager(session) ? eq(notes.status, 'resolved') : undefined),
  );

/** The note's row, locked until the transaction ends. @throws 404, also for a deleted one */
export async function lockNote(tx: BusinessTransaction, context: MemberContext, noteId: number) {
  const [row] = await tx
    .select({
      id: notes.id,
      authorId: notes.authorId,
      clientId: notes.clientId,
      status: notes.status,
      title: notes.title,
      version: notes.version,
    })
    .from(notes)
    .where(whereNote(context, noteId))
    .for('no key update');
  if (!row) throw notFound('This note does not exist.');
  return row;
}

/** Both signatures of a version of a note, or null when they are gone. */
export async function findSignatures(
  tx: BusinessTransaction,
  { businessId }: Pick<MemberContext, 'businessId'>,
  note: { id: number; version: number },
): Promise<Signatures | null> {
  const [row] = await tx
    .select({ employeePng: noteSignatures.employeePng, clientPng: noteSignatures.clientPng })
    .from(noteSignatures)
    .where(
      and(
        eq(noteSignatures.businessId, businessId),
        eq(noteSignatures.noteId, note.id),
        eq(noteSignatures.version, note.version),
      ),
    );
  return row ?? null;
}

/** Both signatures of a version of a note, which must have them. */
export async function getSignatures(
  tx: BusinessTransaction,
  context: Pick<MemberContext, 'businessId'>,
  note: { id: number; version: number },
): Promise<Signatures> {
  const found = await findSignatures(tx, context, note);
  if (!found) throw new Error(`Version ${note.version} of note ${note.id} has no signatures`);
  return found;
}
