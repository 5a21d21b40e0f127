/** Guarded: notes are submitted and signed anew here, each in one transaction. */
import type { MemberContext } from '#platform/server/context.ts';
import { nextId } from '#platform/server/database/nextId.ts';
import { conflict, forbidden, notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { deleteSubmittedDraft } from '#features/notes/server/drafts/actions.ts';
import { reverseUnits } from '#features/units/server/actions.ts';
import type { NoteInput } from '#features/notes/contract.ts';
import { adjustNoteCounts } from '#features/notes/server/counterActions.ts';
import { verifySigners } from './signerActions.ts';
import { isEditable } from '#features/notes/server/policy.ts';
import { toNote } from '#features/notes/server/reads.ts';
import { lockNote, NOTE_TOPICS, whereNote, getSignatures } from '#features/notes/server/rowReads.ts';
import { refuseReusedSignatures } from '#features/notes/server/signing/signatures.ts';
import { toSignedVersion, toNoteColumns } from './noteColumns.ts';
import { readSubmission } from './submission.ts';
import type { Submission } from './submission.ts';
import { notes } from '#features/notes/server/tables.ts';
import { notifyOveruse, writeVersion } from './versionActions.ts';

/**
 * Submits a signed note: takes the units, writes the hours, freezes what was signed.
 * @throws 400 at the field; 403 for a client not assigned; 409 `client_inactive`, `not_enough_units`; 429
 */
export async function submitNote(context: MemberContext, input: NoteInput) {
  const submission = await readSubmission(context, input);
  const { businessId, now } = context;
  return writeInBusiness(context, async (tx) => {
    const [parties, noteId] = await Promise.all([verifySigners(tx, context, submission), nextId(tx, notes)]);
    const values = toNoteColumns(context, submission, parties);
    const version = toSignedVersion(context, { values, submission, parties }, { noteId, version: 1 });
    // Sent off at once: what belongs to the note travels behind it, in the same round trip.
    const stored = tx
      .insert(notes)
      .values({ ...values, businessId, id: noteId, createdAt: now })
      .returning()
      .execute();
    adjustNoteCounts(tx, { businessId, authorId: values.authorId, to: 'pending' });
    const [[row], , movement] = await Promise.all([
      stored,
      useUpDraft(tx, context, submission),
      writeVersion(tx, context, version),
    ]);
    if (!row) throw new Error('A note was not stored');
    if (movement.crossedZero) await notifyOveruse(tx, context, { ...values, available: movement.available });
    publishChange(tx, NOTE_TOPICS);
    return toNote(context.session, { ...row, reviewer: null });
  });
}

/**
 * Replaces an own note that is pending or was sent back by a version signed anew; it is pending again.
 * Units of the old version go back and those of the new one are taken, also from another client.
 * @throws as `submitNote`; 403 for somebody else's, 404, 409 `note_not_pending`
 */
export async function resubmitNote(context: MemberContext, noteId: number, input: NoteInput) {
  const submission = await readSubmission(context, input);
  return writeInBusiness(context, async (tx) => {
    // First, so that whoever may not change the note learns nothing about the client's code.
    const before = await ownEditable(tx, context, noteId);
    const [parties, signatures] = await Promise.all([
      verifySigners(tx, context, submission),
      getSignatures(tx, context, before),
    ]);
    refuseReusedSignatures(submission, signatures);
    const values = toNoteColumns(context, submission, parties);
    const place = { noteId, version: before.version + 1 };
    const stored = tx
      .update(notes)
      .set({ ...values, version: place.version, reviewedBy: null, reviewedAt: null, reviewComment: null })
      .where(whereNote(context, noteId))
      .returning()
      .execute();
    const { businessId } = context;
    adjustNoteCounts(tx, { businessId, authorId: before.authorId, from: before.status, to: 'pending' });
    const [[row], , , movement] = await Promise.all([
      stored,
      useUpDraft(tx, context, submission),
      reverseUnits(tx, context, { noteId, noteVersion: before.version, reason: 'Note signed anew' }),
      writeVersion(tx, context, toSignedVersion(context, { values, submission, parties }, place)),
    ]);
    if (!row) throw notFound('This note does not exist.');
    if (movement.crossedZero) await notifyOveruse(tx, context, { ...values, available: movement.available });
    publishChange(tx, NOTE_TOPICS);
    return toNote(context.session, { ...row, reviewer: null });
  });
}

/** @throws 403, 404, 409 `note_not_pending` */
async function ownEditable(tx: BusinessTransaction, context: MemberContext, noteId: number) {
  const note = await lockNote(tx, context, noteId);
  if (note.authorId !== context.session.userId) throw forbidden('Only its author can change this note.');
  if (!isEditable(note.status)) {
    throw conflict('note_not_pending', 'This note is under review or was reviewed. It cannot be changed.');
  }
  return note;
}

/** A draft that is gone already, or not the author's, stands in nobody's way and stays as it is. */
const useUpDraft = (tx: BusinessTransaction, context: MemberContext, { draftId }: Submission) =>
  draftId === null ? Promise.resolve(false) : deleteSubmittedDraft(tx, context, draftId);
